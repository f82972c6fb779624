"""Every real hand of the corpus: read, judged, and compared seat by seat with what its source paid.

The corpus is other people's data and lies beside the checkout; without it these tests are skipped.
"""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from studbook.formats import registry
from studbook.formats.common import Read
from studbook.record import record_from_dict
from studbook.referee import replay
from tests.formats.real_hands import CORPUS, corpus_rows

ROWS = corpus_rows()
FILES: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
for row in ROWS:
    FILES[row["file"]][row["hand_no"]] = row
SETTLED_BY_THE_SOURCE = "unverifiable-cards-unknown"


@pytest.fixture(scope="module", params=sorted(FILES) or [pytest.param("", marks=pytest.mark.skip("no corpus"))])
def hands(request: pytest.FixtureRequest) -> list[tuple[Read, dict[str, Any], dict[str, Any]]]:
    """Each hand of one file: as read, its verdict, its row of the index."""
    found = []
    rows = dict(FILES[request.param])
    for result in registry.read_path(CORPUS / request.param):
        assert isinstance(result, Read), result
        # PHH numbers its hands within an event; the index calls them by their files.
        number = Path(request.param).stem if request.param.endswith(".phh") else result.document["hand_no"]
        row = rows.pop(number)
        found.append((result, replay(record_from_dict(result.document)).to_dict(), row))
    assert not rows, f"hands that were not read: {sorted(rows)}"
    return found


def test_the_index_lists_260_hands() -> None:
    if not ROWS:
        pytest.skip("no corpus")
    assert len(ROWS) == 260


def test_every_hand_is_settled(hands: list[tuple[Read, dict[str, Any], dict[str, Any]]]) -> None:
    for read, verdict, _ in hands:
        assert verdict["status"] == "settled", (read.document["hand_no"], verdict["violations"])


def test_every_player_gets_what_the_record_says(hands: list[tuple[Read, dict[str, Any], dict[str, Any]]]) -> None:
    for read, verdict, row in hands:
        unit = Decimal(1).scaleb(-read.document["decimals"])
        won = {seat["player"]: seat["won"] * unit for seat in verdict["seats"] if seat["won"]}
        assert won == {player: Decimal(text) for player, text in row["awarded"].items()}, row["hand_no"]


def test_chips_are_conserved_as_the_index_counts_them(
    hands: list[tuple[Read, dict[str, Any], dict[str, Any]]],
) -> None:
    for read, verdict, row in hands:
        unit = Decimal(1).scaleb(-read.document["decimals"])
        back = sum(verdict["returned"].values())
        put_in = sum(seat["put_in"] for seat in verdict["seats"])
        assert (put_in - back) * unit == Decimal(row["contributed"]), row["hand_no"]
        uncalled = {seat["player"]: seat["returned"] * unit for seat in verdict["seats"] if seat["returned"]}
        assert uncalled == {player: Decimal(text) for player, text in row["uncalled"].items()}, row["hand_no"]
        taken = sum(pot["rake"] for pot in verdict["pots"])
        assert put_in - back == sum(seat["won"] for seat in verdict["seats"]) + taken


def test_the_game_and_its_stakes_are_those_of_the_index(
    hands: list[tuple[Read, dict[str, Any], dict[str, Any]]],
) -> None:
    for read, _, row in hands:
        document = read.document
        unit = Decimal(1).scaleb(-document["decimals"])
        assert document["game"] == row["game"]
        assert len(document["seats"]) == row["players"]
        for stake in ("ante", "bring_in", "small_bet", "big_bet"):
            stated = row[stake] or row.get(f"inferred_{stake}")
            if stated and f"stakes.{stake}" not in read.inferred:
                assert document["stakes"].get(stake, 0) * unit == Decimal(stated), (row["hand_no"], stake)


def test_the_source_result_is_taken_as_given_only_where_a_hand_was_never_seen(
    hands: list[tuple[Read, dict[str, Any], dict[str, Any]]],
) -> None:
    for read, verdict, row in hands:
        codes = {warning["code"] for warning in verdict["warnings"]}
        assert "outcome-differs" not in codes, row["hand_no"]
        if "taken-as-given" in codes:
            assert row["verified"] == SETTLED_BY_THE_SOURCE, row["hand_no"]
        if row["verified"] == "cards":
            bases = {award["basis"] for pot in verdict["pots"] for award in pot["awards"]}
            assert bases <= {"cards", "last-hand"}, (read.document["hand_no"], bases)


def test_the_text_agrees_with_itself(hands: list[tuple[Read, dict[str, Any], dict[str, Any]]]) -> None:
    for read, _, row in hands:
        assert read.doubts == (), row["hand_no"]


def test_a_rake_that_was_not_stated_is_named_as_inferred(
    hands: list[tuple[Read, dict[str, Any], dict[str, Any]]],
) -> None:
    for read, _, row in hands:
        unit = Decimal(1).scaleb(-read.document["decimals"])
        taken = sum(read.document.get("rake", [])) * unit
        stated = row["rake"] is not None
        expected = Decimal(row["rake"] or row.get("implied_rake") or "0") + Decimal(row.get("other_fee") or "0")
        assert taken == expected, row["hand_no"]
        assert ("rake" in read.inferred) == (not stated and taken > 0), row["hand_no"]
