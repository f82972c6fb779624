"""What users of other tools reported: one test for each situation, under its own name, with the right answer.

The numbers are those of the list of reports (the project's reports.md); the report is named at each test.
"""

from __future__ import annotations

import pytest

from studbook.formats import registry
from studbook.formats.common import Read
from studbook.record import record_from_dict
from studbook.referee import replay
from tests.engine.rulebook_hands import Document, ended, hand, rule

STUD = "seven-card-stud"
# Seat 1's deuce of clubs brings it in; nobody shows a pair, seat 3's ace opens later streets.
FOUR = "d 1 KsKd/2c 2 QhJh/9d 3 8s7s/Ac 4 QsJs/Tc"


def finished(document: Document) -> Document:
    return replay(record_from_dict(document)).to_dict()


def test_report_01_a_hand_that_can_win_no_pot_does_not_move_the_odd_chip() -> None:
    """pokerkit#46: seat 1 is all-in with the best hand; B and C tie for the side pot, D has the ace of spades and loses
    everywhere. The 45 of the side pot are 23 and 22, the odd chip with the highest card of those who tie."""
    hands = ("2c2d2h2s5c6d8h 5", "KcKdQcQd9s4h3c 20", "KhKsQhQs9d4c3d 20", "AsJcTd8c7h5d4s 20")
    for odd_chip, by_seat in (
        ("highest_card_by_suit_all_cards", {1: 20, 2: 22, 3: 23}),
        ("nearest_dealers_left", {1: 20, 2: 23, 3: 22}),
    ):
        ruling = rule(ended(STUD, *hands, rules={"odd_chip_between_equal_hands": odd_chip}))
        assert ruling.pots == [(20, [1, 2, 3, 4]), (45, [2, 3, 4])]
        assert ruling.won == by_seat
    # With D out of the hand the chip lies where it lay.
    without = rule(ended(STUD, *hands[:3], "- 20 folded"))
    assert without.won == {1: 20, 2: 22, 3: 23}


@pytest.mark.parametrize(("stack", "may_raise"), [(28, False), (29, True)])
def test_report_03_a_short_all_in_on_top_of_a_full_raise(stack: int, may_raise: bool) -> None:
    """pokerkit#45: seat 3 bets 10, seat 4 raises to 20, seat 1 calls, seat 2 goes all-in for 24, or for 25, half a bet
    more. Seat 3 acted only before the full raise and may raise; seat 4 acted since and may not, unless it is half."""
    all_in = stack - 4
    play = f"{FOUR}; bring-in 1 3; around; street 5h 6h 4s 8d; bet 3 10; raise 4 20; call 1; raise 2 {all_in}"
    first = rule(hand(STUD, [200, stack, 200, 200], play))
    assert first.due == ([3], "act")
    assert first.offer("raise") == {"exactly": [35 if may_raise else 30]}
    called = rule(hand(STUD, [200, stack, 200, 200], f"{play}; call 3"))
    assert called.due == ([4], "act")
    assert called.offer("raise") == ({"exactly": [35]} if may_raise else None)
    refused = rule(hand(STUD, [200, stack, 200, 200], f"{play}; call 3; raise 4 {35 if may_raise else 30}"))
    assert refused.status == ("in-progress" if may_raise else "illegal")
    if not may_raise:
        assert refused.refused is not None
        assert refused.refused[1] == "betting-not-reopened"


def test_report_04_a_wager_into_a_short_stack_is_not_capped_by_it() -> None:
    """pokerkit#40: on fifth street seat 1 bets 20 into seat 2, which has 5 left: the bet is 20, and 15 come back."""
    play = "d 1 KsKd/Ac 2 QhJh/2c; bring-in 2 3; complete 1 10; call 2; street 5h 6h; around; street 9h 3d"
    ruling = rule(hand(STUD, [200, 16], play))
    assert ruling.offer("bet") == {"exactly": [20]}
    less = rule(hand(STUD, [200, 16], f"{play}; bet 1 5"))
    assert less.refused is not None
    assert less.refused[1] == "bet-size"
    called = rule(hand(STUD, [200, 16], f"{play}; bet 1 20; call 2; street 4d 4c; street 7h 8h"))
    assert called.status == "settled"
    assert called.returned == {1: 15}
    assert called.pots == [(32, [1, 2])]


def test_report_05_a_fold_when_checking_was_free_with_all_ins_in_the_pot() -> None:
    """pokerkit#12, #35: seat 3 may check and folds; its hand is dead, its chips stay, and the pots are made again."""
    play = "d 1 KsKd/2c 2 QhJh/9d 3 AsAd/Ac; bring-in 1 3; complete 2 10; call 3; call 1; street 3h 6h 4s"
    before = rule(hand(STUD, [11, 200, 200], play))
    assert before.due == ([3], "act")
    after = rule(hand(STUD, [11, 200, 200], f"{play}; fold 3; street 5d 4c; street 9h 7h; street 8c 3s"))
    assert ("fold-not-facing-bet", "stud/fold-not-facing-bet") in after.warned
    assert after.status == "settled"
    assert after.pots == [(33, [1, 2])]
    assert after.won == {1: 33}


def test_report_07_folded_cards_are_never_dealt_again_and_burns_may_be() -> None:
    """pokerkit#28."""
    third = "d 1 KsKd/2c 2 QhJh/9d 3 8s7s/Ac; bring-in 1 3; fold 2; call 3"
    for dead in ("Qh", "9d"):
        refused = rule(hand(STUD, 3, f"{third}; d 1 /{dead}")).refused
        assert refused is not None
        assert refused[:2] == (6, "duplicate-card")
    assert rule(hand(STUD, 3, third)).verdict["table"]["dead"] == ["9d"]


def test_report_08_the_wheel_is_the_best_low_and_a_straight_for_high() -> None:
    """pokerkit#44: in razz it beats a 6-4; in hi-lo the same five cards take both halves."""
    assert rule(ended("razz", "Ac2d3h4s5cKdKh", "6h4d3c2sAdQdJh")).won == {1: 20}
    both = rule(ended("stud-hi-lo-8", "Ac2d3h4s5cKdKh", "AdAh9c9sQdJh2s"))
    assert [[award[:3] for award in pot] for pot in both.awards] == [[(1, 10, "high"), (1, 10, "low")]]
    assert both.verdict["seats"][0]["high"]["name"] == "straight, five high"
    assert both.verdict["seats"][0]["low"]["name"] == "5-4-3-2-A"


def test_report_09_the_steel_wheel_beats_a_six_high_straight() -> None:
    """pokerth#369, PyPokerEngine#69."""
    ruling = rule(ended(STUD, "Ad2d3d4d5d9c8h", "2s3h4c5c6hKdQh"))
    assert ruling.won == {1: 20}
    assert sorted(ruling.verdict["seats"][0]["high"]["cards"]) == ["2d", "3d", "4d", "5d", "Ad"]
    wheel = rule(ended(STUD, "Ad2s3c4d5h9c8h", "KsKcQdQh2d3h7s"))
    assert wheel.won == {1: 20}


def test_report_10_a_completion_makes_four_and_a_raise_makes_eight() -> None:
    """FPDB-for-OSX#24: razz at 4 and 8 cents, ante 1, bring-in 2: 27 cents are in the pot on fourth street, not 23."""
    stakes = {"structure": "fixed-limit", "ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8}
    play = "d 1 2s3d/Kc 2 5h6h/7d 3 8s7s/9c; bring-in 1 2"
    opened = rule(hand("razz", 3, play, stakes=stakes))
    assert opened.offer("complete") == {"exactly": [4]}
    completed = rule(hand("razz", 3, f"{play}; complete 2 4", stakes=stakes))
    assert completed.offer("raise") == {"exactly": [8]}
    called = rule(hand("razz", 3, f"{play}; complete 2 4; raise 3 8; call 1; call 2", stakes=stakes))
    assert called.due == ([1], "deal")
    assert called.verdict["table"]["pot"] == 27


def test_report_11_the_river_is_the_last_down_card() -> None:
    """FPDB-for-OSX#15, #23: two down, four up, one down, in the order dealt; seventh street is not lost, also where the
    cards are known at the showdown only."""
    play = (
        "d 1 KsKd/2c 2 ????/9d; bring-in 1 3; around; street 5h 6h; around; street 9h 3d; around; "
        "street 4d 4c; around; d 1 7h/ 2 ??/; around"
    )
    ruling = rule(hand(STUD, 2, f"{play}; show 2 QhJh9d6h3d4c8c"))
    first, second = ruling.verdict["seats"]
    assert (first["down"], first["up"]) == (["Ks", "Kd", "7h"], ["2c", "5h", "9h", "4d"])
    assert (second["down"], second["up"]) == (["Qh", "Jh", "8c"], ["9d", "6h", "3d", "4c"])
    assert (ruling.status, ruling.won) == ("settled", {1: 8})
    assert ruling.openers == {3: 1, 4: 2, 5: 2, 6: 2, 7: 2}


@pytest.mark.parametrize("game", ["razz", "stud-hi-lo-8"])
def test_report_13_a_seat_that_is_not_dealt_in_has_no_ante_no_cards_and_no_turn(game: str) -> None:
    """FPDB-for-OSX#6: the record lists the seats that play; seat 4 sits there and does not."""
    document = hand(game, 3, "d 1 2s3d/Kc 2 5h6h/Ad 3 8s7s/9c")
    ruling = rule(document)
    assert ruling.verdict["table"]["pot"] == 3
    for strange in ("d 4 QhJh/Qc", "fold 4", "call 4"):
        refused = rule(hand(game, 3, f"d 1 2s3d/Kc 2 5h6h/Ad; {strange}" if strange[0] == "d" else strange)).refused
        assert refused is not None
    dealt = rule({**document, "events": [*document["events"][:2], {"type": "deal", "seat": 4, "up": ["Qc"]}]})
    assert dealt.refused is not None
    assert dealt.refused[:2] == (2, "unknown-seat")


BLANKS = """\
PokerStars Hand #1001:  7 Card Stud Hi/Lo Limit ({stakes}) - 2024/03/05 21:15:00 CET [2024/03/05 15:15:00 ET]
Table 'Blanks' 8-max
Seat 1: Al ($50 in chips)
Seat 2: Bo ($40 in chips)
Al: posts the ante $0.30
Bo: posts the ante $0.30
*** 3rd STREET ***
Dealt to Al [Kh]
Dealt to Bo [2c]
Bo: brings in for $0.75
Al: raises $1.75 to $2.50
Bo: folds
Uncalled bet ($1.75) returned to Al
Al collected $2.10 from pot
*** SUMMARY ***
Total pot $2.10 | Rake $0
Seat 1: Al collected ($2.10)
Seat 2: Bo folded on the 3rd Street
"""


@pytest.mark.parametrize("stakes", ["$2.50/$5.00", "$2.50 / $5", "$2.50/$5.00 USD", "$2.50 / $5.00 USD"])
def test_report_14_blanks_in_a_header_do_not_lose_the_hand(stakes: str) -> None:
    """fpdb-3#288."""
    [read] = registry.read_text(BLANKS.format(stakes=stakes), "blanks.txt")
    assert isinstance(read, Read), read
    assert (read.document["stakes"]["small_bet"], read.document["stakes"]["big_bet"]) == (250, 500)
    verdict = finished(read.document)
    assert verdict["status"] == "settled"
    assert [seat["won"] for seat in verdict["seats"]] == [210, 0]
    assert verdict["returned"] == {"1": 175}


def test_report_15_a_bet_called_for_less_comes_back_in_part() -> None:
    """fpdb-3#95: a bet of 2.54 is called all-in for 2.20: 0.34 come back, 2.83 was committed, 5.50 collected (0.16 are
    raked), 2.67 won."""
    stakes = {"structure": "no-limit", "ante": 3, "min_bet": 20, "bring_in": 10}
    play = (
        "d 1 AsKd/Ac 2 QhJh/2c; bring-in 2 10; raise 1 60; call 2; street 5h 6h; bet 1 254; call 2; street 9h 3d; "
        "street 4d 4c; street 7h 8h"
    )
    document = hand(STUD, [1000, 283], play, stakes=stakes, rake=[16])
    ruling = rule(document)
    assert ruling.status == "settled"
    assert ruling.returned == {1: 34}
    assert (ruling.won, ruling.net) == ({1: 550}, {1: 267, 2: -283})
    winner = ruling.verdict["seats"][0]
    assert winner["put_in"] - winner["returned"] == 283


def test_report_17_three_equal_hands_share_layers_without_drift() -> None:
    """pokerth#152: a pot of 30,300 made of several layers, three equal hands: 10,100 each."""
    hands = ("AcKcQdJhTs2c3d 10000", "AdKdQhJsTc2d3h 10000", "AhKhQsJcTd2h3s 10000", "- 200 folded", "- 100 folded")
    ruling = rule(ended(STUD, *hands))
    assert ruling.pots == [(30_300, [1, 2, 3])]
    assert ruling.won == {1: 10_100, 2: 10_100, 3: 10_100}
    # Layers that have other hands in them stay pots of their own, and each divides by itself.
    layered = rule(ended(STUD, *hands[:3], "4s4h5c5d6s7s8d 100", "- 200 folded"))
    assert layered.pots == [(500, [1, 2, 3, 4]), (29_800, [1, 2, 3])]
    assert sum(layered.won.values()) == 30_300
    assert sorted(layered.won.values()) == [10_099, 10_100, 10_101]


def test_report_19_an_all_in_seat_stays_in_its_pot_where_nobody_bets() -> None:
    """poker-ts#18: seat 1 is all-in on third street, seats 2 and 3 check to the end; it takes the main pot."""
    play = (
        "d 1 KsKd/2c 2 QhJh/9d 3 8s7s/Ac; bring-in 1 3; complete 2 10; call 3; call 1; street 3h 6h 4s; around; "
        "street 3c 5s Td; around; street 9h 7h 8h; around; street 8c 3s 2d; around"
    )
    ruling = rule(hand(STUD, [11, 200, 200], play))
    assert ruling.pots == [(33, [1, 2, 3])]
    assert ruling.won == {1: 33}
    assert rule(hand(STUD, [6, 200, 200], play)).pots == [(18, [1, 2, 3]), (10, [2, 3])]


def test_report_21_who_shows_first_and_what_a_muck_gives_up() -> None:
    """Bitcoin-Poker-Room#31, texasholdem#25, pokerlib#11: the last to bet or raise; else in stud the high board, in
    razz the low one; a mucked hand wins nothing."""
    # Nobody knows the last card of either: the hand is over, and shows could decide it.
    play = (
        "d 1 KsKd/{first} 2 QhJh/{second}; around; street 5h 6h; around; street 9h 3d; around; "
        "street 4d 4c; around; d 1 ??/ 2 ??/"
    )
    stud, razz = play.format(first="Ac", second="2c"), play.format(first="Ac", second="Kc")
    assert rule(hand(STUD, 2, f"{stud}; around")).due == ([1, 2], "show")
    assert rule(hand(STUD, 2, f"{stud}; check 1; bet 2 20; call 1")).due == ([2, 1], "show")
    assert rule(hand("razz", 2, f"{razz}; around")).due == ([1, 2], "show")
    high_board_shows_last = play.format(first="8c", second="2c")
    assert rule(hand("razz", 2, f"{high_board_shows_last}; around")).due == ([2, 1], "show")
    mucked = rule(hand(STUD, 2, f"{stud}; around; muck 1"))
    assert (mucked.status, mucked.won) == ("settled", {2: 8})
    assert mucked.verdict["seats"][0]["outcome"] == "mucked"


def test_report_25_of_six_suited_cards_five_are_the_hand() -> None:
    """pokersolver#31."""
    ruling = rule(ended(STUD, "AhJh9h7h5h3h2c", "KsKdKc2d2s4d6c"))
    assert ruling.verdict["seats"][0]["high"]["cards"] == ["Ah", "Jh", "9h", "7h", "5h"]
    assert ruling.won == {2: 20}


def test_report_26_when_all_fold_early_nothing_is_evaluated() -> None:
    """joker#6: the pot is awarded on third street with three cards in hand."""
    ruling = rule(hand(STUD, 3, "d 1 KsKd/2c 2 QhJh/9d 3 8s7s/Ac; bring-in 1 3; fold 2; fold 3"))
    assert ruling.status == "settled"
    assert ruling.won == {1: 3}
    assert ruling.returned == {1: 3}
    assert ruling.verdict["pots"][0]["awards"][0]["basis"] == "last-hand"
    assert [(seat["high"], seat["low"]) for seat in ruling.verdict["seats"]] == [(None, None)] * 3


def test_report_27_antes_are_in_the_main_pot_and_in_its_layers() -> None:
    """PyPokerEngine#45: seat 1 has half an ante; all three of its chips' worth are in the main pot, the rest of the
    antes in the side pot."""
    stakes = {"structure": "fixed-limit", "ante": 4, "bring_in": 3, "small_bet": 10, "big_bet": 20}
    play = (
        "d 1 AsAd/Ac 2 QhJh/2c 3 8s7s/9d; bring-in 2 3; call 3; street 3h 6h 4s; around; street 3c 5s Td; around; "
        "street 9h 7h 8h; around; street 8c 3s 2d; around"
    )
    ruling = rule(hand(STUD, [2, 200, 200], play, stakes=stakes))
    assert ruling.pots == [(6, [1, 2, 3]), (10, [2, 3])]
    assert ruling.won[1] == 6
    assert sum(ruling.won.values()) == 16
