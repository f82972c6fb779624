"""The articles on pots, the showdown, high and low and the declaration, each by a hand that it decides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulebook_hands import ended, events, hand, numbers, rule, shows

STUD = "seven-card-stud"
HI_LO = "stud-hi-lo-8"
DECLARED = "stud-hi-lo-declare"
THIRD = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc"
FOURTH = f"{THIRD}; bring-in 1 3; around; street 5h 6h 4s"
# To the last round, everything checked; seat 3 opens it with its king.
SEVENTH = f"{FOURTH}; around; street 9h Tc 4d; around; street Jd 3d 6s; around; street 3c 5c 9c"

# Hands of seven cards, from strong to weak.
FLUSH = "AsKsTs8s6sQh9d"
TRIPS = "JcJdJh9h7c4d2h"
PAIR = "QcQd9s8h6c4h3d"
LOW_8 = "Ah2c4s6d8cKcTh"  # 8-6-4-2-A, ace high
NO_LOW = "KhKs9d9cQhJs5s"  # kings and nines, no low of eight


# -- pots ------------------------------------------------------------------------------------------------------------


@shows("stud/uncalled-bet")
def test_what_nobody_called_goes_back_even_if_its_seat_folds_later() -> None:
    ruling = rule(hand(STUD, 3, f"{FOURTH}; bet 3 10; fold 1 2"))
    assert (ruling.returned, ruling.pots, ruling.net[3]) == ({3: 10}, [(12, [3])], 8)
    # Seat 1 called with its last 4, and seat 3's hand dies: 6 of its 10 go back all the same.
    killed = rule(hand(STUD, [8, 200, 200], f"{FOURTH}; bet 3 10; call 1 to 4; fold 2; kill 3 left the table"))
    assert (killed.returned, killed.won) == ({3: 6}, {1: 20})
    claimed = rule(hand(STUD, 3, f"{FOURTH}; bet 3 10; fold 1 2", claim={"net": {"3": 18}}))
    assert [row["ruled"] for row in claimed.verdict["claim"]] == [8]


@shows("stud/side-pot")
def test_pots_are_layers_each_divided_among_those_that_paid_the_whole_of_it() -> None:
    ruling = rule(ended(STUD, f"{FLUSH} 5", f"{TRIPS} 20", f"{PAIR} 30", "- 12 folded"))
    # 5 from each of four; 15, 15 and the folded 7 above it; the last 10 of seat 3 uncalled.
    assert ruling.pots == [(20, [1, 2, 3]), (37, [2, 3])]
    assert (ruling.won, ruling.returned) == ({1: 20, 2: 37}, {3: 10})
    main, side = ruling.said("stud/side-pot")
    assert (20 in numbers(main), 37 in numbers(side)) == (True, True)


@shows("stud/mucked-pot")
def test_a_pot_whose_hands_are_all_mucked_goes_to_those_of_the_pot_below() -> None:
    ruling = rule(ended(STUD, f"{PAIR} 5", "- 20 mucked", "- 20 mucked"))
    assert ruling.pots == [(15, [1, 2, 3]), (30, [2, 3])]
    assert ruling.won == {1: 45}


@shows("stud/last-hand")
def test_a_pot_that_only_one_seat_plays_for_is_its_own_though_it_mucks() -> None:
    ruling = rule(ended(STUD, f"{FLUSH} 10", "- 30 mucked", "- 30 folded"))
    assert ruling.pots == [(30, [1, 2]), (40, [2])]
    assert ruling.won == {1: 30, 2: 40}
    # In play: seat 1 is all-in on third street, seat 2 bets the others out on fourth, and mucks against it.
    deal = "d 1 AsAh/2c 2 KdQh/9d 3 8s7s/Jh; bring-in 1 3; complete 2 10; call 3 to 10; call 1 to 9"
    play = f"{deal}; street 3d 4d 5d; check 3; bet 2 10; fold 3; street 6d 7d; street 6h 7h; street 6c 7c; muck 2"
    ruling = rule(hand(STUD, [10, 200, 200], play))
    assert (ruling.won, ruling.returned) == ({1: 30, 2: 2}, {2: 10})


@shows("stud/uncalled-bet")
def test_what_nobody_called_goes_back_as_the_round_closes() -> None:
    # Seat 1 is all-in; seat 2's last 5 drive seat 3 out, and pay for a place of the row with the 5 beside them.
    stakes = {"structure": "fixed-limit", "small_bet": 5, "big_bet": 10, "ante": 1, "unit": 2}
    deal = "d 1 AsAd/Kh 2 QsQd/9c 3 JsJd/8h; turn 1 2c; turn 2 3c; turn 3 4c; turn 4 5c"
    play = f"{deal}; bet 1 5; call 2 3; take 1 deck 7s; take 2 deck 6d; take 3 deck 9d; bet 2 5; fold 3"
    document = hand("wall-street", [6, 16, 200], play, stakes=stakes)
    ruling = rule(document)
    assert ruling.returned == {2: 5}
    assert [row["stack"] for row in ruling.verdict["seats"]] == [0, 10, 194]
    bought = rule(document | {"events": document["events"] + events("take 1 deck Tc; buy 2 4 8")})
    assert (bought.refused, bought.pots[-1]) == (None, (8, [2]))
    assert bought.verdict["seats"][1]["stack"] == 2


@shows("stud/rake")
def test_a_rake_is_taken_before_the_pot_is_divided_and_never_exceeds_it() -> None:
    ruling = rule(ended(STUD, FLUSH, TRIPS, rake=[3]))
    assert (ruling.won, ruling.verdict["pots"][0]["rake"]) == ({1: 17}, 3)
    assert rule(ended(STUD, FLUSH, TRIPS, rake=[21])).refused == (None, "bad-rake", "stud/rake")


@shows("stud/last-hand")
def test_the_last_hand_takes_the_pot_without_showing() -> None:
    ruling = rule(hand(STUD, 3, "d 1 ????/2c 2 ????/9d 3 ????/Kc; bring-in 1 3; fold 2 3"))
    assert (ruling.status, ruling.awards) == ("settled", [[(1, 3, "whole", "stud/last-hand")]])
    assert ruling.returned == {1: 3}


@shows("stud/odd-chip")
@pytest.mark.parametrize(
    ("reading", "takes"),
    [
        ("highest_card_by_suit_all_cards", 2),
        ("highest_card_by_suit_five_cards", 1),
        ("lowest_card_by_suit_all_cards", 2),
        ("nearest_dealers_left", 1),
    ],
)
def test_the_odd_chip_goes_to_the_highest_card_by_suit(reading: str, takes: int) -> None:
    # Two straights to the ten: of the five played seat 1 has the ten of spades, of all seven seat 2 an ace.
    hands = ("Ts9d8h7c6d3c2d", "Tc9h8d7s6hAs4c")
    ruling = rule(ended(STUD, *hands, "- 1 folded", rules={"odd_chip_between_equal_hands": reading}))
    assert ruling.won == {takes: 11, 3 - takes: 10}
    assert ruling.verdict["pots"][0]["awards"][takes - 1]["odd_chips"] == 1
    assert len(ruling.said("stud/odd-chip")) == 1


@shows("stud/odd-chip-by-lowest-card")
def test_between_tied_lows_the_lowest_card_may_take_the_odd_chip_between_highs_the_highest() -> None:
    rules = {"odd_chip_between_equal_hands": "lowest_card_by_suit_all_cards"}
    lows = ("Ac2d4h6s7cKdKh", "Ad2h4s6c7dKsKc")
    assert rule(ended("razz", *lows, "- 1 folded", rules=rules)).won == {1: 11, 2: 10}
    assert rule(ended("razz", *lows, "- 1 folded")).won == {1: 10, 2: 11}
    highs = ("AsKdJh9s7c3d2c", "AcKsJd9h7d4s3h")
    assert rule(ended(STUD, *highs, "- 1 folded", rules=rules)).won == {1: 11, 2: 10}


@shows("stud/odd-chip-halves")
@pytest.mark.parametrize(("reading", "high", "low"), [("high", 11, 10), ("low", 10, 11)])
def test_the_odd_chip_between_the_halves_goes_to_high(reading: str, high: int, low: int) -> None:
    ruling = rule(ended(HI_LO, NO_LOW, LOW_8, "- 1 folded", rules={"odd_chip_between_halves": reading}))
    assert ruling.awards == [[(1, high, "high", "stud/high-half"), (2, low, "low", "stud/low-half")]]
    assert numbers(ruling.said("stud/odd-chip-halves")[0])[:3] == [21, high, low]


@shows("stud/shares")
@pytest.mark.parametrize(("share", "high", "low"), [(50, 40, 40), (75, 60, 20)])
def test_high_and_low_take_half_each_or_what_the_house_announces(share: int, high: int, low: int) -> None:
    ruling = rule(ended(HI_LO, NO_LOW, LOW_8, put_in=40, rules={"high_share": share}))
    assert ruling.won == {1: high, 2: low}
    assert numbers(ruling.said("stud/shares")[0])[-2:] == [high, low]


# -- the showdown ----------------------------------------------------------------------------------------------------


@shows("stud/high")
def test_the_best_hand_takes_the_pot() -> None:
    ruling = rule(ended(STUD, PAIR, TRIPS, FLUSH))
    assert ruling.awards == [[(3, 30, "whole", "stud/high")]]


@shows("stud/cards-speak")
def test_where_cards_speak_nobody_declares() -> None:
    ruling = rule(ended(HI_LO, f"{NO_LOW} high", LOW_8))
    assert ruling.refused == (None, "declaration-not-played", "stud/cards-speak")
    played = rule(hand(STUD, 3, f"{SEVENTH}; around; declare 1 high"))
    assert played.refused is not None
    assert played.refused[1:] == ("declaration-not-played", "stud/cards-speak")
    spoken = rule(ended(DECLARED, NO_LOW, LOW_8, rules={"declare": "cards_speak"}))
    assert spoken.won == {1: 10, 2: 10}


@shows("stud/cards-speak-hands", "stud/claim")
def test_a_hand_is_what_its_cards_make_it_and_a_claim_changes_nothing() -> None:
    ruling = rule(ended(STUD, PAIR, TRIPS, claim={"hands": {"1": "full house"}, "won": {"1": 20}}))
    assert ruling.won == {2: 20}
    rows = {row["kind"]: (row["article"], row["ruled"]) for row in ruling.verdict["claim"]}
    assert rows["hands"] == ("stud/cards-speak-hands", "pair of queens")
    assert rows["won"] == ("stud/high", 0)
    assert ("claim-differs", "stud/claim") in ruling.warned


@shows("stud/showdown-order")
@pytest.mark.parametrize(("reading", "first"), [("last_aggressor", 1), ("best_board", 3)])
def test_the_last_to_bet_shows_first_and_nothing_is_won_by_it(reading: str, first: int) -> None:
    play = f"{SEVENTH}; check 3; bet 1 20; call 2 3"
    rules = {"showdown_first": reading}
    usual = rule(hand(STUD, 3, f"{play}; show {first} {'AsKd' if first == 1 else '8s7s'}", rules=rules))
    assert usual.warned == []
    early = rule(hand(STUD, 3, f"{play}; show 2 QhJh", rules=rules))
    assert early.warned == [("showdown-order", "stud/showdown-order")]
    assert early.won == usual.won == {3: 72}
    if reading == "last_aggressor":
        # Checked through, the opener.
        opened = rule(hand(STUD, 3, f"{SEVENTH}; around; show 3 8s7s", rules=rules))
        assert opened.warned == []


@shows("stud/showing")
def test_a_hand_is_shown_with_the_cards_it_was_dealt() -> None:
    unseen = SEVENTH.replace("AsKd", "????")
    shown = rule(hand(STUD, 3, f"{unseen}; around; show 1 AhAd"))
    assert shown.verdict["seats"][0]["down"] == ["Ah", "Ad", "3c"]
    other = rule(hand(STUD, 3, f"{SEVENTH}; around; show 1 AhAd"))
    assert other.refused is not None
    assert other.refused[1:] == ("shown-cards-differ", "stud/showing")


@shows("stud/muck")
def test_a_mucked_hand_gives_up_every_claim() -> None:
    ruling = rule(hand(STUD, 3, f"{SEVENTH}; around; muck 3"))
    assert ruling.verdict["seats"][2]["outcome"] == "mucked"
    assert 3 not in ruling.won
    assert rule(hand(STUD, 3, f"{SEVENTH}; around")).won == {3: 12}
    twice = rule(hand(STUD, 3, f"{SEVENTH}; around; muck 3; muck 3"))
    assert twice.refused is not None
    assert twice.refused[1:] == ("mucked-hand", "stud/muck")


@shows("stud/unknown-cards")
def test_an_unseen_card_is_not_guessed() -> None:
    decided = rule(ended(STUD, "AsTs8s6s3s????", "KcKd9s8h6c4h??"))
    assert (decided.status, decided.won) == ("settled", {1: 20})
    open_ = rule(ended(STUD, "AsTs8s6sKd????", TRIPS))
    assert (open_.status, open_.won, open_.verdict["pots"][0]["open"]) == ("undecided", {}, 20)
    unseen = rule(hand(STUD, 3, "d 1 ????/2d 2 ????/?? 3 ????/Kc; bring-in 1 3"))
    assert ("not-checked", "stud/unknown-cards") in unseen.warned


@shows("stud/outcome")
def test_what_the_source_paid_is_taken_only_where_a_card_is_unseen_and_the_figures_fit() -> None:
    unseen = ("AsTs8s6sKd????", TRIPS)
    given = rule(ended(STUD, *unseen, outcome={"won": {"1": 20}}))
    assert given.awards == [[(1, 20, "whole", "stud/outcome")]]
    assert given.warned == [("taken-as-given", "stud/outcome")]
    wrong = rule(ended(STUD, *unseen, outcome={"won": {"1": 19}}))
    assert (wrong.status, wrong.warned) == ("undecided", [("outcome-differs", "stud/outcome")])
    seen = rule(ended(STUD, PAIR, TRIPS, outcome={"won": {"1": 20}}))
    assert (seen.won, seen.warned) == ({2: 20}, [("outcome-differs", "stud/outcome")])


@shows("stud/hand-over")
@pytest.mark.parametrize("act", ["check 1", "bet 1 20", "deal"])
def test_after_the_last_round_nothing_more_is_played(act: str) -> None:
    play = f"{SEVENTH}; around"
    document = hand(STUD, 3, f"{play}; {'d 1 2d/' if act == 'deal' else act}")
    ruling = rule(document)
    assert ruling.refused == (len(document["events"]) - 1, "hand-over", "stud/hand-over")
    assert rule(hand(STUD, 3, f"{play}; show 1 As")).status == "settled"


@shows("stud/showdown-record")
@pytest.mark.parametrize("fault", ["no put_in", "both", "nobody live"])
def test_the_end_of_a_hand_gives_each_seats_cards_and_what_was_put_in(fault: str) -> None:
    document: dict[str, Any] = ended(STUD, FLUSH, TRIPS)
    shown = document["showdown"]
    if fault == "no put_in":
        del shown["hands"][0]["put_in"]
    elif fault == "both":
        shown["pots"] = [{"amount": 20, "eligible": [1, 2]}]
    else:
        for row in shown["hands"]:
            row["out"] = "folded"
    assert rule(document).refused == (None, "bad-showdown", "stud/showdown-record")


# -- high and low ----------------------------------------------------------------------------------------------------


@shows("stud/high-half", "stud/low-half")
def test_high_takes_one_share_and_the_lowest_hand_the_other() -> None:
    seven_low = "Ad2h4h6c7sKdTs"
    ruling = rule(ended(HI_LO, NO_LOW, LOW_8, seven_low))
    assert ruling.awards == [[(1, 15, "high", "stud/high-half"), (3, 15, "low", "stud/low-half")]]


@shows("stud/no-low")
def test_where_no_low_qualifies_high_takes_that_pot_whole() -> None:
    # Seat 2's low plays for the first pot only.
    ruling = rule(ended(HI_LO, f"{NO_LOW} 20", f"{LOW_8} 5", "QcQd9sTd6cJh3d 20"))
    assert ruling.awards == [
        [(1, 8, "high", "stud/high-half"), (2, 7, "low", "stud/low-half")],
        [(1, 30, "whole", "stud/no-low")],
    ]


@shows("stud/low-rank")
@pytest.mark.parametrize(("reading", "wins"), [("ace_to_five", 1), ("deuce_to_seven", 2)])
def test_lows_rank_from_the_ace_and_straights_do_not_count(reading: str, wins: int) -> None:
    wheel, seven = "5s4d3h2cAcKdQh", "7s5d4h3c2hKhQd"
    high = "JsJdJhJcTs9d9h"
    ruling = rule(ended("stud-hi-lo", wheel, seven, high, put_in=20, rules={"low_rank": reading}))
    assert ruling.won == {3: 30, wins: 30}


@shows("stud/low-qualifier")
@pytest.mark.parametrize(("qualifier", "low"), [(8, False), (9, True), (None, True)])
def test_a_low_must_qualify_where_the_house_says_so(qualifier: int | None, low: bool) -> None:
    nine_low = "9sAd3h5c7hKsQd"
    ruling = rule(ended(HI_LO, "KhKcQhJdJs8d8h", nine_low, rules={"low_qualifier": qualifier}))
    assert ruling.won == ({1: 10, 2: 10} if low else {1: 20})


@shows("stud/scoop")
def test_one_hand_may_take_both_shares_with_different_fives() -> None:
    ruling = rule(ended(HI_LO, "6s5s4h3d2cAsKd", TRIPS, put_in=30))
    assert ruling.awards == [[(1, 30, "high", "stud/high-half"), (1, 30, "low", "stud/low-half")]]
    seat = ruling.verdict["seats"][0]
    assert (seat["high"]["cards"], seat["low"]["cards"]) == (
        ["6s", "5s", "4h", "3d", "2c"], ["5s", "4h", "3d", "2c", "As"],
    )  # fmt: skip


@shows("stud/quartering")
def test_a_tie_for_one_share_divides_that_share_only() -> None:
    same_low = "Ad2h4h6c8sKdTs"
    ruling = rule(ended(HI_LO, NO_LOW, LOW_8, same_low, "- 10 folded"))
    assert ruling.won == {1: 20, 2: 10, 3: 10}


# -- the declaration -------------------------------------------------------------------------------------------------


def to_declare(*acts: str) -> str:
    """Heads-up to the end of the last round, which goes as ``acts`` say; then the declarations are due."""
    deal = (
        "d 1 AsAd/2c 2 QhJh/9d; bring-in 1 3; call 2; street 5h 6h; around; street 9h Tc; around; street Jd 3d; around"
    )
    return "; ".join((deal, "street 3c 5c", *acts))


@shows("stud/declare-first")
@pytest.mark.parametrize(
    ("reading", "acts", "first"),
    [
        ("last_aggressor", ("check 1", "bet 2 20", "call 1"), 2),
        ("last_aggressor", ("around",), 1),
        ("final_round_opener", ("check 1", "bet 2 20", "call 1"), 1),
        ("dealers_left", ("check 1", "bet 2 20", "call 1"), 1),
    ],
)
def test_in_turn_the_last_to_bet_declares_first(reading: str, acts: tuple[str, ...], first: int) -> None:
    rules = {"declare": "in_turn", "declare_first": reading}
    opener = rule(hand(DECLARED, 2, to_declare(), rules=rules)).due
    document = hand(DECLARED, 2, to_declare(*acts), rules=rules)
    ruling = rule(document)
    assert opener == ([1], "act")
    assert ruling.due == ([first], "declare")
    other = {**document, "events": [*document["events"], {"type": "declare", "seat": 3 - first, "way": "high"}]}
    assert rule(other).refused == (len(document["events"]), "out-of-turn", "stud/turn")


@shows("stud/declaration-stands")
def test_a_declaration_once_made_cannot_be_changed() -> None:
    document = hand(DECLARED, 2, f"{to_declare('around')}; declare 1 high; declare 1 low")
    ruling = rule(document)
    assert ruling.refused == (len(document["events"]) - 1, "declaration-changed", "stud/declaration-stands")


@shows("stud/bet-after-declare")
def test_a_bet_may_follow_the_declaration_and_the_last_hand_takes_everything() -> None:
    rules = {"bet_after_declare": True}
    play = f"{to_declare('around')}; declare 1 high; declare 2 low"
    ruling = rule(hand(DECLARED, 2, play, rules=rules))
    assert (ruling.due, ruling.offer("bet")) == (([1], "act"), {"exactly": [20]})
    won = rule(hand(DECLARED, 2, f"{play}; bet 1 20; fold 2", rules=rules))
    assert (won.awards, won.returned) == ([[(1, 8, "whole", "stud/last-hand")]], {1: 20})


@shows("stud/declared-per-pot")
def test_declarations_count_in_every_pot_by_itself() -> None:
    # Seat 1 declared both and loses the low of the first pot to seat 3, who is not in the second.
    ruling = rule(ended(DECLARED, f"{FLUSH} both 20", f"{TRIPS} low 20", f"{LOW_8} low 5"))
    assert ruling.awards == [
        [(3, 15, "whole", "stud/nobody-one-way")],
        [(1, 15, "high", "stud-hi-lo-declare/declare"), (1, 15, "low", "stud-hi-lo-declare/declare")],
    ]


@shows("stud/compared-once")
def test_two_boths_that_stop_each_other_are_both_out() -> None:
    # Seat 1 wins high and loses low to seat 2, who loses high: neither wins by the other's going first.
    ruling = rule(ended(DECLARED, f"{FLUSH} both", f"{LOW_8} both", f"{TRIPS} high"))
    assert ruling.awards == [[(3, 30, "whole", "stud/nobody-one-way")]]


@shows("stud/failed-both")
@pytest.mark.parametrize(
    ("reading", "won"), [("removed_then_best_of_rest", {2: 20, 3: 20}), ("stopper_takes_all", {3: 40})]
)
def test_a_failed_both_is_out_and_the_best_of_the_rest_takes_its_half(reading: str, won: dict[int, int]) -> None:
    # Seat 1 has the best high and loses the low to seat 3.
    hands = (f"{FLUSH} both", f"{TRIPS} high", f"{LOW_8} low", "- folded")
    ruling = rule(ended(DECLARED, *hands, rules={"failed_both": reading}))
    assert ruling.won == won
    assert {award[3] for award in ruling.awards[0]} == {"stud/failed-both"}


@shows("stud/nobody-one-way")
def test_where_nobody_declared_one_way_the_other_takes_the_whole() -> None:
    ruling = rule(ended(DECLARED, f"{FLUSH} high", f"{TRIPS} high"))
    assert ruling.awards == [[(1, 20, "whole", "stud/nobody-one-way")]]
    low = rule(ended(DECLARED, f"{TRIPS} low", f"{LOW_8} low"))
    assert low.awards == [[(2, 20, "whole", "stud/nobody-one-way")]]


@shows("stud/only-failed-both")
def test_where_only_failed_boths_are_left_their_cards_speak() -> None:
    ruling = rule(ended(DECLARED, f"{FLUSH} both", f"{LOW_8} both"))
    assert ruling.awards == [[(1, 10, "high", "stud/only-failed-both"), (2, 10, "low", "stud/only-failed-both")]]


@shows("stud/nobody-can-win")
def test_where_no_declared_hand_can_win_cards_speak_for_high() -> None:
    ruling = rule(ended(DECLARED, f"{NO_LOW} low", f"{PAIR} low", rules={"low_qualifier": 8}))
    assert ruling.awards == [[(1, 20, "whole", "stud/nobody-can-win")]]
