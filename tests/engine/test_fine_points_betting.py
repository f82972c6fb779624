"""Fine points of the betting: what the articles imply in corners of a round."""

from __future__ import annotations

from tests.engine.rulebook_hands import hand, rule

STUD = "seven-card-stud"
DECLARED = "stud-hi-lo-declare"
# Seat 1 brings it in; on fourth street seat 3 shows king high, seat 4 queen high.
FOUR = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc 4 4s4d/Qc; bring-in 1 3; around; street 5h 6h 4h Jc"
# Three seats to the last round, which seat 3 opens with its king; nothing but checks before.
THREE = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc; bring-in 1 3; around; street 5h 6h 4s; around; street 9h Qc 4d"
SEVENTH = f"{THREE}; around; street Jd 3d 6s; around; street 3c 5c 9c"


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
