"""POST /v1/adjudications: the stateless referee. Any record of the schema gets a verdict; nothing is stored."""

from __future__ import annotations

from flask import Blueprint, Response

from api import metrics
from api.answers import json_answer
from api.requests import load_json, load_query
from api.seeing import judged
from schemas.queries import AdjudicationQuery
from schemas.record import load_record
from studbook.games import GAMES

blueprint = Blueprint("adjudications", __name__)
_QUERY = AdjudicationQuery()


@blueprint.post("/v1/adjudications")
def adjudicate() -> Response:
    """Judge the record in the body: 200 with the verdict, whatever its status."""
    query = load_query(_QUERY)
    record = load_record(load_json())
    verdict = judged(record, query)
    metrics.count_verdict(verdict, GAMES)
    return json_answer(verdict)
