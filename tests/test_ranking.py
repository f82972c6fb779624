"""How hands rank: the scales, partial hands, the five cards used, the qualifier."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod

import pytest
from phevaluator import evaluate_cards

from studbook.cards import CARD_TEXT, parse, texts
from studbook.ranking import (
    SCALES,
    Scale,
    ace_to_five,
    best_five,
    deuce_to_seven,
    deuce_to_seven_groups,
    high,
    high_groups,
    qualifies,
    qualifying_strength,
)
from studbook.strength import LOW_TOP, high_of

ALL_SCALES = sorted(set(SCALES.values()), key=lambda scale: scale.name)


def cards(text: str) -> tuple[int, ...]:
    return parse(text)


def used(scale: str, text: str) -> str:
    return " ".join(texts(best_five(scale, parse(text))))


def falls(strength: Callable[[Sequence[int]], int], *hands: str) -> bool:
    """Whether each of these hands is weaker than the one before it."""
    strengths = [strength(parse(hand)) for hand in hands]
    return all(a > b for a, b in pairwise(strengths))


# High, five and more cards


def test_there_are_7462_classes_of_five_card_hands() -> None:
    assert len({high(five) for five in combinations(range(52), 5)}) == 7462


def test_the_classes_of_five_cards_hold_as_many_hands_as_the_books_say() -> None:
    hands: Counter[int] = Counter()
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        if max(counts.values()) == 5:
            continue
        ways = prod(comb(4, count) for count in counts.values())
        if len(counts) == 5:
            hands[high([rank * 4 for rank in ranks]) >> 20] += 4
            ways -= 4
        # The first of each rank from another suit than the next: never a flush.
        offsuit = [rank * 4 + (i + seen) % 4 for i, (rank, n) in enumerate(counts.items()) for seen in range(n)]
        hands[high(offsuit) >> 20] += ways
    assert hands[9] == 40
    assert [hands[category] for category in range(8)] == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624]
    assert hands.total() == comb(52, 5) == 2_598_960


def test_seven_cards_rank_as_phevaluator_ranks_them() -> None:
    draw = random.Random(7462)
    ranking: dict[int, int] = {}
    for _ in range(200_000):
        hand = draw.sample(range(52), 7)
        theirs = evaluate_cards(*[CARD_TEXT[card] for card in hand])
        assert ranking.setdefault(high(hand), theirs) == theirs, texts(hand)
    in_our_order = [ranking[strength] for strength in sorted(ranking, reverse=True)]
    assert in_our_order == sorted(set(in_our_order)), "a smaller number of theirs is a better hand"
    assert len(in_our_order) > 4000


def test_the_categories_stand_in_their_order() -> None:
    assert falls(
        high,
        "As Ks Qs Js Ts",
        "9c 8c 7c 6c 5c",
        "2c 2d 2h 2s 3c",
        "2c 2d 2h 3s 3c",
        "7h 5h 4h 3h 2h",
        "5h 4s 3c 2d Ah",
        "2c 2d 2h 4s 3c",
        "3c 3d 2h 2s 4c",
        "2c 2d 5h 4s 3c",
        "7h 5s 4h 3h 2h",
    )


def test_the_wheel_is_the_lowest_straight_and_the_best_ace_to_five_low() -> None:
    assert falls(high, "2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c", "Ac Ad Ah Ks Qc")
    assert used("high", "9c Kd Ac 2d 3h 4s 5c") == "5c 4s 3h 2d Ac"
    assert ace_to_five(cards("9c Kd Ac 2d 3h 4s 5c")) == max(
        ace_to_five([rank * 4 for rank in ranks]) for ranks in combinations(range(13), 5)
    )


def test_the_steel_wheel_beats_the_higher_straight_in_the_same_hand() -> None:
    assert used("high", "Ad 2d 3d 4d 5d 6c 9h") == "5d 4d 3d 2d Ad"
    assert high(cards("Ad 2d 3d 4d 5d 6c 9h")) == high(cards("Ac 2c 3c 4c 5c"))
    assert falls(high, "6d 2d 3d 4d 5d", "Ad 2d 3d 4d 5d 6c 9h", "Ac Ad Ah As Kd")


def test_a_straight_does_not_go_round_the_corner() -> None:
    assert high(cards("Qc Kd Ah 2s 3c")) < high(cards("2c 2d 3h 4s 5c"))
    assert high(cards("Jc Qc Kc Ac 2c")) < high(cards("2d 2h 2s 3c 3d")), "a flush, no straight flush"


def test_six_of_a_suit_use_exactly_the_five_highest() -> None:
    assert used("high", "2h 4h 6h 9h Jh Kh As") == "Kh Jh 9h 6h 4h"
    assert high(cards("2h 4h 6h 9h Jh Kh As")) == high(cards("4c 6c 9c Jc Kc"))


def test_a_longer_straight_uses_its_top_five() -> None:
    assert used("high", "3c 4d 5h 6s 7c 8d 9h") == "9h 8d 7c 6s 5h"


def test_a_flush_and_a_straight_apart_are_a_flush() -> None:
    assert used("high", "2h 3h 4h 5h 6c Kh 7c") == "Kh 5h 4h 3h 2h"


def test_of_three_pairs_the_third_counts_for_its_card_only() -> None:
    assert used("high", "Ac Ad 9h 9s 7c 7d 8h") == "Ad Ac 9s 9h 8h"
    assert used("high", "Ac Ad 9h 9s 7c 7d 2h") == "Ad Ac 9s 9h 7d"
    assert high(cards("Ac Ad 9h 9s 7c 7d 2h")) == high(cards("Ac Ad 9h 9s 7c"))


def test_of_two_trips_the_lower_is_the_pair() -> None:
    assert used("high", "Kc Kd Kh 5c 5d 5h 2s") == "Kh Kd Kc 5h 5d"
    assert used("high", "Kc Kd Kh 5c 5d 5h Ks") == "Ks Kh Kd Kc 5h"


def test_of_trips_and_two_pairs_the_higher_pair_fills_the_house() -> None:
    assert used("high", "4c 4d 4h 9c 9d Kh Ks") == "4h 4d 4c Ks Kh"


def test_ten_cards_may_hold_two_equal_flushes_and_the_higher_suit_is_used() -> None:
    assert used("high", "Ac Kc 9c 4c 2c As Ks 9s 4s 2s") == "As Ks 9s 4s 2s"
    assert used("high", "Ac Kc Jc 4c 2c As Ks 9s 4s 3s") == "Ac Kc Jc 4c 2c"


# High, under five cards


def test_a_missing_card_loses_to_any_card() -> None:
    assert falls(high, "9c 9d 2h", "9c 9d", "Kc 9d 2c", "Kc 9d", "Kc", "")
    assert falls(high, "9c 9d 9h 9s 2c", "9c 9d 9h 9s", "9c 9d 9h Ks", "9c 9d 9h", "9c 9d 8h 8s", "9c 9d Ah")


def test_partial_hands_are_groups_of_ranks_only() -> None:
    assert falls(high, "2c 2d", "Ac Kc Qc Jc")
    assert high(cards("5c 4c 3c 2c")) == high(cards("5c 4d 3h 2s"))


def test_a_complete_hand_and_a_partial_one_compare_in_one_order() -> None:
    assert falls(high, "2c 2d 2h", "Ac Ad Kh Ks Qc", "Ac Ad Kh", "Ac Kd Qh Js 9c", "Ac Kd Qh Js", "3c 2d")
    assert high(cards("2c 3c 4c 5c 7c")) > high(cards("Ac Ad Ah")) > high(cards("Ac Ad Kc Kd"))


def test_no_card_more_makes_a_high_hand_worse() -> None:
    draw = random.Random(1)
    for _ in range(3000):
        hand = draw.sample(range(52), 10)
        strengths = [high(hand[:n]) for n in range(11)]
        assert strengths == sorted(strengths)


def test_five_up_cards_may_be_held_to_groups_of_ranks() -> None:
    assert high_groups(cards("6c 5c 4c 3c 2c")) == high(cards("6c 5c 4c 3c")) + 1
    assert high_groups(cards("6c 5c 4c 3c 2c")) < high_groups(cards("2c 2d"))
    assert high_groups(cards("Kc Kd 5h 4s 3c")) == high(cards("Kc Kd 5h 4s 3c"))


# Ace-to-five


def test_ace_to_five_looks_at_duplicates_first() -> None:
    assert falls(
        ace_to_five,
        "5c 4c 3c 2c Ac",
        "6d 4d 3s 2s As",
        "Kd Qd Js Ts 9s",
        "Ac Ad 4h 3s 2c",
        "Ac Ad Kh Qs Jc",
        "2c 2d 4h 3s Ac",
        "2c 2d Ah As 3c",
        "Kc Kd Qh Qs Jc",
        "Ac Ad Ah 3s 2c",
        "Ac Ad Ah 2s 2c",
        "Kc Kd Kh Qs Qc",
        "Ac Ad Ah As 2c",
        "Kc Kd Kh Ks Ac",
    )


def test_straights_and_flushes_do_not_hurt_an_ace_to_five_low() -> None:
    assert ace_to_five(cards("6c 5c 4c 3c 2c")) == ace_to_five(cards("6c 5d 4h 3s 2c"))


def test_a_low_uses_the_five_lowest_of_different_ranks() -> None:
    assert used("ace-to-five", "Ks 8c 8d 6h 4s 2c Ad") == "8d 6h 4s 2c Ad"
    assert used("ace_to_five", "Ks Kd 6h 4s 2c Ad Ah") == "Ks 6h 4s 2c Ah"


def test_a_forced_pair_is_the_lowest_that_leaves_the_hand_without_a_worse_one() -> None:
    assert used("ace-to-five", "Ks Kd 6h 6s 2c 2d Ad") == "2d 2c Ks 6s Ad"
    assert used("ace-to-five", "Ks Kd Kh 6s 6c 2d 2s") == "6s 6c 2s 2d Ks"
    assert used("ace-to-five", "Ks Kd Kh Kc 6c 2d") == "Ks Kh Kd 6c 2d"
    assert used("ace-to-five", "Ks Kd Kh Kc 6c 6d 6s") == "6s 6d 6c Ks Kh"
    assert used("ace-to-five", "Ks Kd Kh Kc 6c") == "Ks Kh Kd Kc 6c"


def test_razz_boards_compare_like_whole_lows() -> None:
    assert falls(ace_to_five, "2c Ad", "8c 7d", "Kc Ad", "Ac Ad", "Kc Kd")
    assert falls(ace_to_five, "Kc Qd Jc Ts", "Ac Ad 3c 2s", "2c 2d Ac As", "3c 3d 3h As", "2c 2d 2h 2s")
    assert falls(ace_to_five, "Ac", "2c", "Kc")


def test_in_a_low_a_missing_card_is_lower_than_any_card() -> None:
    assert falls(ace_to_five, "", "Ac", "2c", "2d Ac", "5c 4d 3h 2s Ac", "Ac Ad", "Ac Ad 2c")
    assert falls(deuce_to_seven, "2c", "7c 5d 4h 3s", "7c 5d 4h 3s 2c", "2c 2d")


# Deuce-to-seven


def test_seven_five_is_the_best_deuce_to_seven_low() -> None:
    best = max(map(deuce_to_seven, combinations(range(24), 5)))
    assert deuce_to_seven(cards("7c 5d 4h 3s 2c")) == best
    assert falls(
        deuce_to_seven, "7c 5d 4h 3s 2c", "7c 6d 4h 3s 2c", "7c 6d 5h 3s 2c", "7c 6d 5h 4s 2c", "8c 5d 4h 3s 2c"
    )


def test_five_to_the_ace_is_no_straight_in_deuce_to_seven_but_ace_high() -> None:
    assert falls(
        deuce_to_seven, "Kc Qd Jh Ts 8c", "Ac 5d 4h 3s 2c", "Ac Kd Qh Js 9c", "2c 2d 5h 4s 3c", "6c 5d 4h 3s 2c"
    )
    assert deuce_to_seven(cards("Ac 5c 4c 3c 2c")) < deuce_to_seven(cards("7h 5h 4h 3h 2h")), "an ace-high flush"


def test_deuce_to_seven_is_high_upside_down_but_for_the_wheel() -> None:
    draw = random.Random(27)
    for _ in range(20_000):
        a, b = draw.sample(range(52), 5), draw.sample(range(52), 5)
        if any({card >> 2 for card in hand} == {0, 1, 2, 3, 12} for hand in (a, b)):
            continue
        assert (high(a) > high(b)) == (deuce_to_seven(a) < deuce_to_seven(b)), (texts(a), texts(b))


@pytest.mark.parametrize("size", [6, 7, 8])
def test_the_best_deuce_to_seven_of_more_cards_is_the_best_of_its_fives(size: int) -> None:
    draw = random.Random(size)
    for deck in (range(52), range(0, 32), [card for card in range(52) if card & 3 == 0 or card < 24]):
        for _ in range(1000):
            hand = draw.sample(list(deck), size)
            assert deuce_to_seven(hand) == max(map(deuce_to_seven, combinations(hand, 5))), texts(hand)


def test_deuce_to_seven_takes_a_longer_way_round_straight_and_flush() -> None:
    assert used("deuce-to-seven", "2c 3d 4h 5s 6c 8d Kh") == "8d 5s 4h 3d 2c"
    assert used("deuce-to-seven", "2c 3d 4h 5s 6c 6d 6h") == "6h 6d 4h 3d 2c"
    assert used("deuce-to-seven", "2c 3c 4c 5c 7c 7d Kh") == "7d 5c 4c 3c 2c"
    assert used("deuce-to-seven", "2c 3c 4c 5c 7c 9d Kh") == "9d 5c 4c 3c 2c"


def test_deuce_to_seven_boards_are_groups_with_the_ace_high() -> None:
    assert falls(deuce_to_seven, "5c 4c 3c 2c", "6c 5c 4c 3c", "Ac 4d 3c 2c", "2c 2d 4c 3c")
    assert deuce_to_seven_groups(cards("6c 5c 4c 3c 2c")) > deuce_to_seven_groups(cards("7c 5d 4c 3c 2c"))
    assert falls(deuce_to_seven, "7c 5d 4c 3c 2c", "6d 5c 4c 3c 2c", "6c 5c 4c 3c 2c")


# What holds in every scale


@pytest.mark.parametrize("scale", ALL_SCALES, ids=lambda scale: scale.name)
@pytest.mark.parametrize("size", range(11))
def test_the_five_cards_used_are_the_hand(scale: Scale, size: int) -> None:
    draw = random.Random(size)
    for deck in (range(52), range(36, 52), range(0, 52, 2)):
        for _ in range(150):
            hand = draw.sample(list(deck), size)
            five = best_five(scale, hand)
            assert len(set(five)) == len(five) == min(5, size)
            assert set(five) <= set(hand)
            assert scale.strength(five) == scale.strength(hand), texts(hand)


@pytest.mark.parametrize("scale", ALL_SCALES, ids=lambda scale: scale.name)
def test_of_equal_fives_the_one_with_the_highest_cards_by_suit_is_used(scale: Scale) -> None:
    draw = random.Random(5)
    for deck in (range(52), range(20, 52), range(0, 24)):
        for _ in range(120):
            hand = draw.sample(list(deck), 7)
            equal = [five for five in combinations(hand, 5) if scale.strength(five) == scale.strength(hand)]
            highest = max(sorted(five, reverse=True) for five in equal)
            assert sorted(best_five(scale, hand), reverse=True) == highest, texts(hand)


@pytest.mark.parametrize("scale", ["high", "ace-to-five"])
def test_the_best_hand_is_the_best_of_its_fives(scale: str) -> None:
    strength = SCALES[scale].strength
    draw = random.Random(8)
    for deck in (range(52), range(36, 52), range(0, 52, 2)):
        for size in (6, 7, 8, 9, 10):
            for _ in range(60):
                hand = draw.sample(list(deck), size)
                assert strength(hand) == max(map(strength, combinations(hand, 5))), texts(hand)


def test_the_order_of_the_cards_does_not_matter() -> None:
    draw = random.Random(3)
    for scale in ALL_SCALES:
        for _ in range(300):
            hand = draw.sample(range(52), 7)
            assert scale.strength(hand) == scale.strength(sorted(hand))


def test_the_memo_of_patterns_stays_within_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studbook.strength._MEMO_LIMIT", 10)
    draw = random.Random(4)
    high_of.clear()
    for _ in range(100):
        high(draw.sample(range(52), 7))
        assert len(high_of) <= 10


# The qualifier


def test_an_eight_or_better_is_five_different_ranks_none_above_an_eight() -> None:
    assert qualifies(cards("8c 7c 6c 5c 4c Kd Kh"), 8)
    assert not qualifies(cards("9c 4d 3h 2s Ac Kd Kh"), 8)
    assert not qualifies(cards("8c 7d 6h 5s 5c 6d Kh"), 8)
    assert qualifies(cards("Ac 2d 3h 4s 5c 5d 5h"), 8)


def test_four_low_cards_do_not_qualify() -> None:
    assert not qualifies(cards("4c 3d 2h Ac"), 8)


def test_a_deuce_to_seven_low_qualifies_without_pair_straight_and_flush() -> None:
    assert qualifies(cards("8c 7d 6h 5s 3c"), 8, "deuce-to-seven")
    assert not qualifies(cards("8c 7d 6h 5s 4c"), 8, "deuce-to-seven")
    assert not qualifies(cards("8c 7c 6c 5c 3c"), 8, "deuce-to-seven")
    assert not qualifies(cards("5c 4d 3h 2s Ac"), 8, "deuce-to-seven")
    assert qualifies(cards("Ac Kd Qh Js 9c"), 14, "deuce-to-seven")


@pytest.mark.parametrize("qualifier", range(2, 15))
@pytest.mark.parametrize("scale", ["ace_to_five", "deuce_to_seven"])
def test_every_qualifier_lets_through_exactly_the_lows_up_to_it(scale: str, qualifier: int) -> None:
    tops = range(1, 14) if scale == "ace_to_five" else range(2, 15)
    for ranks in combinations(range(13), 5):
        five = [rank * 4 + (rank == ranks[0]) for rank in ranks]
        points = sorted(tops[(rank + 1) % 13] if scale == "ace_to_five" else tops[rank] for rank in ranks)
        run = scale == "deuce_to_seven" and points[4] - points[0] == 4
        assert qualifies(five, qualifier, scale) == (points[4] <= qualifier and not run), texts(five)


def test_where_no_low_can_qualify_the_strength_needed_is_out_of_reach() -> None:
    assert qualifying_strength(4) > LOW_TOP
    assert qualifying_strength(6, "deuce_to_seven") > deuce_to_seven(cards("7c 5d 4h 3s 2c"))
    assert qualifying_strength(5) == ace_to_five(cards("5c 4d 3h 2s Ac"))
