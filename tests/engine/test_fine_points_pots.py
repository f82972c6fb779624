"""Fine points of the pots: declarations that fail, odd chips."""

from __future__ import annotations

from tests.engine.rulebook_hands import ended, hand, rule

DECLARED = "stud-hi-lo-declare"
WALL_STREET = "wall-street"
ODD = "odd_chip_between_equal_hands"
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
    rules = {ODD: "highest_card_by_suit_five_cards", "wild": "bought_from_top_price"}
    # Two ace-high flushes, each with a wild card: seat 1's ace of spades is not in its hand, the ten of spades is wild
    # and in seat 2's.
    hands = ("9h7h5h4h2cAsKc", "9d7d5d4dTs3c8s", "- 1 folded")
    document = ended(WALL_STREET, *hands, rules={**rules, "pot_for": "high"})
    for row, wild in zip(document["showdown"]["hands"], ("2c", "Ts"), strict=False):
        row["wild"] = [wild]
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


def test_two_that_declared_both_and_beat_each_other_one_way_both_fail_whoever_would_be_left_then() -> None:
    # Seat 1 has the best high, seat 2 the best low and, seat 1 aside, the best high too: compared once, both fail.
    hands = (f"{KINGS_FULL} both", "Ah2c3d4s5cKhTd both", "8s8d8cTs9d2h4d high", "Ad2d3h6c7cJhJd low", "- 3 folded")
    for reading in ("removed_then_best_of_rest", "stopper_takes_all"):
        ruling = rule(ended(DECLARED, *hands, rules={"failed_both": reading}))
        assert (ruling.pots, ruling.won) == ([(43, [1, 2, 3, 4])], {3: 22, 4: 21})


def test_each_split_has_its_own_odd_chip_so_that_one_seat_may_take_two() -> None:
    # 57: 29 for high between seats 1 and 2, 28 for low between all three; seat 1 holds the ace of spades.
    hands = ("As2c4d6h8sKdKh", "Ad2h4s6c8cKcKs", "Ac2d4h6s8dQdQh")
    ruling = rule(ended("stud-hi-lo-8", *hands, put_in=19))
    halves = [[(seat, chips, side) for seat, chips, side, _ in pot] for pot in ruling.awards]
    assert halves == [[(1, 15, "high"), (2, 14, "high"), (1, 10, "low"), (2, 9, "low"), (3, 9, "low")]]
    assert [award["odd_chips"] for award in ruling.verdict["pots"][0]["awards"]] == [1, 0, 1, 0, 0]
    # The lowest card takes it between lows, the ace of clubs; between highs still the highest.
    lowest = rule(ended("stud-hi-lo-8", *hands, put_in=19, rules={ODD: "lowest_card_by_suit_all_cards"}))
    assert lowest.won == {1: 24, 2: 23, 3: 10}


def test_prices_are_played_for_by_those_that_had_chips_when_they_were_paid() -> None:
    # Seat 1 is all-in for 3; seat 3 buys with its last 4 after seat 2's 2; then seat 2 alone has chips and pays 4 more.
    play = (
        "d 1 8c4s/8h 2 5d9h/Qs 3 KcJh/3d; turn 1 5c; turn 2 9d; turn 3 Ks; turn 4 Ah; bet 2 5; call 3; call 1 to 2"
        "; take 1 deck 7c; buy 2 1; turn 1 Jd; buy 3 2; turn 2 2d; take 1 deck 2s; buy 2 2; turn 2 3c; take 3 deck Td"
        "; take 1 deck 4d; take 2 deck 6d; take 3 deck 6s; d 1 2h/ 2 3s/ 3 9s/"
    )
    stakes = {"structure": "fixed-limit", "ante": 1, "small_bet": 5, "big_bet": 10, "unit": 2}
    document = hand(WALL_STREET, [3, 50, 10], play, stakes=stakes, rules={"pot_for": "high"})
    ruling = rule(document)
    assert ruling.pots == [(9, [1, 2, 3]), (12, [2, 3]), (4, [2])]
    # Eights and fours, a pair of nines, and seat 2 its own price back.
    assert ruling.won == {1: 9, 3: 12, 2: 4}
    main = rule({**document, "rules": {"pot_for": "high", "purchase_pot": "main"}})
    assert (main.pots, main.won) == ([(19, [1, 2, 3]), (6, [2, 3])], {1: 19, 3: 6})
