"""What operators and newcomers ask: is it alive, is it ready, what does it count, what is its contract."""

from __future__ import annotations

from importlib import resources

from flask import Blueprint, Response

from api import metrics
from api.answers import json_answer
from api.kinds import KINDS, Problem
from api.ledger import pool
from db.errors import LedgerError
from db.migrate import newest, schema_version

blueprint = Blueprint("operating", __name__)


@blueprint.get("/livez")
def livez() -> Response:
    """The process answers. It never asks the ledger: an outage there is no reason to restart the workers."""
    return json_answer({"status": "alive"})


@blueprint.get("/readyz")
def readyz() -> Response:
    """The ledger can be reached and has the schema that this version needs."""
    wanted = newest()
    try:
        with pool().connection(timeout=0.5) as connection:
            found = schema_version(connection)
    except LedgerError as error:
        raise Problem("ledger-unavailable", str(error), headers={"Retry-After": "1"}) from error
    if found < wanted:
        raise Problem(
            "ledger-unavailable",
            f"The ledger has schema {found} and this version needs {wanted}: run studbook db migrate.",
            headers={"Retry-After": "1"},
        )
    return json_answer({"status": "ready", "schema": found, "pool": pool().stats()})


@blueprint.get("/metrics")
def figures() -> Response:
    """The counters, for Prometheus."""
    return Response(metrics.exposition(pool().stats()), content_type=metrics.MEDIA_TYPE)


@blueprint.get("/openapi.yaml")
def contract() -> Response:
    """The contract, as it is checked in."""
    return Response(_packaged("openapi.yaml"), content_type="application/yaml")


@blueprint.get("/docs/problems/<name>")
def problem_page(name: str) -> Response:
    """What a type of problem means and what to do about it."""
    if name not in KINDS:
        raise Problem("not-found", f"There is no problem of the type {name}.")
    return Response(_packaged("docs", "problems", f"{name}.md"), content_type="text/markdown; charset=utf-8")


def _packaged(*names: str) -> bytes:
    return resources.files("api").joinpath(*names).read_bytes()
