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


def test_only_the_shows_that_could_decide_an_open_pot_are_asked_for_the_last_aggressor_first() -> None:
    # Seat 1's flush beats whatever seat 3 may hold beside its trips; seats 2 and 4 were never seen.
    hands = (f"{FLUSH} 20", "?????????????? 5", "JcJd??9h7c4dTs 20", "?????????????? 5")
    document = ended("seven-card-stud", *hands)
    document["showdown"]["hands"][0]["cards"] = ["Ac", "Qc", "9c", "6c", "3c", "8h", "2h"]
    asked = rule(document)
    assert (asked.status, asked.due) == ("undecided", ([2, 4], "show"))
    assert asked.pots == [(20, [1, 2, 3, 4]), (30, [1, 3])]
    assert asked.won == {1: 30}
    document["showdown"]["last_aggressor"] = 4
    assert rule(document).due == ([4, 2], "show")
    document["showdown"]["last_aggressor"] = 9
    assert rule(document).refused == (None, "bad-seats", "stud/seats")
