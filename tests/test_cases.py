"""The project's own cases: hands with a ruling by a person, each with the attempts that must be refused on the way."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from studbook.record import record_from_dict
from studbook.referee import replay

CASES = {
    case["id"]: case
    for path in sorted(Path(__file__).with_name("cases").glob("*.json"))
    for case in [json.loads(path.read_text())]
}
ATTEMPTS = [(name, at) for name, case in CASES.items() for at in range(len(case["attempts"]))]


def judged(record: dict[str, Any]) -> dict[str, Any]:
    return replay(record_from_dict(record)).to_dict()


def by_seat(pot: dict[str, Any]) -> dict[str, Any]:
    """A pot as the cases write it: what each seat got of it, all its shares together."""
    awards: dict[str, int] = defaultdict(int)
    for award in pot["awards"]:
        awards[str(award["seat"])] += award["amount"]
    return {"amount": pot["amount"], "eligible": pot["eligible"], "awards": dict(awards)}


def nets(verdict: dict[str, Any]) -> dict[str, int]:
    return {str(seat["seat"]): seat["net"] for seat in verdict["seats"]}


def test_there_are_seventeen_cases() -> None:
    assert len(CASES) == 17


@pytest.mark.parametrize("name", CASES)
def test_the_case_is_ruled_as_it_says(name: str) -> None:
    case = CASES[name]
    verdict, expected = judged(case["record"]), case["expect"]
    assert verdict["status"] == expected["status"], verdict["violations"]
    assert [by_seat(pot) for pot in verdict["pots"]] == expected["pots"]
    assert verdict["returned"] == expected["returned"]
    assert nets(verdict) == expected["net"]
    assert [f"{street}:S{seat}" for street, seat in verdict["openers"].items()] == expected["openers"]


@pytest.mark.parametrize(("name", "at"), ATTEMPTS, ids=[f"{name}-{at}" for name, at in ATTEMPTS])
def test_the_attempt_is_refused_with_its_code(name: str, at: int) -> None:
    record, attempt = CASES[name]["record"], CASES[name]["attempts"][at]
    events = [*record["events"][: attempt["after"]], attempt["event"]]
    verdict = judged({**record, "events": events})
    assert verdict["status"] == "illegal"
    [violation] = verdict["violations"]
    assert (violation["event"], violation["code"]) == (attempt["after"], attempt["code"])


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["expect"]["hinges"]])
def test_the_other_readings_named_by_the_case_change_the_awards(name: str) -> None:
    case = CASES[name]
    for hinge in case["expect"]["hinges"]:
        rules = {**case["record"].get("rules", {}), hinge["rule"]: hinge["value"]}
        verdict = judged({**case["record"], "rules": rules})
        assert verdict["status"] == "settled"
        assert nets(verdict) != case["expect"]["net"], hinge
