"""Fine points of the cards: the last card, the centre, cards that nobody saw."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulebook_hands import Document, eight_to_the_end, events, hand, rule

NEW_YORK = "new-york-new-york"
WALL_STREET = "wall-street"
HOME: dict[str, Any] = {"structure": "fixed-limit", "ante": 1, "small_bet": 5, "big_bet": 10}
PRICED = HOME | {"unit": 2}
# New York New York, three seats, to the first choice of seventh street; the queen and the four were never taken.
CHOSEN = "d 1 2h6c/Ad 2 KdKc/Jd 3 Tc7h/9c; around; turn 1 Qs; turn 2 4c"
for _street in ("5s Jh 7d", "8s 8h 8d", "2s 3h 2d"):
    CHOSEN += "".join(f"; take {seat} deck {card}" for seat, card in enumerate(_street.split(), 1)) + "; around"
ROW = "turn 1 5c; turn 2 9d; turn 3 Ks"


def test_hands_that_die_while_the_common_card_is_due_leave_a_card_for_each_of_the_others() -> None:
    # Eight to the end: 1 in the stub and 3 burns, one of them burned again: 3 cards, one common card for eight hands.
    play = eight_to_the_end(0)
    assert rule(hand("seven-card-stud", 8, play)).due == ([], "community")
    killed = "; ".join(f"kill {seat} left the table" for seat in range(2, 7))
    ruling = rule(hand("seven-card-stud", 8, f"{play}; {killed}"))
    assert (ruling.due, ruling.offer("deal")) == (([1], "deal"), {"type": "deal", "seat": 1, "down": 1, "up": 0})


def test_on_seventh_street_no_centre_card_is_turned_once_no_chooser_is_left() -> None:
    play = f"{CHOSEN}; take 1 deck Ts; take 2 1"
    assert rule(hand(NEW_YORK, 3, play, stakes=HOME)).due == ([], "turn")
    ruling = rule(hand(NEW_YORK, 3, f"{play}; kill 3 left the table", stakes=HOME))
    assert (ruling.due, ruling.verdict["table"]["dead"]) == (([2], "act"), ["9c", "7d", "8d", "2d", "4c"])


def test_the_row_is_filled_only_before_somebody_decides() -> None:
    play = f"d 1 8c4s/8h 2 5d9h/Qs 3 KcJh/3d; {ROW}; turn 4 Ah; around; take 1 deck 7c; buy 2 1; kill 3 left the table"
    ruling = rule(hand(WALL_STREET, 3, play, stakes=PRICED))
    assert ruling.due == ([2], "act")
    assert ruling.verdict["table"]["centre"] == {"1": None, "2": "9d", "3": "Ks", "4": "Ah"}


@pytest.mark.parametrize(
    ("lies", "bought", "refused"),
    [("??", "Ah", None), ("Ah", "??", None), ("??", "Ks", "duplicate-card"), ("Ah", "As", "wrong-place-card")],
)
def test_a_card_bought_from_a_place_whose_face_was_not_seen_tells_it(
    lies: str, bought: str, refused: str | None
) -> None:
    document = hand(WALL_STREET, 3, f"d 1 8c4s/8h 2 5d9h/Qs 3 KcJh/3d; {ROW}; turn 4 {lies}; around", stakes=PRICED)
    document["events"].append({"type": "buy", "seat": 1, "place": 4, "card": bought})
    ruling = rule(document)
    assert (ruling.refused[1] if ruling.refused else None) == refused
    if refused is None:
        assert ruling.verdict["seats"][0]["up"] == ["8h", "Ah"]


def _wild_against(down: str, last: str) -> Document:
    """Seat 3 buys two cards from the dearest place; what it holds down is ``down`` and ``last``."""
    rules = {"wild": "bought_from_top_price", "pot_for": "high"}
    document = hand(WALL_STREET, 3, stakes=PRICED, rules=rules)
    play = (
        f"d 1 8c4s/8h 2 5d9h/Qs 3 {down}/3d; {ROW}; turn 4 Ah; around; take 1 deck 8s; take 2 deck 7d; buy 3 4; around"
        "; turn 4 2d; take 1 deck 2c; take 2 deck 6c; buy 3 4; around; turn 4 Tc; take 1 deck 3h; take 2 deck 3c"
        f"; take 3 deck Jd; around; d 1 9s/ 2 Kh/ 3 {last}/; around"
    )
    return document | {"events": events(play, document)}


def test_wild_cards_count_beside_cards_that_nobody_saw() -> None:
    # Two wild cards, a jack and a three: three jacks at least, which beat seat 1's three eights.
    for down, last in (("KdJh", "??"), ("??Jh", "??"), ("????", "??")):
        ruling = rule(_wild_against(down, last))
        assert (ruling.status, ruling.won) == ("settled", {3: 19})


def test_a_common_card_that_stood_is_no_card_twice() -> None:
    play = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc; bring-in 1 3; around"
    for up in ("5h 6h 4s", "9h Tc 4d", "Jd 3d 6s"):
        play += f"; street {up}; around"
    again = rule(hand("seven-card-stud", 3, f"{play}\n! community 4s"))
    assert again.refused == (24, "duplicate-card", "stud/deck")
    assert rule(hand("seven-card-stud", 3, f"{play}\n! community 4h")).due == ([3], "act")


def test_each_time_that_an_unseen_card_decides_who_opens_there_is_a_warning() -> None:
    play = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/??; bring-in 1 3; around; street 5h 6h 4s; check 3; check 1 2"
    play += "; street 9h Tc 3d; check 3; check 1 2"
    ruling = rule(hand("seven-card-stud", 3, play))
    assert [row["event"] for row in ruling.verdict["warnings"] if row["code"] == "not-checked"] == [9, 15]


@pytest.mark.parametrize(
    ("held", "shown", "code"),
    [
        ("AsKd", "Qh", "shown-cards-differ"),  # dealt to seat 2, but seat 1's cards are all known
        ("As??", "Qh", "duplicate-card"),  # it might be seat 1's unseen card, if it were not seat 2's
        ("As??", "QdQc", "shown-cards-differ"),
        ("AsKd", "AsAs", "duplicate-card"),
        ("As??", "AsKd", None),
    ],
)
def test_a_shown_card_is_one_that_the_seat_holds_or_may_hold(held: str, shown: str, code: str | None) -> None:
    ruling = rule(hand("seven-card-stud", 3, f"d 1 {held}/2c 2 QhJh/9d 3 8s7s/Kc; bring-in 1 3; show 1 {shown}"))
    assert (ruling.refused[1] if ruling.refused else None) == code
