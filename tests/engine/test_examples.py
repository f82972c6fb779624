"""The recorded verdicts: one complete verdict of each status, as the referee gives it today."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.engine.record_examples import FOLDER, RECORDS, verdict

# Every field of a verdict (hand-record, Verdict); rulings because they were asked for.
FIELDS = {
    "status", "game", "engine", "rules", "rules_given", "openers", "pots", "returned", "seats", "table", "next",
    "violations", "warnings", "rulings", "claim", "digest",
}  # fmt: skip
SEAT_FIELDS = {
    "seat", "player", "put_in", "returned", "won", "net", "stack", "outcome", "declared", "up", "down", "high", "low",
}  # fmt: skip
TABLE_FIELDS = {"street", "level", "pot", "centre", "deck_left", "dead", "to_beat"}
POT_FIELDS = {"amount", "rake", "open", "eligible", "awards"}
AWARD_FIELDS = {"seat", "amount", "for", "odd_chips", "article", "basis"}
FAULT_FIELDS = {"event", "pointer", "code", "article", "message", "expected", "may_stand"}


def recorded(status: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{status}.json").read_text(encoding="utf-8"))
    return found


def test_there_is_one_of_each_status_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {"settled", "in-progress", "undecided", "illegal"}
    assert RECORDS.keys() == {path.stem for path in FOLDER.glob("*.json")}


@pytest.mark.parametrize("status", RECORDS)
def test_the_recorded_verdict_is_the_referees(status: str) -> None:
    """If the change is meant: python -m tests.engine.record_examples."""
    example = recorded(status)
    assert example["record"] == RECORDS[status]
    assert example["verdict"] == verdict(example["record"])
    assert example["verdict"]["status"] == status


@pytest.mark.parametrize("status", RECORDS)
def test_the_recorded_verdict_has_every_field_and_no_other(status: str) -> None:
    found = recorded(status)["verdict"]
    assert found.keys() == FIELDS
    assert all(seat.keys() == SEAT_FIELDS for seat in found["seats"])
    assert found["table"].keys() == TABLE_FIELDS
    assert all(pot.keys() == POT_FIELDS for pot in found["pots"])
    assert all(award.keys() == AWARD_FIELDS for pot in found["pots"] for award in pot["awards"])
    assert all(row.keys() == FAULT_FIELDS for row in [*found["violations"], *found["warnings"]])
    assert all(row.keys() == {"event", "article", "text"} for row in found["rulings"])


def test_what_the_examples_show() -> None:
    settled, going_on = recorded("settled")["verdict"], recorded("in-progress")["verdict"]
    assert [pot["amount"] for pot in settled["pots"]] == [44, 90, 40]
    assert settled["next"] is None
    # Six chips are left to seat 2: the cards for 2, 4 and 6.
    assert [(event["type"], event.get("price")) for event in going_on["next"]["events"]] == [
        ("buy", 2), ("buy", 4), ("buy", 6), ("take", None),
    ]  # fmt: skip
    undecided, illegal = recorded("undecided")["verdict"], recorded("illegal")["verdict"]
    assert [pot["open"] for pot in undecided["pots"]] == [12, 0]
    assert undecided["next"]["what"] == "show"
    [violation] = illegal["violations"]
    assert (violation["code"], violation["may_stand"]) == ("betting-not-reopened", True)
    assert [event["type"] for event in violation["expected"]["events"]] == ["fold", "call"]
