"""Records of nothing but the end of a hand: two in every game, one a tie with an odd chip, one with a side pot."""

from __future__ import annotations

from typing import Any

import pytest

from studbook.games import GAMES
from tests.engine.rulebook_hands import ended, hand, rule

LOW = ("razz", "deuce-to-seven-razz")
DECLARED = ("stud-hi-lo-declare", "new-york-new-york", "wall-street")
HALVED = ("stud-hi-lo-8", "stud-hi-lo-hungarian", "stud-hi-lo", *DECLARED)


def held(game: str, cards: str) -> str:
    return cards[: 2 * GAMES[game].hand_size]


def told(game: str, cards: str, put_in: int, way: str) -> str:
    return f"{held(game, cards)} {put_in} {way if game in DECLARED else ''}"


@pytest.mark.parametrize("game", GAMES)
def test_equal_hands_share_and_the_ace_of_spades_takes_the_odd_chip(game: str) -> None:
    hands = (told(game, "AhKcQsJd9h7c4d", 10, "high"), told(game, "AsKdQcJh9s7d4c", 10, "high"), "- 1 folded")
    ruling = rule(ended(game, *hands))
    assert ruling.status == "settled"
    assert ruling.pots == [(21, [1, 2])]
    assert ruling.won == {1: 10, 2: 11}
    assert sum(award["odd_chips"] for award in ruling.verdict["pots"][0]["awards"]) >= 1
    assert all(award["basis"] == "cards" for award in ruling.verdict["pots"][0]["awards"])
    by_position = ended(game, *hands, rules={"odd_chip_between_equal_hands": "nearest_dealers_left"})
    assert rule(by_position).won == {1: 11, 2: 10}


def side_pot(game: str) -> dict[int, int]:
    """Seat 1 has the wheel and 5 in; seat 2 kings, seat 3 nines and an 8-7 low, 10 each."""
    if game in LOW:
        # Deuce-to-seven: the wheel's ace is high, and Q-5-4-3-2 is beaten by 8-7-6-4-2.
        return {1: 15, 3: 10} if game == "razz" else {3: 25}
    if game in HALVED:
        return {1: 15, 2: 5, 3: 5}
    if game == "no-peek-hi-lo":
        return {1: 15, 2: 8, 3: 2}
    return {1: 15, 2: 10}


@pytest.mark.parametrize("game", GAMES)
def test_a_side_pot_is_won_by_those_that_are_in_it(game: str) -> None:
    hands = (
        told(game, "Ac2d3h4s5cKdQh", 5, "both"),
        told(game, "KsKcQdJdTs8h7h", 10, "high"),
        told(game, "9s9c8d7s6d4h2h", 10, "low"),
    )
    ruling = rule(ended(game, *hands))
    assert ruling.status == "settled"
    assert ruling.pots == [(15, [1, 2, 3]), (10, [2, 3])]
    assert ruling.won == side_pot(game)
    assert ruling.net == {seat: ruling.won.get(seat, 0) - put_in for seat, put_in in ((1, 5), (2, 10), (3, 10))}


@pytest.mark.parametrize("game", GAMES)
def test_the_pots_may_be_given_instead_of_what_was_put_in(game: str) -> None:
    hands = (
        told(game, "Ac2d3h4s5cKdQh", 5, "both"),
        told(game, "KsKcQdJdTs8h7h", 10, "high"),
        told(game, "9s9c8d7s6d4h2h", 10, "low"),
    )
    document = ended(game, *hands)
    for shown in document["showdown"]["hands"]:
        del shown["put_in"]
    document["showdown"]["pots"] = [{"amount": 15, "eligible": [1, 2, 3]}, {"amount": 10, "eligible": [2, 3]}]
    ruling = rule(document)
    assert ruling.won == side_pot(game)
    assert set(ruling.net.values()) == {None}


def test_a_community_card_belongs_to_every_hand() -> None:
    document = ended("seven-card-stud", "AsAd2c3c4h6h", "KsKd2s3s4d6d")
    document["showdown"]["community"] = "Kc"
    ruling = rule(document)
    assert ruling.won == {2: 20}
    assert ruling.verdict["seats"][1]["high"]["name"] == "three kings"


def test_an_unseen_card_in_a_shown_hand_may_leave_it_undecided() -> None:
    open_ = rule(ended("seven-card-stud", "AsAdAc2c3c4h??", "KsKdKc2s3s4d6d"))
    assert (open_.status, open_.won) == ("settled", {1: 20})
    close = rule(ended("seven-card-stud", "AsAd8c2c3d4h??", "KsKdKc2s3s4d6d"))
    assert (close.status, close.won) == ("undecided", {})
    assert close.due == ([1], "show")


def test_a_hand_out_at_the_showdown_wins_nothing() -> None:
    for out in ("folded", "mucked", "dead"):
        ruling = rule(ended("seven-card-stud", f"AsAdAcAh2c3c4c {out}", "KsKdKc2s3s4d6d", "QsQdQc2h3h4h6h"))
        assert ruling.won == {2: 30}
        assert ruling.pots == [(30, [1, 2, 3] if out == "mucked" else [2, 3])]
        assert ruling.verdict["seats"][0]["outcome"] == out


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"cards": ["As", "Ad", "Ac", "Ah"]}, "wrong-card-count", "/showdown/hands/0/cards"),
        ({"cards": ["Ks", "Ad", "Ac", "Ah", "2c", "3c", "4c"]}, "duplicate-card", "/showdown/hands/"),
        ({"declared": "high"}, "declaration-not-played", "/showdown/hands/0/declared"),
        ({"seat": 3}, "bad-seats", "/showdown/hands/0/seat"),
        ({"wild": ["As"]}, "bad-showdown", "/showdown/hands/0/wild"),
        ({"put_in": None}, "bad-showdown", "/showdown/hands/0/put_in"),
    ],
)
def test_a_showdown_that_cannot_be_is_refused_where_it_is_wrong(
    change: dict[str, Any], code: str, pointer: str
) -> None:
    document = ended("seven-card-stud", "AsAdAcAh2c3c4c", "KsKdKc2s3s4d6d")
    shown = document["showdown"]["hands"][0]
    shown.update(change)
    document["showdown"]["hands"][0] = {name: value for name, value in shown.items() if value is not None}
    ruling = rule(document)
    assert ruling.status == "illegal"
    [violation] = ruling.verdict["violations"]
    assert violation["code"] == code
    assert violation["pointer"].startswith(pointer)
    assert violation["event"] is None


def test_a_live_hand_that_did_not_declare_is_named() -> None:
    ruling = rule(ended("stud-hi-lo-declare", "AsAdAcAh2c3c4c high", "KsKdKc2s3s4d6d"))
    assert ruling.verdict["violations"][0]["code"] == "declaration-missing"
    assert "2" in ruling.verdict["violations"][0]["message"]


def test_the_end_of_a_hand_settles_as_the_whole_hand_does() -> None:
    line = (
        "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc; bring-in 1 3; complete 2 10; call 3; call 1; street 5h 6h 4s; around; "
        "street 9h 3d Js; around; street 4d 7d 8d; around; street Ah Qd Ts; around"
    )
    whole = rule(hand("seven-card-stud", [11, 200, 200], line))
    ends = rule(ended("seven-card-stud", "AsKd2c5h9h4dAh 11", "QhJh9d6h3d7dQd 11", "8s7sKc4sJs8dTs 11"))
    assert whole.status == ends.status == "settled"
    assert (whole.pots, whole.won, whole.net) == (ends.pots, ends.won, ends.net)
