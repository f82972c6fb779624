"""Fine points of the pots: declarations that fail, odd chips."""

from __future__ import annotations

from tests.engine.rulebook_hands import ended, rule

DECLARED = "stud-hi-lo-declare"
WALL_STREET = "wall-street"
# No low of eight in any of these: kings full, eights full, an ace-high flush.
KINGS_FULL, EIGHTS_FULL, FLUSH = "KsKdKcQhQd7s9h", "8s8d8cThTs9dJh", "AcQc9c6c3cJd2h"


def test_a_failed_both_way_hand_beside_a_low_that_does_not_qualify_is_not_alone_cards_speak_for_all() -> None:
    rules = {"low_qualifier": 8}
    # Seat 1 fails, since its low does not qualify; nor does seat 2's, whose high is better.
    ruling = rule(ended(DECLARED, f"{EIGHTS_FULL} both", f"{KINGS_FULL} low", rules=rules))
    assert ruling.awards == [[(2, 20, "whole", "stud/nobody-can-win")]]
    # Only failed hands: their cards speak among them, high and low, and no low qualifies.
    ruling = rule(ended(DECLARED, f"{EIGHTS_FULL} both", f"{FLUSH} both", rules=rules))
    assert ruling.awards == [[(1, 20, "whole", "stud/failed-both")]]


def test_of_the_five_cards_played_those_count_that_a_wild_card_made_a_hand_with() -> None:
    rules = {"odd_chip_between_equal_hands": "highest_card_by_suit_five_cards", "wild": "bought_from_top_price"}
    # Two ace-high flushes, each with a wild card: seat 1's ace of spades is not in its hand, the ten of spades is wild
    # and in seat 2's.
    hands = ("9h7h5h4h2cAsKc", "9d7d5d4dTs3c8s", "- 1 folded")
    document = ended(WALL_STREET, *hands, rules={**rules, "pot_for": "high"})
    for hand, wild in zip(document["showdown"]["hands"], ("2c", "Ts"), strict=False):
        hand["wild"] = [wild]
    assert rule(document).won == {1: 10, 2: 11}
