"""The ruled cases, through HTTP: judged, stored, fetched back equal, and every refused attempt refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))


@pytest.mark.parametrize("file", CASES, ids=[file.stem for file in CASES])
def test_a_case_is_judged_stored_and_fetched_back_equal(client: FlaskClient, file: Path) -> None:
    case = json.loads(file.read_text())
    record, expect = case["record"], case["expect"]
    verdict = client.post("/v1/adjudications", json=record).json
    assert verdict["status"] == expect["status"]
    assert [as_expected(pot) for pot in verdict["pots"]] == expect["pots"]
    assert verdict["returned"] == expect["returned"]
    assert {str(seat["seat"]): seat["net"] for seat in verdict["seats"]} == expect["net"]
    posted = client.post("/v1/hands", json=record)
    assert posted.status_code == 201
    fetched = client.get(posted.headers["Location"])
    assert fetched.json["record"] == record
    assert fetched.json["verdict"] == verdict
    assert fetched.data == posted.data


@pytest.mark.parametrize("file", CASES, ids=[file.stem for file in CASES])
def test_what_a_case_says_must_be_refused_is_refused(client: FlaskClient, file: Path) -> None:
    case = json.loads(file.read_text())
    record = case["record"]
    for attempt in case["attempts"]:
        tried = record | {"events": [*record["events"][: attempt["after"]], attempt["event"]]}
        answer = client.post("/v1/hands", json=tried)
        assert answer.status_code == 422, attempt
        violation = answer.json["violation"]
        assert (violation["code"], violation["event"]) == (attempt["code"], attempt["after"])


def as_expected(pot: dict[str, Any]) -> dict[str, Any]:
    """A pot as the cases write it: the awards summed by seat."""
    awards: dict[str, int] = {}
    for award in pot["awards"]:
        awards[str(award["seat"])] = awards.get(str(award["seat"]), 0) + award["amount"]
    return {"amount": pot["amount"], "eligible": pot["eligible"], "awards": awards}
