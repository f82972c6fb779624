"""The articles of New York New York and Wall Street, each by a hand that it decides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulebook_hands import Ruling, ended, hand, house_article, numbers, rule, shows

NYNY = "new-york-new-york"
WALL = "wall-street"
HOME = {"structure": "fixed-limit", "small_bet": 10, "big_bet": 20, "ante": 1}


# -- New York New York -----------------------------------------------------------------------------------------------

N_THIRD = "d 1 2h6c/Ad 2 KdKc/Jd 3 Tc7h/9c; around"
N_CENTRE = f"{N_THIRD}; turn 1 Qs; turn 2 4c"
N_FOURTH = f"{N_CENTRE}; take 1 2; turn 2 Ks; take 2 1; turn 1 9h; take 3 deck 7d; around"
N_FIFTH = f"{N_FOURTH}; take 1 deck 5s; take 2 2; turn 2 8s; take 3 1; turn 1 3d; around"
N_SIXTH = f"{N_FIFTH}; take 1 2; turn 2 Td; take 2 2; turn 2 Jc; take 3 deck 6s; around"


def nyny(play: str, seats: Any = 3, **more: Any) -> Ruling:
    return rule(hand(NYNY, seats, play, stakes=HOME, **more))


@shows("new-york-new-york/exhaustion")
def test_seven_can_play_new_york_new_york_and_six_where_the_house_burns() -> None:
    refused = (None, "not-enough-cards", "new-york-new-york/exhaustion")
    burns = {"burn": "before_each_street"}
    assert (nyny("", 7).refused, nyny("", 8).refused) == (None, refused)
    assert (nyny("", 6, rules=burns).refused, nyny("", 7, rules=burns).refused) == (None, refused)


@shows("new-york-new-york/row")
def test_only_a_card_that_lies_in_the_centre_can_be_taken() -> None:
    taken = nyny(f"{N_CENTRE}; take 1 2 4c")
    assert taken.verdict["seats"][0]["up"] == ["Ad", "4c"]
    events = len(hand(NYNY, 3, N_CENTRE, stakes=HOME)["events"])
    assert nyny(f"{N_CENTRE}; take 1 3").refused == (events, "empty-place", "new-york-new-york/row")
    assert nyny(f"{N_CENTRE}; take 1 2 4d").refused == (events, "wrong-place-card", "new-york-new-york/row")


@shows("new-york-new-york/first-chooser")
def test_choosing_begins_with_the_announced_seat_or_the_next_live_one() -> None:
    assert nyny(N_CENTRE).due == ([1], "take")
    assert nyny(N_CENTRE, rules={"first_chooser": 2}).due == ([2], "take")
    gone = "d 1 2h6c/Ad 2 KdKc/Jd 3 Tc7h/9c; check 1; fold 2; check 3; turn 1 Qs; turn 2 4c"
    assert nyny(gone, rules={"first_chooser": 2}).due == ([3], "take")
    assert house_article(NYNY, "first_chooser") == "new-york-new-york/first-chooser"


@shows("new-york-new-york/choosing")
def test_each_live_hand_takes_a_centre_card_or_the_decks() -> None:
    ruling = nyny(N_CENTRE, [1, 200, 200])
    # Seat 1 is all-in for its ante and chooses like the others.
    assert ruling.verdict["next"]["events"] == [
        {"type": "take", "seat": 1, "place": 1, "card": "Qs"},
        {"type": "take", "seat": 1, "place": 2, "card": "4c"},
        {"type": "take", "seat": 1},
    ]
    assert nyny(N_FOURTH).due == ([1], "take")
    assert nyny(N_FOURTH).openers == {3: 1, 4: 1}


@shows("new-york-new-york/refill")
def test_a_taken_centre_card_is_replaced_at_once_but_not_for_nobody() -> None:
    taken = f"{N_CENTRE}; take 1 2"
    assert nyny(taken).offer("turn") == {"type": "turn", "place": 2}
    document = hand(NYNY, 3, f"{taken}; take 2 1", stakes=HOME)
    assert rule(document).refused == (len(document["events"]) - 1, "row-not-filled", "new-york-new-york/refill")
    # After the last choice of fourth street the row is full; after that of seventh it stays as it is.
    assert nyny(f"{N_CENTRE}; take 1 2; turn 2 Ks; take 2 1; turn 1 9h; take 3 1").due[1] == "turn"
    last = nyny(f"{N_SIXTH}; take 1 1; turn 1 2s; take 2 deck 8c; take 3 1")
    assert (last.due[1], last.verdict["table"]["centre"]) == ("act", {"1": None, "2": "Jc"})


@shows("new-york-new-york/up-and-down")
def test_two_down_one_up_and_what_is_chosen_lies_up() -> None:
    wrong = nyny("d 1 2h/6cAd")
    assert wrong.refused == (0, "up-down-pattern", "new-york-new-york/up-and-down")
    assert nyny(N_FIFTH).verdict["seats"][0]["up"] == ["Ad", "4c", "5s"]


@shows("new-york-new-york/seventh-street")
def test_on_seventh_street_a_centre_card_stays_up_and_a_deck_card_down() -> None:
    ruling = nyny(f"{N_SIXTH}; take 1 1; turn 1 2s; take 2 deck 8c")
    first, second = ruling.verdict["seats"][:2]
    assert (first["up"][-1], len(first["up"]), len(first["down"])) == ("3d", 5, 2)
    assert (second["down"][-1], len(second["up"]), len(second["down"])) == ("8c", 4, 3)


@shows("new-york-new-york/dead-centre")
@pytest.mark.parametrize(("last", "dead"), [("take 3 1", ["Jc"]), ("take 3 deck 8d", ["2s", "Jc"])])
def test_one_or_two_centre_cards_are_left_dead(last: str, dead: list[str]) -> None:
    ruling = nyny(f"{N_SIXTH}; take 1 1; turn 1 2s; take 2 deck 8c; {last}; around")
    assert ruling.verdict["table"]["dead"] == dead


N_END = f"{N_SIXTH}; take 1 1; turn 1 2s; take 2 deck 8c; take 3 1; around"


@shows("new-york-new-york/declare")
def test_all_declare_at_once_and_win_only_what_they_declared() -> None:
    due = nyny(N_END)
    assert due.due == ([1, 2, 3], "declare")
    # Seat 1 holds a straight to the six and the wheel, seat 2 a pair of kings or better; seat 3 declares low in vain.
    ruling = nyny(f"{N_END}; declare 3 low; declare 1 low; declare 2 high")
    assert ruling.awards == [[(2, 2, "high", "new-york-new-york/declare"), (1, 1, "low", "new-york-new-york/declare")]]


@shows("new-york-new-york/bet-after-declare")
def test_a_round_follows_the_declaration_if_it_was_announced() -> None:
    declared = f"{N_END}; declare 1 low; declare 2 high; declare 3 low"
    assert nyny(declared).status == "settled"
    announced = nyny(declared, rules={"bet_after_declare": True})
    assert (announced.due[1], announced.offer("bet")) == ("act", {"exactly": [20]})
    assert house_article(NYNY, "bet_after_declare") == "new-york-new-york/bet-after-declare"


TIED = ("2s3d4c6h8s8d8h both", "2d3c4s6d8cKhQs low", "JcJdKcTs9d7h5h high")


@shows("new-york-new-york/both-tie", "wall-street/both-tie")
@pytest.mark.parametrize("game", [NYNY, WALL])
@pytest.mark.parametrize(("reading", "won"), [(None, {1: 22, 2: 8}), ("loses", {2: 15, 3: 15})])
def test_a_both_that_ties_one_half_shares_it(game: str, reading: str | None, won: dict[int, int]) -> None:
    rules = {} if reading is None else {"both_tie": reading}
    assert rule(ended(game, *TIED, rules=rules)).won == won
    assert house_article(NYNY, "both_tie") == "new-york-new-york/both-tie"
    assert house_article(WALL, "both_tie") == "wall-street/both-tie"


# -- in turn ---------------------------------------------------------------------------------------------------------

FOUR = "d 1 2h6c/Ad 2 KdKc/Jd 3 Tc7h/9c 4 5s5c/8d"
CENTRE = f"{FOUR}; around; turn 1 Qs; turn 2 4c"
ROW = f"{FOUR}; turn 1 4c; turn 2 5d; turn 3 6h; turn 4 7d; around"
LAST = f"{FOUR}; around; street 3h 3d 3s 3c; around; street 9h Td Js Qh; around; street 9s Th Jc Qd; around"
# Seat 1 is the last aggressor, so that it declares first.
BET = f"{LAST}; street 4h 4s 4d 7c; check 4; bet 1 20; call 2; call 3; call 4"

# The game, its play up to the point where seats act one after another, and what the first, second and third do.
LINES = {
    "take": (NYNY, CENTRE, ("take {} 1; turn 1 2c", "take {} deck 6d", "take {} 2; turn 2 2s")),
    "buy": (WALL, ROW, ("buy {} 1; turn 1 2c", "take {} deck 8s", "buy {} 4; turn 4 2s")),
    "declare": ("stud-hi-lo-declare", BET, ("declare {} low", "declare {} both", "declare {} low")),
}


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize(
    ("acted", "due"),
    [
        ("", 1), ("1", 2), ("1 2", 3), ("!2", 3), ("!3", 4), ("!3 4", 1), ("!3 4 1", 2), ("1 !4", 2), ("!3 !1", 2),
        ("!3 !1 2", 4), ("!3 x4", 1), ("!3 x1", 4), ("!3 4 x1", 2), ("x3 !2", 4), ("!3 x3", 4),
    ],
)  # fmt: skip
def test_an_act_out_of_turn_moves_the_action_to_its_left_and_who_was_skipped_is_due_when_reached(
    kind: str, acted: str, due: int
) -> None:
    """Of four seats ``1`` acted in turn, ``!3`` out of turn and it stood; ``x4`` is a hand that died."""
    game, play, acts = LINES[kind]
    coming = iter(acts)
    for seat in acted.split():
        act = "kill {} left the table" if seat[0] == "x" else next(coming)
        play += f"\n{'! ' if seat[0] == '!' else ''}{act.format(seat[-1])}".replace("; turn", "\nturn")
    ruling = rule(hand(game, 4, play, stakes=UNITS if game == WALL else HOME, rules={"declare": "in_turn"}))
    assert ruling.due == ([due], "declare" if kind == "declare" else "take")
    assert [code for code, _ in ruling.warned] == ["out-of-turn"] * acted.count("!")


def test_a_word_that_is_changed_counts_and_moves_nothing() -> None:
    play = f"{BET}\ndeclare 1 low\n! declare 3 low\n! declare 1 high"
    ruling = rule(hand("stud-hi-lo-declare", 4, play, stakes=HOME, rules={"declare": "in_turn"}))
    assert (ruling.due, ruling.verdict["seats"][0]["declared"]) == (([4], "declare"), "high")


# -- Wall Street -----------------------------------------------------------------------------------------------------

UNITS = {**HOME, "unit": 2}
W_ROW = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc; turn 1 4c; turn 2 5d; turn 3 6h; turn 4 7d"
W_THIRD = f"{W_ROW}; around"


def wall(play: str, seats: Any = 3, **more: Any) -> Ruling:
    return rule(hand(WALL, seats, play, stakes=UNITS, **more))


def at(play: str) -> int:
    """The index of the last event of a hand of Wall Street."""
    return len(hand(WALL, 3, play, stakes=UNITS)["events"]) - 1


@shows("wall-street/row")
def test_only_a_card_of_the_row_can_be_bought() -> None:
    sold = f"{W_THIRD}; buy 1 5"
    assert wall(sold).refused == (at(sold), "empty-place", "wall-street/row")
    assert wall(W_THIRD).verdict["table"]["centre"] == {"1": "4c", "2": "5d", "3": "6h", "4": "7d"}


@shows("wall-street/prices")
def test_the_price_belongs_to_the_place() -> None:
    assert [offer["price"] for offer in wall(W_THIRD).verdict["next"]["events"][:4]] == [2, 4, 6, 8]
    wrong = f"{W_THIRD}; buy 1 4 6"
    assert wall(wrong).refused == (at(wrong), "wrong-price", "wall-street/prices")
    after = wall(f"{W_THIRD}; buy 1 1; turn 1 Ac; buy 2 4")
    assert [seat["put_in"] for seat in after.verdict["seats"]] == [3, 9, 1]


@shows("wall-street/first-opener")
def test_the_highest_card_showing_opens_and_may_check() -> None:
    ruling = wall(W_ROW)
    assert (ruling.due, ruling.offer("check")) == (([3], "act"), {"type": "check", "seat": 3})
    assert len(ruling.said("wall-street/first-opener")) == 1


@shows("wall-street/purchase")
def test_a_card_is_bought_into_the_pot_or_taken_free() -> None:
    ruling = wall(f"{W_THIRD}; buy 1 4; turn 4 Ac; take 2 deck 3c")
    assert [numbers(said)[:2] for said in ruling.said("wall-street/purchase")] == [[1, 8]]
    assert (ruling.verdict["table"]["pot"], ruling.verdict["seats"][1]["up"]) == (11, ["9d", "3c"])
    poor = f"{W_THIRD}; buy 1 4"
    assert wall(poor, [8, 200, 200]).refused == (at(poor), "insufficient-chips", "wall-street/purchase")


@shows("wall-street/all-in-buyer")
def test_a_seat_without_chips_takes_from_the_deck_but_the_last_chips_may_pay() -> None:
    assert wall(W_THIRD, [1, 200, 200]).verdict["next"]["events"] == [{"type": "take", "seat": 1}]
    last = wall(f"{W_THIRD}; buy 1 4", [9, 200, 200])
    assert (last.refused, last.verdict["seats"][0]["stack"]) == (None, 0)


@shows("wall-street/purchase-pot")
@pytest.mark.parametrize(
    ("reading", "pots"), [("open_to_buyer", [(3, [1, 2, 3]), (8, [2, 3])]), ("main", [(11, [1, 2, 3])])]
)
def test_a_price_is_played_for_by_those_that_had_chips(reading: str, pots: list[tuple[int, list[int]]]) -> None:
    play = f"{W_THIRD}; take 1 deck 3c; buy 2 4"
    ruling = wall(play, [1, 200, 200], rules={"purchase_pot": reading})
    assert (ruling.pots, ruling.returned) == (pots, {})
    assert house_article(WALL, "purchase_pot") == "wall-street/purchase-pot"


@shows("wall-street/purchase-counts")
def test_what_was_paid_for_cards_counts_in_the_pot() -> None:
    stakes = {"structure": "pot-limit", "min_bet": 2, "ante": 1, "unit": 2}
    play = f"{W_THIRD}; buy 1 4; turn 4 Ac; take 2 deck 3c; take 3 deck 3d"
    ruling = rule(hand(WALL, 3, play, stakes=stakes))
    # Three antes of 1 and a card for 8.
    assert ruling.offer("bet") == {"from": 2, "to": 11}


@shows("wall-street/refill")
def test_an_empty_place_is_filled_before_the_next_decision_and_nothing_slides() -> None:
    sold = f"{W_THIRD}; buy 1 2"
    assert wall(sold).offer("turn") == {"type": "turn", "place": 2}
    assert wall(sold, rules={"row_refill": "slide_down"}).offer("turn") == {"type": "turn", "place": 4}
    early = f"{sold}; take 2 deck 3c"
    assert wall(early).refused == (at(early), "row-not-filled", "wall-street/refill")
    # Three lie in the row during the betting after a last purchase.
    last = wall(f"{W_THIRD}; take 1 deck 3c; take 2 deck 3d; buy 3 2")
    assert (last.due[1], last.verdict["table"]["centre"]["2"]) == ("act", None)


@pytest.mark.parametrize("sold", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("prices", "dearest"), [([1, 2, 3, 4], 4), ([4, 3, 2, 1], 1), ([1, 4, 2, 3], 2), ([1, 3, 3, 2], 2), ([2] * 4, 1)]
)
def test_where_the_row_slides_the_new_card_is_turned_at_the_dearest_place(
    prices: list[int], dearest: int, sold: int
) -> None:
    rules = {"row_refill": "slide_down", "prices": prices}
    bought = f"{W_THIRD}; buy 1 {sold}"
    ruling = wall(bought, rules=rules)
    assert ruling.verdict["next"]["events"] == [{"type": "turn", "place": dearest}]
    row = ["4c", "5d", "6h", "7d"]
    row.pop(sold - 1)
    row.insert(dearest - 1, "Ac")
    filled = wall(f"{bought}; turn {dearest} Ac", rules=rules)
    assert list(filled.verdict["table"]["centre"].items()) == [(str(place), card) for place, card in enumerate(row, 1)]
    assert [offer.get("price") for offer in filled.verdict["next"]["events"]] == [2 * price for price in prices] + [
        None
    ]


def test_two_places_that_were_left_empty_are_filled_through_the_dearest_one() -> None:
    play = f"{W_THIRD}; buy 1 1\n! buy 2 1\nturn 4 Ac"
    ruling = wall(play, rules={"row_refill": "slide_down"})
    assert ruling.warned == [("row-not-filled", "stud/stands")]
    assert (ruling.offer("turn"), ruling.verdict["table"]["centre"]) == (
        {"type": "turn", "place": 4},
        {"1": "6h", "2": "7d", "3": "Ac", "4": None},
    )


W_FOURTH = f"{W_THIRD}; take 1 deck 3c; take 2 deck 3d; take 3 deck 3h; around"
W_FIFTH = f"{W_FOURTH}; take 1 deck Tc; take 2 deck Td; take 3 deck Th; around"
W_SIXTH = f"{W_FIFTH}; take 1 deck Js; take 2 deck 8d; take 3 deck 2h"


@shows("wall-street/row-discarded")
def test_the_row_is_gone_before_the_betting_on_sixth_street() -> None:
    ruling = wall(W_SIXTH)
    assert ruling.due[1] == "act"
    assert (ruling.verdict["table"]["centre"], ruling.verdict["table"]["dead"]) == ({}, ["4c", "5d", "6h", "7d"])


@shows("wall-street/exhaustion")
@pytest.mark.parametrize(("reading", "due"), [("community_only", "community"), ("unsold_row_then_community", "deal")])
def test_seven_players_can_be_one_card_short(reading: str, due: str) -> None:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    doors, holes, row, rest = deck[:7], deck[7:21], deck[21:25], iter(deck[25:])
    lines = [f"d {seat} {holes[2 * seat - 2]}{holes[2 * seat - 1]}/{doors[seat - 1]}" for seat in range(1, 8)]
    lines += [f"turn {place} {card}" for place, card in enumerate(row, 1)] + ["around"]
    for _ in range(3):
        lines += [f"take {seat} deck {next(rest)}" for seat in range(1, 8)] + ["around"]
    ruling = wall("; ".join(lines), 7, rules={"exhaustion": reading})
    assert ruling.due[1] == due
    assert ruling.said("wall-street/exhaustion")
    assert wall("", 8).refused == (None, "not-enough-cards", "wall-street/exhaustion")


W_END = f"{W_SIXTH}; around; street 2d 6c 9s; around"


@shows("wall-street/declare")
@pytest.mark.parametrize(("reading", "seats"), [("simultaneous", [1, 2, 3]), ("in_turn", [3])])
def test_the_method_of_declaring_is_agreed(reading: str, seats: list[int]) -> None:
    ruling = wall(W_END, rules={"declare": reading})
    assert ruling.due[1] == "declare"
    assert ruling.due[0] == (seats if reading == "simultaneous" else [ruling.openers[7]])
    settled = wall(f"{W_END}; declare 1 low; declare 2 high; declare 3 high")
    assert {award[3] for award in settled.awards[0]} == {"wall-street/declare"}


@shows("wall-street/pot-for")
def test_for_the_high_hand_alone_nobody_declares() -> None:
    ruling = wall(W_END, rules={"pot_for": "high"})
    assert ruling.status == "settled"
    assert [award[2:] for award in ruling.awards[0]] == [("whole", "stud/high")]
    assert house_article(WALL, "pot_for") == "wall-street/pot-for"


@shows("wall-street/wild")
@pytest.mark.parametrize(
    ("reading", "first", "second"),
    [
        ("none", "ace high", "queen high"),
        ("bought_from_top_price", "straight, ace high", "queen high"),
        ("rank_at_top_price", "ace high", "straight, queen high"),
    ],
)
def test_the_card_at_the_top_price_is_wild_for_its_buyer_or_by_its_rank(reading: str, first: str, second: str) -> None:
    # Seat 1 buys the seven at the top price; the trey turned there afterwards lies there to the end.
    play = (
        "d 1 AsKd/2c 2 QhJh/9d; turn 1 4c; turn 2 5d; turn 3 6h; turn 4 7d; around;"
        "buy 1 4; turn 4 3s; take 2 deck 3d; around; take 1 deck Tc; take 2 deck 8d; around;"
        "take 1 deck Jd; take 2 deck 4s; around; street 9s 2d; around"
    )
    ruling = wall(play, 2, rules={"wild": reading, "pot_for": "high"})
    assert [seat["high"]["name"] for seat in ruling.verdict["seats"]] == [first, second]
    assert house_article(WALL, "wild") == "wall-street/wild"


def with_wild(wild: str, *hands: str, **rules: Any) -> Ruling:
    """The end of a hand in which seat 1 holds a wild card."""
    document = ended(WALL, *hands, rules={"wild": "bought_from_top_price", **rules})
    document["showdown"]["hands"][0]["wild"] = [wild]
    return rule(document)


@shows("wall-street/wild-card-use")
def test_a_wild_card_serves_best_but_holds_no_rank_twice() -> None:
    # Ace to four and a wild card is the wheel, as good as a natural one.
    low = with_wild("Ks", "As2d3h4cKsQsQd low", "5h4h3c2hAhJdTd low")
    assert low.won == {1: 10, 2: 10}
    # Four spades to the ace-jack and a wild card: with the king as good as a natural flush, with a second ace better.
    flush = with_wild("2d", "AsJs9s5s2dQdQc", "AhKhJh9h5h3c2c", pot_for="high")
    assert flush.won == {1: 10, 2: 10}


@shows("wall-street/wild-on-board")
@pytest.mark.parametrize(("reading", "opener"), [(True, 1), (False, 3)])
def test_a_wild_card_is_wild_on_the_board_too(reading: bool, opener: int) -> None:
    # Seat 1 shows a deuce and the wild seven, a pair; seat 3 a king.
    play = f"{W_THIRD}; buy 1 4; turn 4 3s; take 2 deck 3d; take 3 deck 3h"
    rules = {"wild": "bought_from_top_price", "wild_counts_on_board": reading}
    assert wall(play, rules=rules).due == ([opener], "act")
    assert house_article(WALL, "wild_counts_on_board") == "wall-street/wild-on-board"


@shows("wall-street/five-of-a-kind")
@pytest.mark.parametrize(
    ("reading", "winner"), [("above_straight_flush", 1), ("below_straight_flush", 2), ("not_played", 2)]
)
def test_five_of_a_kind_ranks_above_a_straight_flush(reading: str, winner: int) -> None:
    hands = ("9s9h9d9c2sKdQh", "Tc7c8c6c5c4cAs")
    ruling = with_wild("2s", *hands, five_of_a_kind=reading, pot_for="high")
    assert ruling.won == {winner: 20}
    assert house_article(WALL, "five_of_a_kind") == "wall-street/five-of-a-kind"
