"""Hands in words."""

from __future__ import annotations

import pytest

from studbook.cards import parse
from studbook.ranking import name

HIGH = {
    "As Ks Qs Js Ts 2c 2d": "royal flush",
    "Tc 9c 8c 7c 6c": "straight flush, ten high",
    "Ad 2d 3d 4d 5d 6c 9h": "straight flush, five high",
    "9c 9d 9h 9s Kc": "four nines",
    "6c 6d 6h 6s": "four sixes",
    "Kc Kd Kh 5c 5d 5h 2s": "kings full of fives",
    "6c 6d 6h As Ac": "sixes full of aces",
    "Ac 9c 7c 5c 3c Kd": "flush, ace high",
    "Tc 9d 8h 7s 6c": "straight, ten high",
    "Ac 2d 3h 4s 5c": "straight, five high",
    "8c 8d 8h Ks 2c": "three eights",
    "Ac Ad 9h 9s 2c": "aces and nines",
    "6c 6d 2h 2s": "sixes and deuces",
    "Kc Kd": "pair of kings",
    "Kc 9d 7h 5s 3c": "king high",
    "Tc 4d": "ten high",
    "2c": "deuce high",
    "": "no cards",
}
ACE_TO_FIVE = {
    "Kd Qh 8c 6d 4h 2s Ac": "8-6-4-2-A",
    "Tc 9d 8h 7s 6c": "T-9-8-7-6",
    "5c 4c 3c 2c Ac": "5-4-3-2-A",
    "8c 7d 4h 4s 2c": "pair of fours, 8-7-2",
    "Kc Kd Ah As 5c": "kings and aces, 5",
    "6c 6d 6h Ks Ac": "three sixes, K-A",
    "Ac Ad Ah Ks Kc": "aces full of kings",
    "Ac Ad Ah As Kc": "four aces, K",
    "7c Ad": "7-A",
    "Ac Ad": "pair of aces",
    "": "no cards",
}
DEUCE_TO_SEVEN = {
    "7c 5d 4h 3s 2c": "7-5-4-3-2",
    "Ac 5d 4h 3s 2c": "A-5-4-3-2",
    "6c 5d 4h 3s 2c": "straight, six high",
    "9c 5c 4c 3c 2c": "flush, nine high",
    "6c 5c 4c 3c 2c": "straight flush, six high",
    "Ac Kc Qc Jc Tc": "straight flush, ace high",
    "Ac Ad 4h 3s 2c": "pair of aces, 4-3-2",
    "Ac 3d": "A-3",
}


@pytest.mark.parametrize(("hand", "words"), HIGH.items())
def test_a_high_hand_is_named_by_its_groups_or_its_top_card(hand: str, words: str) -> None:
    assert name("high", parse(hand)) == words


@pytest.mark.parametrize(("hand", "words"), ACE_TO_FIVE.items())
def test_an_ace_to_five_low_is_named_from_the_top_down(hand: str, words: str) -> None:
    assert name("ace-to-five", parse(hand)) == words


@pytest.mark.parametrize(("hand", "words"), DEUCE_TO_SEVEN.items())
def test_a_deuce_to_seven_low_is_named_with_what_counts_against_it(hand: str, words: str) -> None:
    assert name("deuce_to_seven", parse(hand)) == words


@pytest.mark.parametrize("five_of_a_kind", ["above_straight_flush", "below_straight_flush"])
def test_five_of_a_kind_is_named(five_of_a_kind: str) -> None:
    assert name("high", parse("9d 9h 9s 2s Kc 5d Jd"), parse("2s Kc"), five_of_a_kind) == "five nines"
    assert name("high", parse("6d 6h 6s 2s Kc 5d Jd"), parse("2s Kc"), five_of_a_kind) == "five sixes"


def test_a_hand_with_a_wild_card_is_named_for_what_it_plays() -> None:
    assert name("high", parse("9s 2s"), parse("2s")) == "pair of nines"
    assert name("ace-to-five", parse("Kc 8d 6h 4s 2c"), parse("Kc")) == "8-6-4-2-A"
