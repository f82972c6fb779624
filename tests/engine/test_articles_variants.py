"""The articles in which razz, five-card stud, the Hungarian form and the declared game differ from seven-card stud."""

from __future__ import annotations

import pytest

from tests.engine.rulebook_hands import eight_to_the_end, ended, hand, rule, shows

RAZZ = "razz"
TO_SEVEN = "deuce-to-seven-razz"
FIVE = "five-card-stud"
HUNGARIAN = "stud-hi-lo-hungarian"
DECLARED = "stud-hi-lo-declare"

WHEEL = "5s4s3s2sAsKdKh"
SEVEN = "7s5d4h3c2hKcQd"


# -- razz ------------------------------------------------------------------------------------------------------------


@shows("razz/hand-ranking", "razz/low")
def test_the_wheel_wins_in_razz_straight_flush_or_not_and_no_low_must_qualify() -> None:
    ruling = rule(ended(RAZZ, SEVEN, WHEEL))
    assert ruling.awards == [[(2, 20, "whole", "razz/low")]]
    # Somebody always wins: queens up is a low like any other.
    assert rule(ended(RAZZ, "KsKdQsQdJsJdTs", "KhKcQhQcJhJc9s")).won == {2: 20}


@shows("razz/first-opener")
def test_the_highest_door_card_brings_it_in_and_the_king_of_spades_is_the_worst() -> None:
    ruling = rule(hand(RAZZ, 4, "d 1 2c3c/Kd 2 4c5c/As 3 6c7c/Ks 4 8c9c/Qs"))
    assert ruling.due == ([3], "act")
    assert len(ruling.said("razz/first-opener")) == 1


@shows("razz/opener")
def test_the_lowest_board_opens_in_razz() -> None:
    # 6-5 against a pair of deuces and king-ace: no pair before a pair, then the lower top card.
    play = "d 1 3c3d/2c 2 4c5c/5d 3 6c7c/Kd; bring-in 3 3; around; street 2d 6s As"
    ruling = rule(hand(RAZZ, 3, play))
    assert ruling.openers == {3: 3, 4: 2}
    assert len(ruling.said("razz/opener")) == 1


@shows("razz/limits")
def test_in_razz_bets_double_at_fifth_street_and_no_pair_changes_them() -> None:
    fourth = "d 1 3c3d/2c 2 4c5c/5d 3 6c7c/Kd; bring-in 3 3; around; street 2d 5s As"
    assert rule(hand(RAZZ, 3, fourth)).offer("bet") == {"exactly": [10]}
    assert rule(hand(RAZZ, 3, f"{fourth}; around; street 9c 9d 9h")).offer("bet") == {"exactly": [20]}


@shows("deuce-to-seven-razz/hand-ranking")
def test_in_deuce_to_seven_the_ace_is_high_and_straights_count() -> None:
    assert rule(ended(TO_SEVEN, WHEEL, SEVEN)).won == {2: 20}
    # 6-5-4-3-2 is a straight: 8-6 with one card more is lower.
    assert rule(ended(TO_SEVEN, "6s5d4h3c2hKcKd", "8s6d4s3d2dKhKs")).won == {2: 20}


@shows("deuce-to-seven-razz/first-opener")
def test_in_deuce_to_seven_an_ace_brings_it_in() -> None:
    ruling = rule(hand(TO_SEVEN, 3, "d 1 2c3c/Kd 2 4c5c/Ah 3 6c7c/Ks"))
    assert ruling.due == ([2], "act")
    assert len(ruling.said("deuce-to-seven-razz/first-opener")) == 1


@shows("deuce-to-seven-razz/opener")
def test_in_deuce_to_seven_an_ace_showing_is_high() -> None:
    play = "d 1 2c3c/7d 2 4c5c/9h 3 6c7c/Ks; bring-in 3 3; around; street Ad 8h Qd"
    ruling = rule(hand(TO_SEVEN, 3, play))
    assert ruling.openers == {3: 3, 4: 2}
    assert rule(hand(RAZZ, 3, play)).openers == {3: 3, 4: 1}
    assert len(ruling.said("deuce-to-seven-razz/opener")) == 1


# -- five-card stud --------------------------------------------------------------------------------------------------

FIVE_SECOND = "d 1 As/2c 2 Qh/9d 3 8s/Kc; bring-in 1 3; around"
FIVE_THIRD = f"{FIVE_SECOND}; street 5h 9c 4s"


@shows("five-card-stud/up-and-down")
def test_five_card_stud_is_dealt_one_down_and_four_up_in_four_rounds() -> None:
    ruling = rule(hand(FIVE, 3, "d 1 /As2c"))
    assert ruling.refused == (0, "up-down-pattern", "five-card-stud/up-and-down")
    whole = rule(hand(FIVE, 3, f"{FIVE_THIRD}; around; street 5c Td 4d; around; street Jd 3d 6s; around"))
    assert (whole.status, sorted(whole.openers)) == ("settled", [2, 3, 4, 5])
    assert [len(seat["up"]) for seat in whole.verdict["seats"]] == [4, 4, 4]


@shows("five-card-stud/limits")
def test_five_card_stud_is_small_for_two_rounds_and_big_for_two() -> None:
    assert rule(hand(FIVE, 3, FIVE_THIRD)).offer("bet") == {"exactly": [10]}
    assert rule(hand(FIVE, 3, f"{FIVE_THIRD}; around; street 5c Td 4d")).offer("bet") == {"exactly": [20]}


@shows("five-card-stud/open-pair")
@pytest.mark.parametrize(("reading", "sizes"), [(None, [10]), ("any_player_either_size", [10, 20])])
def test_a_pair_does_not_change_five_card_studs_sizes_unless_the_house_plays_it(
    reading: str | None, sizes: list[int]
) -> None:
    rules = {} if reading is None else {"fourth_street_open_pair": reading}
    ruling = rule(hand(FIVE, 3, FIVE_THIRD, rules=rules))
    assert ruling.offer("bet") == {"exactly": sizes}
    assert bool(ruling.said("five-card-stud/open-pair")) == (reading is not None)


# -- high-low --------------------------------------------------------------------------------------------------------

PAIRED = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc; bring-in 1 3; around; street 5h 6h Ks"


@shows("stud-hi-lo/open-pair")
@pytest.mark.parametrize(("reading", "sizes"), [(None, [10]), ("any_player_either_size", [10, 20])])
@pytest.mark.parametrize("game", ["stud-hi-lo-8", "stud-hi-lo", "stud-hi-lo-declare"])
def test_a_pair_does_not_change_high_low_sizes_unless_the_house_plays_it(
    game: str, reading: str | None, sizes: list[int]
) -> None:
    rules = {} if reading is None else {"fourth_street_open_pair": reading}
    ruling = rule(hand(game, 3, PAIRED, rules=rules))
    assert ruling.offer("bet") == {"exactly": sizes}
    assert bool(ruling.said("stud-hi-lo/open-pair")) == (reading is not None)


# -- the Hungarian form, at one and two dollars in cents --------------------------------------------------------------

DOLLARS = {"structure": "fixed-limit", "small_bet": 100, "big_bet": 200}
H_THIRD = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc"
H_FOURTH = f"{H_THIRD}; bring-in 1 50; around; street 5h 6h Ks"


@shows("stud-hi-lo-hungarian/bring-in-amount")
def test_the_hungarian_bring_in_is_half_or_all_of_the_small_bet() -> None:
    due = rule(hand(HUNGARIAN, [2000] * 3, H_THIRD, stakes=DOLLARS))
    assert (due.offer("bring-in"), due.offer("complete")) == (50, {"exactly": [100]})
    other = rule(hand(HUNGARIAN, [2000] * 3, f"{H_THIRD}; bring-in 1 75", stakes=DOLLARS))
    assert other.refused == (3, "bad-bring-in-amount", "stud-hi-lo-hungarian/bring-in-amount")


@shows("stud-hi-lo-hungarian/up-and-down")
def test_the_hungarian_sixth_card_is_dealt_up() -> None:
    fifth = f"{H_FOURTH}; around; street 9h Tc 4d; around"
    down = rule(hand(HUNGARIAN, [2000] * 3, f"{fifth}; d 1 Jd/", stakes=DOLLARS))
    assert down.refused is not None
    assert down.refused[1:] == ("up-down-pattern", "stud-hi-lo-hungarian/up-and-down")
    assert rule(hand(HUNGARIAN, [2000] * 3, f"{fifth}; d 1 /Jd", stakes=DOLLARS)).refused is None


@shows("stud-hi-lo-hungarian/open-pair")
def test_no_hungarian_pair_doubles_unless_the_house_lets_the_opener_alone_do_it() -> None:
    stacks = [2000] * 3
    refused = rule(hand(HUNGARIAN, stacks, f"{H_FOURTH}; bet 3 200", stakes=DOLLARS))
    assert refused.refused == (9, "bet-size", "stud/bet-size")
    rules = {"fourth_street_open_pair": "opener_only"}
    opener = rule(hand(HUNGARIAN, stacks, H_FOURTH, stakes=DOLLARS, rules=rules))
    assert opener.offer("bet", 3) == {"exactly": [100, 200]}
    assert len(opener.said("stud-hi-lo-hungarian/open-pair")) == 1
    other = rule(hand(HUNGARIAN, stacks, f"{H_FOURTH}; check 3", stakes=DOLLARS, rules=rules))
    assert other.offer("bet", 1) == {"exactly": [100]}


RAISES = f"{H_FOURTH}; bet 3 100; raise 1 200; raise 2 300; raise 3 400; raise 1 500"


@shows("stud-hi-lo-hungarian/raise-cap")
def test_a_hungarian_round_has_three_raises() -> None:
    ruling = rule(hand(HUNGARIAN, [2000] * 3, RAISES, stakes=DOLLARS))
    assert ruling.refused == (13, "raise-cap", "stud-hi-lo-hungarian/raise-cap")


@shows("stud-hi-lo-hungarian/raise-cap-heads-up")
@pytest.mark.parametrize(("reading", "refused"), [(None, True), ("lifted", False)])
def test_the_hungarian_cap_stays_between_two(reading: str | None, refused: bool) -> None:
    play = f"{H_FOURTH}; bet 3 100; fold 1; raise 2 200; raise 3 300; raise 2 400; raise 3 500"
    rules = {} if reading is None else {"raise_cap_heads_up": reading}
    ruling = rule(hand(HUNGARIAN, [2000] * 3, play, stakes=DOLLARS, rules=rules))
    assert (ruling.refused is not None) == refused
    assert ruling.verdict["rules"]["raise_cap_heads_up"] == (reading or "kept")


@shows("stud-hi-lo-hungarian/exhaustion")
@pytest.mark.parametrize(("reading", "due"), [(None, "community"), ("burns_then_community", "deal")])
def test_the_hungarian_common_card_comes_at_once(reading: str | None, due: str) -> None:
    # Seven hands are left and four cards: with the three burns shuffled in there would be enough.
    rules = {} if reading is None else {"exhaustion": reading}
    ruling = rule(hand(HUNGARIAN, [2000] * 8, eight_to_the_end(1, bring_in=50), stakes=DOLLARS, rules=rules))
    assert ruling.due[1] == due
    assert ruling.said("stud-hi-lo-hungarian/exhaustion")


@shows("stud-hi-lo-hungarian/showdown-order")
def test_the_best_four_up_cards_show_first_whoever_bet_last() -> None:
    play = f"{H_FOURTH}; around; street 9h Tc 4d; around; street Jd 3d 6s; around; street 3c 5c 9c"
    bet = f"{play}; check 3; bet 1 200; call 2 3"
    early = rule(hand(HUNGARIAN, [2000] * 3, f"{bet}; show 1 AsKd", stakes=DOLLARS))
    assert early.warned == [("showdown-order", "stud-hi-lo-hungarian/showdown-order")]
    assert rule(hand(HUNGARIAN, [2000] * 3, f"{bet}; show 3 8s7s", stakes=DOLLARS)).warned == []


# -- high-low with a declaration -------------------------------------------------------------------------------------


@shows("stud-hi-lo-declare/declare")
def test_only_what_was_declared_can_win_and_nobody_is_left_out() -> None:
    # Seat 1 holds the best high and the best low, but declared low.
    best, pair, trips = "6s5s4h3d2cAsKd", "QcQd9s8h6c4d3h", "JcJdJh9h7c4c2h"
    ruling = rule(ended(DECLARED, f"{best} low", f"{pair} high", f"{trips} high", put_in=20))
    assert ruling.awards == [
        [(3, 30, "high", "stud-hi-lo-declare/declare"), (1, 30, "low", "stud-hi-lo-declare/declare")]
    ]
    missing = rule(ended(DECLARED, best, f"{pair} high"))
    assert missing.refused == (None, "declaration-missing", "stud-hi-lo-declare/declare")


TIED = ("2s3d4c6h8s8d8h both", "2d3c4s6d8cKhQs low", "JcJdKcTs9d7h5h high")


@shows("stud-hi-lo-declare/both-tie")
@pytest.mark.parametrize(("reading", "won"), [(None, {2: 15, 3: 15}), ("wins", {1: 22, 2: 8})])
def test_a_both_that_ties_one_half_gets_nothing(reading: str | None, won: dict[int, int]) -> None:
    rules = {} if reading is None else {"both_tie": reading}
    ruling = rule(ended(DECLARED, *TIED, rules=rules))
    assert ruling.won == won
    assert ruling.verdict["rules"]["both_tie"] == (reading or "loses")
