"""Where the documents leave a point open or differ from each other: the default and the other reading.

The rows are those of the first table of rules.md; each test names its row. Where the other reading is a house rule
both are played, otherwise the default alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from studbook.games import GAMES
from tests.engine.rulebook_hands import TEN_TWENTY, Ruling, eight_to_the_end, ended, hand, rule

STUD, HUNGARIAN = "seven-card-stud", "stud-hi-lo-hungarian"
OPEN_PAIR_GAMES = [game for game in GAMES if "fourth_street_open_pair" in GAMES[game].rules]
PEEK = {"structure": "fixed-limit", "small_bet": 10, "ante": 1}
UNSEEN = "d 1 ??????????????/ 2 ??????????????/ 3 ??????????????/; turn 1 Qs"


def play(game: str, line: str, seats: Any = 3, rules: dict[str, Any] | None = None, **more: Any) -> Ruling:
    return rule(hand(game, seats, line, rules=rules or {}, **more))


def bets(ruling: Ruling) -> list[int]:
    exact: list[int] = ruling.offer("bet")["exactly"]
    return exact


@pytest.mark.parametrize(
    ("game", "default"),
    [("stud-hi-lo-declare", "loses"), ("new-york-new-york", "wins"), ("wall-street", "wins")],
)
def test_row_1_a_both_that_ties_one_way_goes_by_the_games_own_document(game: str, default: str) -> None:
    hands = ("As2d3h4s5cKdKh both", "Ac2s3d4h5dQdJh low")
    won = {"loses": {2: 20}, "wins": {1: 15, 2: 5}}
    assert rule(ended(game, *hands)).won == won[default]
    for value, result in won.items():
        assert rule(ended(game, *hands, rules={"both_tie": value})).won == result


@pytest.mark.parametrize("game", OPEN_PAIR_GAMES)
def test_row_2_only_stud_for_high_lets_a_pair_open_the_big_bet(game: str) -> None:
    if game == "five-card-stud":
        line = "d 1 As/2c 2 Qh/9d 3 8s/Kc; bring-in 1 3; around; street 5h 6h Ks"
    else:
        line = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc; bring-in 1 {}; around; street 5h 6h Ks"
    line = line.format(5 if game == HUNGARIAN else 3)
    stakes = {**TEN_TWENTY, "bring_in": 5 if game == HUNGARIAN else 3}
    assert bets(play(game, line, stakes=stakes)) == ([10, 20] if game == STUD else [10])
    for value, sizes, others in (
        ("any_player_either_size", [10, 20], [10, 20]),
        ("opener_only", [10, 20], [10]),
        ("no_effect", [10], [10]),
    ):
        rules = {"fourth_street_open_pair": value}
        assert bets(play(game, line, rules=rules, stakes=stakes)) == sizes
        assert bets(play(game, f"{line}; check 3", rules=rules, stakes=stakes)) == others


@pytest.mark.parametrize("game", ["razz", "deuce-to-seven-razz"])
def test_row_2_razz_has_no_such_rule(game: str) -> None:
    ruling = play(game, "", rules={"fourth_street_open_pair": "any_player_either_size"})
    assert ruling.verdict["violations"][0]["code"] == "bad-rule"


@pytest.mark.parametrize(
    ("game", "boards"),
    [
        (STUD, "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/9s; bring-in 1 3; around; street 5h 6h 6s"),
        # Suit counts the high card against its holder nowhere: the higher opens in razz too.
        ("razz", "d 1 AsAd/Kc 2 QhJh/9d 3 8s7s/9s; bring-in 1 3; around; street 5h 6h 6s"),
    ],
)
def test_row_3_equal_boards_are_parted_by_position_or_by_suit(game: str, boards: str) -> None:
    assert play(game, boards).due == ([2], "act")
    assert play(game, boards, rules={"opener_tie": "high_card_by_suit"}).due == ([3], "act")


def test_row_4_after_a_common_card_the_best_board_with_it_opens_or_who_opened_sixth() -> None:
    line = eight_to_the_end(folds=0)
    before = play(STUD, line, 8)
    # Seats 5 to 8 show 3-9-J-K, each in its suit; seat 5 opened sixth street. The ace of spades makes seat 8 a flush.
    assert (before.due[1], before.openers[6]) == ("community", 5)
    best = play(STUD, f"{line}; community As", 8)
    sixth = play(STUD, f"{line}; community As", 8, {"community_opener": "same_as_sixth"})
    assert (best.due, sixth.due) == (([8], "act"), ([5], "act"))


def test_row_5_the_odd_chip_goes_by_all_cards_by_five_by_the_lowest_or_by_position() -> None:
    hands = ("7c5d4c3d2dKdKc", "7d5c4h3c2hKsQh", "7h5h4d3h2cQdQc", "- 1 folded")
    for value, seat in (
        (None, 2),
        ("highest_card_by_suit_all_cards", 2),
        ("highest_card_by_suit_five_cards", 3),
        ("lowest_card_by_suit_all_cards", 3),
        ("nearest_dealers_left", 1),
    ):
        rules = {} if value is None else {"odd_chip_between_equal_hands": value}
        assert rule(ended("razz", *hands, rules=rules)).won == {1: 10, 2: 10, 3: 10} | {seat: 11}


def test_row_6_the_last_to_bet_shows_first_in_the_hungarian_game_the_best_board() -> None:
    line = (
        "d 1 AsKd/Ac 2 QhJh/2c; around; street 5h 6h; around; street 9h 3d; around; street 4d 4c; around; "
        "d 1 ??/ 2 ??/; check 1; bet 2 20; call 1"
    )
    stakes = {**TEN_TWENTY, "bring_in": 5}
    for game, default, other, value in ((STUD, 2, 1, "best_board"), (HUNGARIAN, 1, 2, "last_aggressor")):
        assert play(game, line, 2, stakes=stakes).due[0][0] == default
        assert play(game, line, 2, {"showdown_first": value}, stakes=stakes).due[0][0] == other


def test_row_7_the_burns_come_back_before_a_common_card_in_the_hungarian_game_they_do_not() -> None:
    # One fold on third street: four cards in the stub for seven hands, seven with the burns.
    for game, default, other, value in (
        (STUD, "deal", "community", "community_only"),
        (HUNGARIAN, "community", "deal", "burns_then_community"),
    ):
        bring_in = 5 if game == HUNGARIAN else 3
        line, stakes = eight_to_the_end(1, bring_in), {**TEN_TWENTY, "bring_in": bring_in}
        assert play(game, line, 8, stakes=stakes).due[1] == default
        assert play(game, line, 8, {"exhaustion": value}, stakes=stakes).due[1] == other


def test_row_9_a_bet_and_three_raises_and_no_cap_between_two_but_in_the_hungarian_game() -> None:
    third = "d 1 AsKd/2c 2 QhJh/Kc; bring-in 1 5; call 2; street 5h 6h"
    two = f"{third}; bet 2 10; raise 1 20; raise 2 30; raise 1 40; raise 2 50"
    stakes = {**TEN_TWENTY, "bring_in": 5}
    for game, default, other, value in ((STUD, None, "raise-cap", "kept"), (HUNGARIAN, "raise-cap", None, "lifted")):
        for rules, wanted in (({}, default), ({"raise_cap_heads_up": value}, other)):
            refused = play(game, two, 2, rules, stakes=stakes).refused
            assert (refused and refused[1]) == wanted
    more = play(HUNGARIAN, two, 2, {"raise_cap": 4}, stakes=stakes)
    assert more.refused is None


def test_row_11_a_leader_flips_at_least_one_card() -> None:
    """A default without another reading: a leader has nothing to flip for, and play would never end."""
    # Seat 1's ace leads, seat 2 fails and stays with the best low, seat 3 fails both ways and folds.
    line = (
        f"{UNSEEN}; flip 1 As; around; flip 2 2c; flip 2 3d; flip 2 4h; flip 2 5s; flip 2 7c; flip 2 8d; flip 2 9h; "
        "around; flip 3 2d; flip 3 3h; flip 3 4s; flip 3 7d; flip 3 8h; flip 3 9c; flip 3 Th; check 1; check 2; fold 3"
    )
    leader = play("no-peek-hi-lo", line, stakes=PEEK)
    assert leader.verdict["table"]["to_beat"]["seat"] == 1
    assert leader.due == ([1], "flip")
    refused = play("no-peek-hi-lo", f"{line}; check 1", stakes=PEEK).refused
    assert refused is not None
    assert refused[1] == "must-keep-flipping"
    # One card that keeps it in the lead is enough.
    assert play("no-peek-hi-lo", f"{line}; flip 1 Kc", stakes=PEEK).due == ([1], "act")


@pytest.mark.parametrize(("value", "stays"), [(None, True), ("five_cards_needed", True), ("compare_as_shown", False)])
def test_row_12_a_low_needs_five_cards_unless_the_dealer_rules_otherwise(value: str | None, stays: bool) -> None:
    line = (
        f"{UNSEEN}; flip 1 As; around; flip 2 2c; flip 2 3d; flip 2 4h; flip 2 5s; flip 2 7c; flip 2 8d; flip 2 9h; "
        "check 1"
    )
    rules = {} if value is None else {"partial_low": value}
    offered = play("no-peek-hi-lo", line, rules=rules, stakes=PEEK).verdict["next"]["events"]
    assert [event["type"] for event in offered] == (["check", "bet"] if stays else ["fold"])


def test_row_13_new_york_opens_with_a_bring_in_if_one_is_set_otherwise_by_the_highest_card() -> None:
    third = "d 1 AsKd/9d 2 QhJh/2c 3 8s7s/Kc"
    forced = play("new-york-new-york", third)
    assert (forced.due, forced.offer("bring-in")) == (([2], "act"), 3)
    unforced = {**TEN_TWENTY, "bring_in": 0}
    free = play("new-york-new-york", third, stakes=unforced)
    assert (free.due, free.offer("bet")) == (([3], "act"), {"exactly": [10]})
    by_seat = play("new-york-new-york", third, rules={"third_street_opener": "dealers_left"}, stakes=unforced)
    assert by_seat.due == ([1], "act")


def test_row_16_suits_break_no_tie_and_only_the_chip_that_does_not_divide_moves() -> None:
    """The page of New York New York says that suits never break ties; the chip may also go by position."""
    hands = ("AcKcQdJhTs2c3d high", "AdKdQhJsTc2d3h high", "AhKhQsJcTd2h3s high")
    even = rule(ended("new-york-new-york", *hands, put_in=10))
    assert even.won == {1: 10, 2: 10, 3: 10}
    odd = ended("new-york-new-york", *hands, "- 1 folded", put_in=10)
    assert rule(odd).won == {1: 10, 2: 10, 3: 11}
    odd["rules"] = {"odd_chip_between_equal_hands": "nearest_dealers_left"}
    assert rule(odd).won == {1: 11, 2: 10, 3: 10}
