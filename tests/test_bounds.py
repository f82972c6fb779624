"""Bounds for hands with unseen cards: no completion lies outside them, and they are not wider than they need be."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from studbook.cards import DECK, parse, texts
from studbook.ranking import SCALES, Scale, ace_to_five, bounds, high, name

ALL_SCALES = sorted(set(SCALES.values()), key=lambda scale: scale.name)
EVERY_SCALE = pytest.mark.parametrize("scale", ALL_SCALES, ids=lambda scale: scale.name)


def unseen_by(known: tuple[int, ...]) -> list[int]:
    return sorted(DECK - set(known))


@EVERY_SCALE
def test_one_missing_card_is_tried_in_all_ways(scale: Scale) -> None:
    draw = random.Random(1)
    for size in range(7):
        for _ in range(20):
            deck = draw.sample(range(52), 52)
            known, unseen = deck[:size], deck[size : size + draw.randint(1, 40)]
            strengths = [scale.strength([*known, card]) for card in unseen]
            assert bounds(scale, known, 1, unseen) == (min(strengths), max(strengths))


def test_no_missing_card_leaves_the_hand_as_it_is() -> None:
    hand = parse("Kc Kd 5h 4s 3c 2d 9h")
    assert bounds("high", hand, 0, unseen_by(hand)) == (high(hand), high(hand))


def test_more_missing_than_unseen_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="3 cards are missing but only 2 are unseen"):
        bounds("high", parse("Kc Kd"), 3, parse("2c 3c"))


@EVERY_SCALE
@pytest.mark.parametrize("missing", [2, 3, 4, 5, 7])
def test_no_completion_lies_outside_the_bounds(scale: Scale, missing: int) -> None:
    draw = random.Random(missing)
    for pool in (range(52), range(0, 52, 2), range(32, 52), [card for card in range(52) if card & 3 == 2 or card < 12]):
        for size in range(8 - missing):
            for _ in range(4):
                deck = draw.sample(list(pool), len(pool))
                known, unseen = deck[:size], deck[size : size + draw.randint(missing, 45)]
                worst, best = bounds(scale, known, missing, unseen)
                for _ in range(60):
                    completed = scale.strength([*known, *draw.sample(unseen, missing)])
                    assert worst <= completed <= best, (texts(known), texts(unseen))


@EVERY_SCALE
@pytest.mark.parametrize("missing", [2, 3])
def test_the_bounds_of_few_unseen_cards_are_close(scale: Scale, missing: int) -> None:
    draw = random.Random(20 + missing)
    exact = 0
    tries = 0
    for pool in (range(52), range(0, 52, 2), range(24, 52), [card for card in range(52) if card & 3 == 2 or card < 12]):
        for size in range(8 - missing):
            for _ in range(6):
                deck = draw.sample(list(pool), 14 if size < 6 else 17)
                known, unseen = deck[:size], deck[size:]
                all_ways = [scale.strength([*known, *drawn]) for drawn in combinations(unseen, missing)]
                worst, best = bounds(scale, known, missing, unseen)
                assert worst <= min(all_ways)
                assert best >= max(all_ways)
                if not scale.low:
                    assert best == max(all_ways), (texts(known), texts(unseen))
                if not scale.five_card_hands:
                    assert (worst, best) == (min(all_ways), max(all_ways)), (texts(known), texts(unseen))
                exact += (worst, best) == (min(all_ways), max(all_ways))
                tries += 1
    # Short decks of few suits: a flush is often forced, which the bounds leave aside or take at its worst.
    assert exact >= 0.7 * tries


@pytest.mark.parametrize("missing", [4, 5])
def test_the_best_high_hand_is_exact_however_many_cards_are_missing(missing: int) -> None:
    draw = random.Random(missing)
    for pool in (range(52), range(0, 52, 2), range(24, 52), [card for card in range(52) if card & 3 == 2 or card < 12]):
        for size in range(4):
            for _ in range(5):
                deck = draw.sample(list(pool), size + 10)
                known, unseen = deck[:size], deck[size:]
                reached = max(high([*known, *drawn]) for drawn in combinations(unseen, missing))
                assert bounds("high", known, missing, unseen)[1] == reached, (texts(known), texts(unseen))


def test_three_down_cards_may_hide_four_of_a_kind_but_no_straight_flush() -> None:
    board = parse("Kc 9d 5h 2s")
    _, best = bounds("high", board, 3, unseen_by(board))
    assert SCALES["high"].words(best) == name("high", parse("Kc Kd Kh Ks 9d")) == "four kings"
    assert best == high(parse("Kc Kd Kh Ks 9d"))


def test_the_case_card_in_sight_is_counted_out() -> None:
    board = parse("Kc 9d 5h 2s")
    unseen = [card for card in unseen_by(board) if card != parse("Kh")[0]]
    assert bounds("high", board, 3, unseen)[1] == high(parse("9c 9d 9h 9s Kc"))


def test_a_made_hand_is_no_worse_for_what_is_not_seen() -> None:
    known = parse("Kc Kd Kh 5s 5c")
    worst, best = bounds("high", known, 2, unseen_by(known))
    assert worst == high(known)
    assert best == high(parse("Kc Kd Kh Ks Ac"))


def test_a_made_flush_is_the_worst_that_can_be() -> None:
    known = parse("Kc Jc 9c 5c 2c")
    assert bounds("high", known, 2, unseen_by(known))[0] == high(known)


def test_three_down_cards_may_make_the_wheel_or_pair_the_board() -> None:
    board = parse("Kc 5d 4h 2s")
    worst, best = bounds("ace-to-five", board, 3, unseen_by(board))
    assert best == ace_to_five(parse("5d 4h 3c 2s Ac"))
    assert worst == ace_to_five(parse("Kc Kd 5d 4h 2s"))
