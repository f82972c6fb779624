"""Disputed showdowns: only the end of a hand, two for every game, one of them a tie and one with side pots.

Between ties the odd chip goes by the highest card by suit. In the hands with side pots seat 1 is in for 10, seat 2 for
30, seat 3 for 50, and seat 4 folded 20: a main pot of 40 for the three, a side pot of 50 for seats 2 and 3, 20 back to
seat 3.
"""

from __future__ import annotations

from typing import Any

import pytest

from studbook.games import GAMES
from studbook.record import record_from_dict
from studbook.referee import replay
from tests.engine.rulebook_hands import ended

Document = dict[str, Any]

PLAIN_TIE = ("AsKdQhJc9s3d2c 11", "AdKcQsJh9d4c2h 11", "- 3 folded")
LOWS_TIE = ("8s6d4h3cAsKdKc 12", "8d6c4s3hAdQcQs 12", "- 3 folded")
HIGHS_TIE = ("AsKdQhJc9s3d2c high 13", "AdKcQsJh9d4c2h high 13", "8s7d5c4h2sTdTh low 13", "- 2 folded")

HIGHS = ("AsAdKhQc9s5d3c 10", "KsKdAhJc9d5h3s 30", "QsQdAcJd8h6c2s 50", "- 20 folded")
BOTH_WAYS = ("7s5d4h3cAsQdJc 10", "KsKdQhJd9s8c6h 30", "QsTd9d8h8d6c2s 50", "- 20 folded")
DECLARED = ("7s5d4h3cAsQdJc low 10", "KsKdQhJd9s8c6h high 30", "QsTd9d8h8d6c2s high 50", "- 20 folded")

# What each seat won.
TIES: dict[str, tuple[tuple[str, ...], dict[int, int]]] = {
    "seven-card-stud": (PLAIN_TIE, {1: 13, 2: 12}),
    "no-peek": (PLAIN_TIE, {1: 13, 2: 12}),
    "five-card-stud": (("AsKdQhJc9s 11", "AdKcQsJh9d 11", "- 3 folded"), {1: 13, 2: 12}),
    "razz": (("7s5d4h3cAsKdKc 11", "7d5c4s3hAdQcQs 11", "- 3 folded"), {1: 13, 2: 12}),
    "deuce-to-seven-razz": (("7s5d4h3c2sKdKc 11", "7d5c4s3h2dQcQs 11", "- 3 folded"), {1: 13, 2: 12}),
    # 27: high 14, and 13 for two equal lows.
    "stud-hi-lo-8": (LOWS_TIE, {1: 21, 2: 6}),
    "stud-hi-lo-hungarian": (LOWS_TIE, {1: 21, 2: 6}),
    "stud-hi-lo": (LOWS_TIE, {1: 21, 2: 6}),
    # 27: low a quarter, rounded down, 6 for the two of them.
    "no-peek-hi-lo": (LOWS_TIE, {1: 24, 2: 3}),
    # 41: 21 for two equal highs, low 20.
    "stud-hi-lo-declare": (HIGHS_TIE, {1: 11, 2: 10, 3: 20}),
    "new-york-new-york": (HIGHS_TIE, {1: 11, 2: 10, 3: 20}),
    "wall-street": (HIGHS_TIE, {1: 11, 2: 10, 3: 20}),
}
SIDE_POTS: dict[str, tuple[tuple[str, ...], dict[int, int]]] = {
    "seven-card-stud": (HIGHS, {1: 40, 2: 50}),
    "no-peek": (HIGHS, {1: 40, 2: 50}),
    "five-card-stud": (("AsAdKhQc9s 10", "KsKdAhJc9d 30", "QsQdAcJd8h 50", "- 20 folded"), {1: 40, 2: 50}),
    "razz": (("6s4d3h2cAsKdKc 10", "7s5d4h3cAdQcQs 30", "8s6d5h4c2dJcJs 50", "- 20 folded"), {1: 40, 2: 50}),
    "deuce-to-seven-razz": (
        ("7s5d4h3c2sKdKc 10", "8s6d5h4c2dQcQs 30", "9s7d6c4d3hJcJs 50", "- 20 folded"), {1: 40, 2: 50},
    ),
    # No low qualifies in the side pot.
    "stud-hi-lo-8": (BOTH_WAYS, {1: 20, 2: 70}),
    "stud-hi-lo-hungarian": (BOTH_WAYS, {1: 20, 2: 70}),
    # Any five cards are a low: seat 3's ten-nine takes it.
    "stud-hi-lo": (BOTH_WAYS, {1: 20, 2: 45, 3: 25}),
    "no-peek-hi-lo": (BOTH_WAYS, {1: 10, 2: 68, 3: 12}),
    # Nobody declared low in the side pot.
    "stud-hi-lo-declare": (DECLARED, {1: 20, 2: 70}),
    "new-york-new-york": (DECLARED, {1: 20, 2: 70}),
    "wall-street": (DECLARED, {1: 20, 2: 70}),
}  # fmt: skip
SHOWDOWNS = [(game, kind) for game in GAMES for kind in ("tie", "side-pots")]


def showdown(game: str, kind: str) -> tuple[Document, dict[int, int]]:
    """The record, and what each seat wins."""
    hands, won = (TIES if kind == "tie" else SIDE_POTS)[game]
    return ended(game, *hands, ref=f"showdown:{game}:{kind}", table="the porch"), won


def test_every_game_has_both() -> None:
    assert TIES.keys() == SIDE_POTS.keys() == GAMES.keys()


@pytest.mark.parametrize(("game", "kind"), SHOWDOWNS)
def test_the_showdown_is_settled_to_the_chip(game: str, kind: str) -> None:
    record, won = showdown(game, kind)
    verdict = replay(record_from_dict(record)).to_dict()
    assert (verdict["status"], verdict["violations"]) == ("settled", [])
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"] if seat["won"]} == won
    if kind == "side-pots":
        assert [(pot["amount"], pot["eligible"]) for pot in verdict["pots"]] == [(40, [1, 2, 3]), (50, [2, 3])]
        assert verdict["returned"] == {"3": 20}
    else:
        [pot] = verdict["pots"]
        shares = [
            sorted(award["amount"] for award in pot["awards"] if award["for"] == part)
            for part in ("whole", "high", "low")
        ]
        assert any(len(share) == 2 and share[1] - share[0] in (0, 1) for share in shares)
    assert sum(seat["net"] for seat in verdict["seats"]) == 0
