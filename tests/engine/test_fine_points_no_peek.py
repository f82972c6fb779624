"""Fine points of No Peek: dead hands in their turn, failed hands that play on."""

from __future__ import annotations

import pytest

from tests.engine.rulebook_hands import hand, rule

NO_PEEK = "no-peek"
STAKES = {"structure": "fixed-limit", "ante": 1, "small_bet": 5}
DEALT = "d 1 ??????????????/ 2 ??????????????/ 3 ??????????????/; turn 1 9s"
PAIR = f"{DEALT}; flip 1 9h; flip 1 9d; around"
FAILED = f"{PAIR}; flip 2 2c; flip 2 3d; flip 2 4d; flip 2 5h; flip 2 7c; flip 2 8c; flip 2 Kh"


def test_a_hand_that_is_dead_before_it_has_flipped_had_no_turn_and_no_round_follows() -> None:
    ruling = rule(hand(NO_PEEK, 3, f"{PAIR}; kill 2 looked at its cards", stakes=STAKES))
    assert ruling.due == ([3], "flip")
    begun = rule(hand(NO_PEEK, 3, f"{PAIR}; flip 2 2c; kill 2 looked at its cards", stakes=STAKES))
    assert begun.due == ([1], "act")


def test_a_failed_hand_whose_wager_stood_plays_on_and_may_call() -> None:
    played = f"{FAILED}; bet 1 5\n! raise 2 10\nraise 3 15; call 1"
    ruling = rule(hand(NO_PEEK, 3, played, stakes=STAKES))
    assert ruling.warned == [("must-fold", "stud/stands")]
    assert (ruling.due, ruling.offer("call")) == (([2], "act"), 15)


def test_a_flip_out_of_turn_that_stood_is_the_turn_of_that_seat_and_play_goes_on_to_its_left() -> None:
    third = f"{PAIR}\n! flip 3 Ah\nflip 3 Ad"
    assert rule(hand(NO_PEEK, 3, third, stakes=STAKES)).due == ([3], "act")
    lap = f"{third}; around"
    assert rule(hand(NO_PEEK, 3, lap, stakes=STAKES)).due == ([1], "flip")
    # Seat 1, which shows two cards, is passed over: seat 2 has had a turn, and a round follows it, though it died.
    died = rule(hand(NO_PEEK, 3, f"{lap}\n! flip 2 3c\nkill 2 looked at its cards", stakes=STAKES))
    assert died.due == ([3], "act")


# Seat 1 is all-in with a pair of aces, which seat 2 does not beat in all its seven cards.
ALL_IN_ACES = f"""{DEALT}; flip 1 Ah; check 1; bet 2 5; call 3; call 1; flip 2 Ad; flip 2 2d; around
    flip 3 3s; flip 3 3h; around; flip 1 Ac; around; flip 2 4c; flip 2 5c; flip 2 7h; flip 2 8d; flip 2 9c"""


@pytest.mark.parametrize("reading", ["next_live_seat_to_left", "best_board_with_chips"])
@pytest.mark.parametrize(("chips", "due"), [(90, 3), (6, 2)])
def test_a_failed_hand_opens_only_where_no_other_has_chips(reading: str, chips: int, due: int) -> None:
    rules = {"opener_when_best_board_all_in": reading}
    ruling = rule(hand(NO_PEEK, [4, 90, chips], ALL_IN_ACES, stakes=STAKES, rules=rules))
    assert ruling.due == ([due], "act")
    assert ruling.verdict["seats"][2]["stack"] == (0 if chips == 6 else 84)
