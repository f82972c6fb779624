"""The service in process, in open mode, on a database that the tests of one file share and each finds empty."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.settings import Settings
from tests.api.contract import CheckedClient

CASES = Path(__file__).parent.parent / "cases"

# Three players; the club deuce brings it in for 3, seat 3 completes to 10, and everybody folds: a pot of 9.
STEAL: dict[str, Any] = {
    "game": "seven-card-stud",
    "ref": "kitchen:1",
    "played_at": "2026-11-28T21:04:05+01:00",
    "hand_no": "1",
    "table": "the kitchen",
    "tags": ["friday"],
    "stakes": {"structure": "fixed-limit", "ante": 1, "bring_in": 3, "small_bet": 10, "big_bet": 20},
    "seats": [
        {"seat": 1, "player": "ann", "name": "Ann", "stack": 100},
        {"seat": 2, "player": "bob", "stack": 100},
        {"seat": 3, "player": "cy", "stack": 100},
    ],
    "events": [
        {"type": "deal", "seat": 1, "down": ["Ah", "9c"], "up": ["2d"]},
        {"type": "deal", "seat": 2, "down": ["Kd", "7s"], "up": ["2c"]},
        {"type": "deal", "seat": 3, "down": ["Qh", "Qc"], "up": ["Js"]},
        {"type": "bring-in", "seat": 2, "to": 3},
        {"type": "complete", "seat": 3, "to": 10},
        {"type": "fold", "seat": 1},
        {"type": "fold", "seat": 2},
    ],
}


@pytest.fixture(scope="module")
def app(module_database: str) -> Iterator[Flask]:
    """The service in open mode, its pool open."""
    app = create_app(Settings(database_url=module_database, open=True))
    app.test_client_class = CheckedClient
    ledger = app.extensions["ledger"]
    ledger.open()
    yield app
    ledger.close()


@pytest.fixture
def client(app: Flask, module_database: str, empty: Callable[[str], None]) -> FlaskClient:
    """A client on this machine; the ledger is empty."""
    empty(module_database)
    return app.test_client()


@pytest.fixture
def steal() -> dict[str, Any]:
    """A short legal hand: seat 3 completes, everybody folds."""
    return copy.deepcopy(STEAL)


def cases() -> list[tuple[str, dict[str, Any]]]:
    """The ruled cases by id."""
    found = [json.loads(path.read_text()) for path in sorted(CASES.glob("*.json"))]
    return [(case["id"], case) for case in found]
