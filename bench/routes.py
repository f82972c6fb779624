"""What the service is measured against, each served by gunicorn with the same configuration.

`bare`: a Flask route that answers a text. `unjudged`: the service itself, whose referee is replaced by a table of
verdicts made beforehand; everything else is done, the record's digest too, by which a repeated post is known.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from flask import Flask, Response

import studbook.referee
from api.ledger import NoLedger
from studbook.record import Record, record_from_dict


def bare() -> Flask:
    """A Flask application of one route that answers "ok"."""
    app = Flask("bare", static_folder=None)
    app.extensions["ledger"] = NoLedger()  # gunicorn.conf.py opens and closes it

    @app.post("/text")
    def text() -> Response:
        return Response("ok", content_type="text/plain")

    return app


class _Known:
    """Stands for a verdict that was made beforehand."""

    def __init__(self, record: Record, document: dict[str, Any]) -> None:
        self.record = record
        self.document = document
        self.status = document["status"]

    def to_dict(self) -> dict[str, Any]:
        return {**self.document, "digest": self.record.digest}


def unjudged() -> Flask:
    """The service without its referee; the hands of the file STUDBOOK_BENCH_HANDS are known by their hand_no."""
    lines = Path(os.environ["STUDBOOK_BENCH_HANDS"]).read_text().splitlines()
    hands = {hand["hand_no"]: hand for hand in map(json.loads, lines)}
    verdicts = {number: studbook.referee.replay(record_from_dict(hand)).to_dict() for number, hand in hands.items()}
    # Before the service is imported: its modules take the referee by name.
    studbook.referee.replay = lambda record, **_: _Known(record, verdicts[record.raw["hand_no"]])  # type: ignore

    from api.app import create_app

    return create_app()
