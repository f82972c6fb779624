"""The articles of No Peek and No Peek High-Low, each by a hand that it decides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulebook_hands import Ruling, ended, hand, house_article, rule, shows

PEEK = "no-peek"
PEEK_LOW = "no-peek-hi-lo"
HOME = {"structure": "fixed-limit", "small_bet": 10, "big_bet": 20, "ante": 1}

# -- No Peek ---------------------------------------------------------------------------------------------------------

UNSEEN = "?" * 14
P_DEAL = f"d 1 {UNSEEN}/ 2 {UNSEEN}/"
P_CENTRE = f"{P_DEAL}; turn 1 Td"
P_KING = f"{P_CENTRE}; flip 1 Kh; around"
SEVEN_NOTHING = "; ".join(f"flip 2 {card}" for card in ("Qs", "Jh", "8c", "7d", "5h", "4s", "2d"))


def peek(play: str, seats: Any = 2, game: str = PEEK, **more: Any) -> Ruling:
    return rule(hand(game, seats, play, stakes=HOME, **more))


def last_of(play: str) -> int:
    return len(hand(PEEK, 2, play, stakes=HOME)["events"]) - 1


@shows("no-peek/exhaustion")
def test_seven_can_play_no_peek() -> None:
    assert peek("", 7).refused is None
    assert peek("", 8).refused == (None, "not-enough-cards", "no-peek/exhaustion")


@shows("no-peek/up-and-down")
def test_seven_cards_lie_face_down() -> None:
    assert peek(f"d 1 {'?' * 12}/As").refused == (0, "up-down-pattern", "no-peek/up-and-down")
    assert peek("").offer("deal") == {"type": "deal", "seat": 1, "down": 7, "up": 0}


@shows("no-peek/peeking")
def test_who_peeks_has_a_dead_hand() -> None:
    ruling = peek(f"{P_KING}; kill 1 looked at a card")
    assert ruling.verdict["seats"][0]["outcome"] == "dead"
    assert ruling.won == {2: 2}


@shows("no-peek/row")
def test_one_centre_card_is_the_first_hand_to_beat() -> None:
    ruling = peek(P_CENTRE)
    assert ruling.verdict["table"]["to_beat"]["cards"] == ["Td"]
    wrong = f"{P_DEAL}; turn 2 Td"
    assert peek(wrong).refused == (last_of(wrong), "empty-place", "no-peek/row")


@shows("no-peek/refill")
def test_a_beaten_centre_card_stays_out() -> None:
    ruling = peek(P_KING)
    assert (ruling.due, ruling.verdict["table"]["centre"]) == (([2], "flip"), {"1": "Td"})
    again = f"{P_KING}; turn 1 9c"
    assert peek(again).refused == (last_of(again), "unexpected-event", "stud/order-of-play")


@shows("no-peek/flipping")
def test_a_hand_flips_until_it_beats_and_stops_exactly_there() -> None:
    early = f"{P_CENTRE}; flip 1 9h; check 1"
    assert peek(early).refused == (last_of(early), "must-keep-flipping", "no-peek/flipping")
    late = peek(f"{P_CENTRE}; flip 1 Kh; flip 1 Ks")
    assert late.refused is not None
    assert (late.refused[1], late.due[1]) == ("unexpected-event", "act")


@shows("no-peek/to-beat")
def test_equal_does_not_beat_and_a_folded_hand_need_not_be_beaten() -> None:
    assert peek(f"{P_CENTRE}; flip 1 Th").due == ([1], "flip")
    three = f"d 1 {UNSEEN}/ 2 {UNSEEN}/ 3 {UNSEEN}/; turn 1 Td; flip 1 Kh; check 1 2 3; flip 2 Ks"
    assert peek(three, 3).due == ([2], "flip")
    # Once seat 1 is gone and the centre card was beaten, any card beats.
    gone = f"d 1 {UNSEEN}/ 2 {UNSEEN}/ 3 {UNSEEN}/; turn 1 Td; flip 1 Kh; fold 1; check 2 3; flip 2 3c"
    assert peek(gone, 3).due == ([2], "act")


@shows("no-peek/partial-hands")
def test_an_extra_card_beats_a_missing_one() -> None:
    assert peek(f"{P_CENTRE}; flip 1 Th; flip 1 4c").due == ([1], "act")
    # A ten, then an equal ten-four, then ten-four-deuce.
    play = f"{P_CENTRE}; flip 1 Th; flip 1 4c; around; flip 2 Ts; flip 2 4d"
    assert peek(play).due == ([2], "flip")
    assert peek(f"{play}; flip 2 2c").due == ([2], "act")


@shows("no-peek/opener")
def test_the_best_hand_showing_opens_the_round_after_every_turn() -> None:
    assert peek(f"{P_CENTRE}; flip 1 Kh").due == ([1], "act")
    assert peek(f"{P_KING}; flip 2 Ah").due == ([2], "act")
    assert peek(f"{P_KING}; {SEVEN_NOTHING}").due == ([1], "act")
    # Seat 1 fails against an ace in the centre and nobody else shows a card: the seat to its left opens.
    deal = f"d 1 {UNSEEN}/ 2 {UNSEEN}/ 3 {UNSEEN}/; turn 1 Ad"
    assert peek(f"{deal}; {SEVEN_NOTHING.replace('flip 2', 'flip 1')}", 3).due == ([2], "act")


@shows("no-peek/stakes")
def test_every_round_is_at_the_small_bet_and_nobody_brings_it_in() -> None:
    refused = rule(hand(PEEK, 2, "", stakes={**HOME, "bring_in": 3}))
    assert refused.refused == (None, "bad-stakes", "no-peek/stakes")
    for play in (f"{P_CENTRE}; flip 1 Kh", f"{P_KING}; flip 2 Ah"):
        assert peek(play).offer("bet") == {"exactly": [10]}


@shows("no-peek/failed-turn")
def test_a_hand_that_fails_must_fold_even_if_it_is_checked() -> None:
    play = f"{P_KING}; {SEVEN_NOTHING}; check 1; check 2"
    ruling = peek(play)
    assert ruling.refused == (last_of(play), "must-fold", "no-peek/failed-turn")
    assert len(ruling.said("no-peek/failed-turn")) == 1
    folded = peek(f"{P_KING}; {SEVEN_NOTHING}; check 1; fold 2")
    assert (folded.won, folded.warned) == ({1: 2}, [])
    # Without chips it is dead at once.
    broke = peek(f"{P_KING}; {SEVEN_NOTHING}", [200, 1])
    assert (broke.status, broke.verdict["seats"][1]["outcome"]) == ("settled", "dead")


@shows("no-peek/end-of-play", "no-peek/flipping")
def test_play_ends_when_every_hand_has_folded_or_shown_all_seven() -> None:
    turns = ["Kh", "Ah", "Kd", "Ad", "9h 9d", "Qh Qd", "Kc", "Ac", "9c Ks", "As"]
    play = P_CENTRE
    for turn, flips in enumerate(turns):
        play += "".join(f"; flip {turn % 2 + 1} {card}" for card in flips.split()) + "; around"
    # Seat 1 shows all seven; seat 2 leads with four aces and still flips its last card.
    assert peek(play).due == ([2], "flip")
    ended_ = peek(f"{play}; flip 2 2c; around")
    assert (ended_.status, ended_.awards) == ("settled", [[(2, 2, "whole", "stud/high")]])


# -- No Peek High-Low ------------------------------------------------------------------------------------------------

L_DEAL = f"d 1 {UNSEEN}/ 2 {UNSEEN}/ 3 {UNSEEN}/; turn 1 Td; flip 1 Ah; check 1 2 3"


@shows("no-peek-hi-lo/phase-two")
def test_a_failed_hand_with_the_best_low_stays_and_phase_two_begins() -> None:
    ruling = peek(f"{L_DEAL}; {SEVEN_NOTHING}", 3, PEEK_LOW)
    assert len(ruling.said("no-peek-hi-lo/phase-two")) == 1
    assert ruling.offer("bet") == {"exactly": [10]}
    # Phase two: seat 3's turn ends with a better low, though its high does not beat the ace.
    third = "; ".join(f"flip 3 {card}" for card in ("6c", "5c", "4c", "3d", "9h"))
    low = peek(f"{L_DEAL}; {SEVEN_NOTHING}; check 1 2 3; {third}", 3, PEEK_LOW)
    assert low.due[1] == "flip"
    better = peek(f"{L_DEAL}; {SEVEN_NOTHING}; check 1 2 3; {third.replace('9h', '8h')}", 3, PEEK_LOW)
    # The best high hand showing opens the round that follows.
    assert better.due == ([1], "act")


@shows("no-peek-hi-lo/failed-turn")
def test_a_hand_that_fails_both_ways_must_fold() -> None:
    third = "; ".join(f"flip 3 {card}" for card in ("Qd", "Jd", "Ts", "8h", "7c", "6s", "4h"))
    play = f"{L_DEAL}; {SEVEN_NOTHING}; check 1 2 3; {third}; check 1 2 3"
    ruling = peek(play, 3, PEEK_LOW)
    assert ruling.refused is not None
    assert ruling.refused[1:] == ("must-fold", "no-peek-hi-lo/failed-turn")
    assert ruling.due == ([3], "act")


@shows("no-peek-hi-lo/partial-low")
@pytest.mark.parametrize(("reading", "stays"), [("five_cards_needed", True), ("compare_as_shown", False)])
def test_a_low_needs_five_cards_showing(reading: str, stays: bool) -> None:
    # Seat 1's lone ace would be the better low if lows were compared as shown.
    ruling = peek(f"{L_DEAL}; {SEVEN_NOTHING}; check 1", 3, PEEK_LOW, rules={"partial_low": reading})
    assert [event["type"] for event in ruling.verdict["next"]["events"]] == (["check", "bet"] if stays else ["fold"])
    assert house_article(PEEK_LOW, "partial_low") == "no-peek-hi-lo/partial-low"


@shows("no-peek-hi-lo/shares")
@pytest.mark.parametrize(("share", "won"), [(75, {1: 60, 2: 20}), (50, {1: 40, 2: 40})])
def test_eighty_is_divided_sixty_and_twenty(share: int, won: dict[int, int]) -> None:
    ruling = rule(ended(PEEK_LOW, "Ts9d8h7c6dKsKd", "Kc8c6s4h3c2dJd", put_in=40, rules={"high_share": share}))
    assert ruling.won == won
    assert len(ruling.said("no-peek-hi-lo/shares")) == 1
