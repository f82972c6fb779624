"""The sample hands that an embedded ledger starts with, so that a newcomer finds something."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

import psycopg

from api.ledger import new_hand
from db.apps import DEFAULT_APP
from db.hands import store_batch
from schemas.json_text import read_json
from schemas.record import load_record
from studbook.referee import replay


def folder() -> Traversable:
    """Where the examples lie, also in an installed service."""
    return resources.files("api").joinpath("examples")


def texts() -> list[bytes]:
    """The sample hands, a record each."""
    return folder().joinpath("hands.ndjson").read_bytes().splitlines()


def load(connection: psycopg.Connection) -> int:
    """Judge and store the sample hands under the default app; how many there are. Loading twice stores them once."""
    hands = []
    for text in texts():
        record = load_record(read_json(text))
        hands.append(new_hand(record, replay(record).to_dict(), text.decode(), None))
    store_batch(connection, DEFAULT_APP, hands)
    return len(hands)
