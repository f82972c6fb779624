"""Fine points of the betting: what the articles imply in corners of a round."""

from __future__ import annotations

import pytest

from tests.engine.rulebook_hands import TEN_TWENTY, hand, rule

STUD = "seven-card-stud"
DECLARED = "stud-hi-lo-declare"
# Seat 1 brings it in; on fourth street seat 3 shows king high, seat 4 queen high.
FOUR = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc 4 4s4d/Qc; bring-in 1 3; around; street 5h 6h 4h Jc"
# Three seats to the last round, which seat 3 opens with its king; nothing but checks before.
THREE = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc; bring-in 1 3; around; street 5h 6h 4s; around; street 9h Qc 4d"
SEVENTH = f"{THREE}; around; street Jd 3d 6s; around; street 3c 5c 9c"

THIRD = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc"


def test_a_call_to_a_wrong_total_is_of_the_wrong_size_also_where_it_is_more_than_the_stack() -> None:
    play = f"{THIRD}; bring-in 1 3; call 2; complete 3 10; call 1"
    stacks = [200, 6, 200]  # seat 2 has 5 for this round
    assert rule(hand(STUD, stacks, f"{play}; call 2 to 5")).status == "in-progress"
    for to in (4, 6, 10):
        assert rule(hand(STUD, stacks, f"{play}; call 2 to {to}")).refused == (7, "bet-size", "stud/bet-size")
    # It may stand, chips that are not there never.
    assert rule(hand(STUD, stacks, f"{play}\n! call 2 to 4")).warned == [("bet-size", "stud/wrong-amount")]
    assert rule(hand(STUD, stacks, f"{play}\n! call 2 to 6")).refused == (7, "exceeds-stack", "stud/table-stakes")


@pytest.mark.parametrize(("posted", "first"), [(2, 10), (4, 10), (9, 10), (12, 22)])
def test_a_bring_in_of_another_amount_that_stood_is_the_level_and_no_bet_below_the_small_one(
    posted: int, first: int
) -> None:
    ruling = rule(hand(STUD, 3, f"{THIRD}\n! bring-in 1 {posted}"))
    assert ruling.warned == [("bad-bring-in-amount", "stud/wrong-amount")]
    assert ruling.offer("call") == posted
    assert ruling.offer("complete" if posted < 10 else "raise") == {"exactly": [first]}


def test_a_bring_in_as_large_as_the_small_bet_is_the_bet_and_three_raises_follow_it() -> None:
    stakes = {**TEN_TWENTY, "bring_in": 10}
    for name in ("bring-in", "complete"):
        ruling = rule(hand(STUD, 3, f"{THIRD}; {name} 1 10; raise 2 20; raise 3 30; raise 1 40", stakes=stakes))
        assert (ruling.offer("call"), ruling.offer("raise")) == (40, None)
    # Posted all-in for 6 it is called in full, and raised from there.
    short = rule(hand(STUD, [7, 200, 200], f"{THIRD}; bring-in 1 6", stakes=stakes))
    assert (short.offer("call"), short.offer("raise")) == (10, {"exactly": [20]})


def test_a_declaration_changed_in_the_bet_that_follows_it_may_stand() -> None:
    play = f"{SEVENTH}; around; declare 1 low; declare 2 high; declare 3 high; check 3"
    rules = {"bet_after_declare": True}
    changed = rule(hand(DECLARED, 3, f"{play}; declare 2 low", rules=rules))
    assert changed.refused == (34, "declaration-changed", "stud/declaration-stands")
    stood = rule(hand(DECLARED, 3, f"{play}\n! declare 2 low\ncheck 1 2", rules=rules))
    assert (stood.status, stood.verdict["seats"][1]["declared"]) == ("settled", "low")


def test_the_best_board_still_live_opens_where_the_opener_dies_before_it_has_acted() -> None:
    ruling = rule(hand(STUD, 4, f"{FOUR}; kill 3 left the table"))
    assert (ruling.due, ruling.openers[4]) == (([4], "act"), 4)
    # Seat 4 opens for a dead seat 3, not seat 1 to whose right it sits.
    swapped = rule(hand(STUD, 4, f"{FOUR}; check 3; kill 4 left the table"))
    assert (swapped.due, swapped.openers[4]) == (([1], "act"), 3)


def test_the_opener_of_the_first_street_is_looked_up_anew_too() -> None:
    third = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc 4 4s4d/Qc; kill 3 left the table"
    free = rule(hand(STUD, 4, third, stakes={"structure": "fixed-limit", "small_bet": 10, "big_bet": 20}))
    assert (free.due, free.openers) == (([4], "act"), {3: 4})


def test_the_bet_after_the_declaration_has_the_opener_of_the_last_street() -> None:
    rules = {"bet_after_declare": True}
    declared = "around; declare 1 low; declare 2 high; declare 3 high"
    ruling = rule(hand(DECLARED, 3, f"{SEVENTH}; {declared}", rules=rules))
    assert (ruling.due, ruling.offer("bet")) == (([3], "act"), {"exactly": [20]})
    # Seat 3 folded: the best board still live, seat 2's queen high, opens; who opened seventh stays.
    folded = "check 3; bet 1 20; call 2; fold 3; declare 1 low; declare 2 high"
    ruling = rule(hand(DECLARED, 3, f"{SEVENTH}; {folded}", rules=rules))
    assert (ruling.due, ruling.openers[7]) == (([2], "act"), 3)


def test_the_last_aggressor_shows_first_though_a_bet_after_the_declaration_was_not_possible() -> None:
    # Seats 2 and 3 call seat 1's last bet with their last chips: no round follows, and seat 1 still shows first.
    play = "check 3; bet 1 20; call 2; call 3; declare 1 low; declare 2 high; declare 3 high; show 3 8s7s"
    for after in (False, True):
        ruling = rule(hand(DECLARED, [200, 24, 24], f"{SEVENTH}; {play}", rules={"bet_after_declare": after}))
        assert ruling.status == "settled"
        assert ruling.warned == [("showdown-order", "stud/showdown-order")]
