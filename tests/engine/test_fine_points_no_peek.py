"""Fine points of No Peek: dead hands in their turn, failed hands that play on."""

from __future__ import annotations

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
