"""Wild cards: whatever serves best, in the high and in the low, against a count of every substitution."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, product

import pytest

from studbook.cards import parse, texts
from studbook.ranking import (
    HIGH_GROUPS,
    SCALES,
    ace_to_five,
    best_five,
    deuce_to_seven,
    high,
    high_groups,
    high_wild,
    low_wild,
    qualifies,
    strength,
)

SOAK = os.environ.get("STUDBOOK_SOAK") == "1"
READINGS = ("above_straight_flush", "below_straight_flush", "not_played")
ROYAL = parse("As Ks Qs Js Ts")


def made(text: str, wild: str, reading: str = "above_straight_flush") -> int:
    return high_wild(parse(text), parse(wild), reading)


def natural(text: str) -> int:
    return high(parse(text))


# High


@pytest.mark.parametrize(
    ("reading", "beats"), [("above_straight_flush", True), ("below_straight_flush", False), ("not_played", False)]
)
def test_five_of_a_kind_stands_where_the_house_puts_it(reading: str, beats: bool) -> None:
    five_nines = made("9d 9h 9s 2s Kc 5d Jd", "2s Kc", reading)
    assert (five_nines > natural("Tc 9c 8c 7c 6c")) is beats
    assert (five_nines > high(ROYAL)) is beats


def test_five_of_a_kind_below_the_straight_flush_beats_four_aces() -> None:
    five_twos = made("2d 2h 2s 3s Kc", "3s Kc", "below_straight_flush")
    assert natural("2c 3c 4c 5c Ac") > five_twos > natural("Ac Ad Ah As Kc")


def test_where_five_of_a_kind_is_not_played_the_spare_wild_card_is_the_best_kicker() -> None:
    assert made("9d 9h 9s 2s Kc 5d Jd", "2s Kc", "not_played") == natural("9c 9d 9h 9s Ac")
    assert made("Ad Ah As Ac Kc 5d Jd", "Ac", "not_played") == natural("Ac Ad Ah As Kc")
    assert made("2d 2h 2s 2c 3c", "2d 2h 2s 2c 3c", "not_played") == natural("Ac Kc Qc Jc Tc")


def test_the_higher_five_of_a_kind_wins() -> None:
    assert made("Ad Ah As 2s Kc", "2s Kc") > made("Kd Kh Ks 2s Qc", "2s Qc") > made("Qd Qh Qs Qc 2c", "2c")


def test_a_natural_hand_and_an_equal_one_with_a_wild_card_are_equal() -> None:
    assert made("9s 9d 5h 2s 3c", "2s") == natural("9s 9d 9c 5h 3c")
    assert made("Kc Kd 7h 7s 2c 3d 4h", "2c") == natural("Kc Kd Kh 7h 7s")
    assert made("Tc 9d 8h 2s 2c", "2s 2c") == natural("Qc Jd Th 9s 8c")


def test_a_wild_flush_holds_no_rank_twice() -> None:
    assert made("Ac Jc 9c 2c 4d", "4d") == natural("Ac Kc Jc 9c 2c")
    assert made("Ac Kc 9c 2c 4d 7h 8s", "4d") == natural("Ac Kc Qc 9c 2c")


def test_wild_cards_fill_a_straight_flush_before_four_of_a_kind() -> None:
    assert made("9c 9d 8c 7c 4d 4h", "4d 4h") == natural("Jc Tc 9c 8c 7c")
    assert made("As 2s 3s 7d 7h", "7d 7h") == natural("As 2s 3s 4s 5s")


def test_a_wild_card_makes_groups_on_a_board_of_under_five_cards() -> None:
    assert made("9s 2s", "2s") == natural("9s 9d")
    assert made("2s", "2s") == natural("As")
    assert made("2s 3s 4s", "2s 3s 4s") == natural("As Ad Ah")
    assert made("5c 4c 3c 2s", "2s") == natural("5c 5d 4c 3c")
    assert made("5c Kd 2s 3s", "2s 3s") == natural("Kc Kd Kh 5c")
    assert made("5c 2s 3s 4s", "2s 3s 4s") == natural("5c 5d 5h 5s")


def test_wild_cards_on_five_up_cards_may_be_held_to_groups() -> None:
    board = parse("6c 5c 4c 3c 2c")
    assert strength(HIGH_GROUPS, board, parse("2c")) == high_groups(parse("6c 6d 5c 4c 3c"))
    assert strength("high", board, parse("2c")) == natural("7c 6c 5c 4c 3c")


def test_cards_that_others_hold_wild_change_nothing() -> None:
    hand = parse("9d 9h 9s 2s Kc 5d Jd")
    for scale in SCALES:
        assert strength(scale, hand, parse("As 3c")) == strength(scale, hand) == SCALES[scale].strength(hand)


# Low


def test_a_wild_card_is_the_lowest_rank_that_the_low_lacks() -> None:
    assert low_wild(parse("Kc 8d 6h 4s 2c"), parse("Kc")) == ace_to_five(parse("8d 6h 4s 2c Ac"))
    assert low_wild(parse("Kc 4d 3h 2s Ac"), parse("Kc")) == ace_to_five(parse("5d 4d 3h 2s Ac"))
    assert low_wild(parse("Kc Qd Jh Ts 9c 9d"), parse("9d")) == ace_to_five(parse("Qd Jh Ts 9c Ac"))


def test_a_wild_card_never_pairs_a_low() -> None:
    assert low_wild(parse("2c 2d 2h 3s Kc"), parse("Kc")) == ace_to_five(parse("2c 2d 2h 3s Ac"))
    assert low_wild(parse("2c 2d Kc"), parse("Kc")) == ace_to_five(parse("2c 2d Ac"))


def test_a_wild_card_in_deuce_to_seven_keeps_clear_of_straight_and_flush() -> None:
    wild = parse("Kc")
    assert low_wild(parse("Kc 5d 4h 3s 2c"), wild, "deuce-to-seven") == deuce_to_seven(parse("7c 5d 4h 3s 2c"))
    assert low_wild(parse("Kc 6d 5h 4s 3c 2c"), wild, "deuce-to-seven") == deuce_to_seven(parse("7c 5d 4h 3s 2c"))
    assert low_wild(parse("Kc 7c 5c 4c 3c 2c"), wild, "deuce-to-seven") == deuce_to_seven(parse("7d 5c 4c 3c 2c"))


def test_a_wild_card_helps_a_low_to_qualify() -> None:
    hand = parse("Kc 8d 6h 4s 2c Jh Jd")
    assert not qualifies(hand, 8)
    assert qualifies(hand, 8, "ace-to-five", parse("Kc"))


# The five cards used


def used(scale: str, text: str, wild: str) -> str:
    return " ".join(texts(best_five(scale, parse(text), parse(wild))))


def test_wild_cards_lie_where_they_serve() -> None:
    assert used("high", "9d 9h 9s 2s Kc 5d Jd", "2s Kc") == "9s 9h 9d Kc 2s"
    assert used("high", "Tc 8c 7c 2s 6c", "2s") == "Tc 2s 8c 7c 6c"
    assert used("ace-to-five", "Kc 8d 6h 4s 2c Jh Jd", "Kc") == "8d 6h 4s 2c Kc"
    assert used("ace-to-five", "5c 8d 6h 4s 2c", "5c") == "8d 6h 4s 2c 5c"
    assert used("high", "Kc Ks 9h 8d 7d 2c 3s", "Ks 2c") == "Ks 2c 9h 8d 7d"
    assert used("high", "9s 2s", "2s") == "9s 2s"


@pytest.mark.parametrize("scale", ["high", "ace-to-five", "deuce-to-seven"])
@pytest.mark.parametrize("reading", READINGS)
def test_the_five_cards_used_are_the_hand(scale: str, reading: str) -> None:
    draw = random.Random(11)
    for size in range(1, 9):
        for wilds in range(1, min(size, 5) + 1):
            for _ in range(3):
                hand = draw.sample(range(52), size)
                five = best_five(scale, hand, hand[:wilds], reading)
                assert len(set(five)) == len(five) == min(5, size)
                assert set(five) <= set(hand)
                assert strength(scale, five, hand[:wilds], reading) == strength(scale, hand, hand[:wilds], reading)


# Against every substitution. What follows knows ranks and suits only, and nothing of how the project ranks hands.

SEQUENCES = [tuple(range(top, top - 5, -1)) for top in range(12, 3, -1)]


def category_and_ranks(five: Sequence[tuple[int, int]], reading: str) -> tuple[int, tuple[int, ...]]:
    """The high hand that five cards (rank, suit) make; two of them may be the same card."""
    counts = Counter(rank for rank, _ in five)
    ranks = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    pattern = sorted(counts.values(), reverse=True)
    flush = len(counts) == 5 and len({suit for _, suit in five}) == 1
    if ranks == (12, 3, 2, 1, 0):
        return (9 if flush else 4), (3,)
    if ranks in SEQUENCES:
        return (9 if flush else 4), ranks[:1]
    if pattern == [5]:
        # Where five of a kind is not played, this is no hand at all: another substitution is better.
        return {"above_straight_flush": 10, "below_straight_flush": 8, "not_played": -1}[reading], ranks
    order = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (5 if flush else order.get(tuple(pattern), 0)), ranks


def ours(number: int) -> tuple[int, tuple[int, ...]]:
    ranks = [(number >> shift & 15) - 1 for shift in (16, 12, 8, 4, 0)]
    return number >> 20, tuple(rank for rank in ranks if rank >= 0)


def substituted(hand: Sequence[int], wilds: int) -> list[tuple[tuple[int, int], ...]]:
    """Every five that can be made of the hand, the first ``wilds`` of its cards standing for any card."""
    faces = list(product(range(13), range(4)))
    kept = [(card >> 2, card & 3) for card in hand[wilds:]]
    return [
        five
        for stand_ins in combinations_with_replacement(faces, wilds)
        for five in combinations([*stand_ins, *kept], 5)
    ]


CASES = [(7, 1, 60), (6, 1, 60), (5, 2, 40), (6, 2, 8)] if SOAK else [(7, 1, 8), (6, 1, 20), (5, 2, 12), (6, 2, 2)]


@pytest.mark.parametrize(("size", "wilds", "hands"), CASES)
def test_no_substitution_makes_a_better_high_hand(size: int, wilds: int, hands: int) -> None:
    draw = random.Random(size * wilds)
    for deck in (range(52), range(28, 52), [card for card in range(52) if card & 3 < 2]):
        for _ in range(hands // 2):
            hand = draw.sample(list(deck), size)
            fives = substituted(hand, wilds)
            for reading in READINGS:
                best = max(category_and_ranks(five, reading) for five in fives)
                assert ours(high_wild(hand, hand[:wilds], reading)) == best, (texts(hand), reading)


def low_key(five: Sequence[tuple[int, int]], scale: str) -> tuple[int, tuple[int, ...]]:
    if scale == "ace_to_five":
        # The ace as the lowest rank, and suits that make no flush; straights are not looked at.
        ranks = [(rank + 1) % 13 for rank, _ in five]
        counts = Counter(ranks)
        order = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0, (5,): 8}
        pattern = tuple(sorted(counts.values(), reverse=True))
        return order[pattern], tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    category, ranks_high = category_and_ranks(five, "above_straight_flush")
    if category in (4, 9) and ranks_high == (3,):
        return (5 if category == 9 else 0), (12, 3, 2, 1, 0)
    return category, ranks_high


@pytest.mark.parametrize("scale", ["ace_to_five", "deuce_to_seven"])
@pytest.mark.parametrize(("size", "wilds", "hands"), CASES)
def test_no_substitution_makes_a_better_low(scale: str, size: int, wilds: int, hands: int) -> None:
    draw = random.Random(size * wilds)
    for deck in (range(52), range(28), [card for card in range(52) if card & 3 == 0 or card < 8]):
        for _ in range(hands // 2):
            hand = draw.sample(list(deck), size)
            best = min(low_key(five, scale) for five in substituted(hand, wilds))
            number = SCALES[scale].code(low_wild(hand, hand[:wilds], scale))
            assert ours(number) == best, texts(hand)


@pytest.mark.parametrize("scale", ["ace_to_five", "deuce_to_seven"])
def test_natural_lows_rank_as_a_plain_count_ranks_them(scale: str) -> None:
    draw = random.Random(2)
    for deck in (range(52), range(20), range(0, 52, 4)):
        for _ in range(400):
            hand = draw.sample(list(deck), 5)
            plain = low_key([(card >> 2, card & 3) for card in hand], scale)
            assert ours(SCALES[scale].code(SCALES[scale].strength(hand))) == plain, texts(hand)
