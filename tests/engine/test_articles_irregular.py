"""The articles on irregularities and on what is procedure at the table: the thirty-five situations of card rooms."""

from __future__ import annotations

import pytest

from studbook.rulebook import ARTICLES
from studbook.rulesheet import rule_sheets
from studbook.violations import CODES
from tests.engine.rulebook_hands import Ruling, hand, house_article, rule, shows

STUD = "seven-card-stud"
POT_LIMIT = {"structure": "pot-limit", "min_bet": 10, "ante": 1, "bring_in": 3}
THIRD = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc"
FOURTH = f"{THIRD}; bring-in 1 3; around; street 5h 6h 4s"
SIXTH = f"{FOURTH}; around; street 9h Tc 4d; around; street Jd 3d 6s; around"
SEVENTH = f"{SIXTH}; street 3c 5c 9c"

# What rules a situation, by its number in the list of situations that this chapter was written from.
SITUATIONS = {
    1: ("stud/wrong-bring-in",),
    2: ("stud/bring-in-amount",),
    3: ("stud/all-in-low-card",),
    4: ("stud/absent-low-card",),
    5: ("stud/exposed-hole-card",),
    6: ("stud/last-card-face-up",),
    7: ("stud/exposed-card",),
    8: ("stud/card-count", "stud/wrong-hand"),
    9: ("stud/deck", "stud/fouled-deck"),
    10: ("stud/premature-street", "stud/premature-card"),
    11: ("stud/burn-irregular",),
    12: ("stud/turn", "stud/out-of-turn"),
    13: ("stud/bet-size", "stud/wrong-amount"),
    14: ("stud/pot-limit", "stud/overbet"),
    15: ("stud/raise-cap",),
    16: ("stud/short-all-in", "stud/shorts-add-up"),
    17: ("stud/check", "stud/call-is-check"),
    18: ("stud/fold-not-facing-bet",),
    19: ("stud/dead-hand", "stud/picked-up-cards"),
    20: ("stud/up-cards-in-order",),
    21: ("stud/cards-speak-hands",),
    22: ("stud/cards-speak", "stud/declaration-stands"),
    23: ("stud/muck", "stud/retrieve", "stud/last-hand"),
    24: ("stud/all-cards-tabled",),
    25: ("stud/asking-to-see",),
    26: ("stud/showdown-order",),
    27: ("stud/odd-chip", "stud/odd-chip-halves"),
    28: ("stud/quartering",),
    29: ("stud/side-pot",),
    30: ("stud/exhaustion", "stud/community-card"),
    31: ("stud/folded-cards",),
    32: ("stud/all-in",),
    33: ("stud/no-refund",),
    34: ("stud/late-correction",),
    35: ("stud/floor",),
}


@pytest.mark.parametrize("situation", range(1, 36))
def test_every_situation_has_its_article(situation: int) -> None:
    assert [name for name in SITUATIONS[situation] if name not in ARTICLES] == []


def stud(play: str, seats: int | list[int] = 3, **more: object) -> Ruling:
    return rule(hand(STUD, seats, play, **more))  # type: ignore[arg-type]


def warned(ruling: Ruling) -> list[str]:
    assert ruling.refused is None, ruling.refused
    return [code for code, _ in ruling.warned]


# -- what stands -----------------------------------------------------------------------------------------------------


@shows("stud/stands")
def test_an_irregular_act_is_refused_at_first_and_stands_once_play_went_on() -> None:
    refused = stud(f"{FOURTH}; bet 3 15")
    assert refused.verdict["violations"][0]["may_stand"] is True
    capped = f"{FOURTH}; bet 3 10; raise 1 20; raise 2 30; raise 3 40; ! raise 1 50"
    assert stud(capped).warned == [("raise-cap", "stud/stands")]
    # Chips that are not there never stand.
    never = stud(f"{FOURTH}; ! bet 3 500")
    assert never.refused is not None
    assert (never.refused[1], never.verdict["violations"][0]["may_stand"]) == ("exceeds-stack", False)


@shows("stud/procedure", "stud/last-card-face-up")
@pytest.mark.parametrize(("book", "down", "up"), [("rrop", 0, 1), ("tda", 1, 0)])
def test_after_a_last_card_face_up_the_book_says_how_the_others_comes(book: str, down: int, up: int) -> None:
    two = (
        "d 1 AsKd/2c 2 QhJh/9d; bring-in 1 3; around; street 5h 6h; around; street 9h Tc; around; street Jd 3d; around"
    )
    play = f"{two}; ! d 1 /Ac"
    ruling = stud(play, 2, rules={"procedure": book})
    assert warned(ruling) == ["up-down-pattern"]
    assert ruling.offer("deal") == {"type": "deal", "seat": 2, "down": down, "up": up}
    # The ace up counts for the board: seat 1 opens although seat 2 opened sixth street.
    dealt = stud(f"{play}; street 7h", 2, rules={"procedure": book})
    assert (dealt.openers[6], dealt.due) == (1, ([1], "act"))
    assert house_article(STUD, "procedure") == "stud/procedure"


@shows("stud/wrong-bring-in")
def test_a_wrong_bring_in_that_stood_frees_the_low_card() -> None:
    early = stud(f"{THIRD}; bring-in 2 3")
    assert early.refused == (3, "wrong-bring-in", "stud/bring-in")
    ruling = stud(f"{THIRD}; ! bring-in 2 3; fold 3; fold 1")
    assert ruling.warned == [("wrong-bring-in", "stud/wrong-bring-in")]
    assert (ruling.openers, ruling.net) == ({3: 2}, {1: -1, 2: 2, 3: -1})


@shows("stud/absent-low-card")
def test_an_absent_low_card_forfeits_ante_and_bring_in() -> None:
    ruling = stud(
        f"{THIRD}; bring-in 1 3; complete 2 10; call 3; kill 1 absent; street 6h 4s; check 3; bet 2 10; fold 3"
    )
    assert ruling.refused is None
    assert ruling.verdict["seats"][0]["outcome"] == "dead"
    assert ruling.net == {1: -4, 2: 15, 3: -11}


@shows("stud/as-dealt")
def test_cards_dealt_out_of_order_lie_as_they_were_dealt() -> None:
    ruling = stud("! d 2 QhJh/9d; d 1 AsKd/2c 3 8s7s/Kc; bring-in 1 3")
    assert ruling.warned == [("deal-out-of-order", "stud/as-dealt")]
    assert (ruling.due, [seat["up"] for seat in ruling.verdict["seats"]]) == (([2], "act"), [["2c"], ["9d"], ["Kc"]])
    # A second card that lies up counts: a pair of nines opens fourth street over the king.
    pair = f"{THIRD.replace('2 QhJh/9d', '2 Qh/9d9c')}; bring-in 1 3; around; street 5h 6h 4s"
    assert stud(pair.replace("d 1 AsKd/2c 2", "d 1 AsKd/2c; ! d 2").replace("9c 3", "9c; d 3")).due == ([2], "act")


@shows("stud/exposed-hole-card")
def test_the_card_that_lies_up_is_the_door_card() -> None:
    # Seat 2's second card came face up, its third down: the deuce that lies up brings it in.
    ruling = stud("d 1 AsKd/3c 2 QhJh/2d 3 8s7s/Kc")
    assert ruling.due == ([2], "act")
    both_up = "d 1 AsKd/3c; ! d 2 Qh/2dJh; d 3 8s7s/Kc"
    stood = stud(both_up)
    assert (warned(stood), stood.due, stood.verdict["seats"][1]["up"]) == (
        ["up-down-pattern"],
        ([2], "act"),
        ["2d", "Jh"],
    )


@shows("stud/exposed-card")
def test_a_card_seen_by_all_plays_on() -> None:
    ruling = stud(f"{FOURTH}; expose 1 As")
    assert ruling.warned == [("exposed-card", "stud/exposed-card")]
    # It does not count for the board, and its hand plays on.
    assert ruling.due == ([3], "act")
    assert stud(f"{SEVENTH}; around").won == stud(f"{SEVENTH}; expose 1 As; around").won == {3: 12}


@shows("stud/wrong-hand")
@pytest.mark.parametrize(
    ("last", "outcome"),
    [
        ("! d 1 3c2d/; d 2 5c/ 3 9c/", "dead"),  # eight cards
        ("! d 1 /; d 2 5c/ 3 9c/", "lost"),  # only the last is missing
    ],
)
def test_a_hand_with_a_wrong_number_of_cards_is_dead_unless_only_the_last_is_missing(last: str, outcome: str) -> None:
    ruling = stud(f"{SIXTH}; {last}; around")
    assert ruling.warned == [("wrong-card-count", "stud/wrong-hand")]
    assert ruling.verdict["seats"][0]["outcome"] == outcome
    assert len(ruling.said("stud/wrong-hand")) == (outcome == "dead")
    two = f"{FOURTH}; around; ! d 1 /; d 2 /Tc 3 /4d; around; street Jd 3d 6s; around; ! d 1 /; d 2 5c/ 3 9c/; around"
    assert stud(two).verdict["seats"][0]["outcome"] == "dead"
    # Six cards as well, but it is not the last that is missing.
    earlier = f"{FOURTH}; around; ! d 1 /; d 2 /Tc 3 /4d; around; street Jd 3d 6s; around; street 2d 5c 9c; around"
    assert stud(earlier).verdict["seats"][0]["outcome"] == "dead"


@shows("stud/fouled-deck")
def test_a_fouled_deck_gives_every_chip_back() -> None:
    ruling = stud(f"{FOURTH}; bet 3 10; void two aces of spades")
    assert (ruling.status, ruling.pots) == ("settled", [])
    assert ruling.returned == {1: 4, 2: 4, 3: 14}
    assert ruling.net == {1: 0, 2: 0, 3: 0}


@shows("stud/burn-irregular")
def test_a_burn_too_many_leaves_the_cards_as_they_lie() -> None:
    ruling = stud(f"{FOURTH}; burn 2d; burn 3d")
    assert ruling.warned == [("burn-irregular", "stud/burn-irregular")]
    assert ruling.due == ([3], "act")
    assert stud(f"{FOURTH}; burn 2d").warned == []


@shows("stud/premature-street")
def test_cards_before_the_betting_was_closed_end_the_round_as_it_stands() -> None:
    # Seat 3 had not called the bring-in.
    ruling = stud(f"{THIRD}; bring-in 1 3; call 2; ! d 1 /5h; d 2 /6h 3 /4s; around; street 9h Tc 4d")
    assert ruling.warned == [("street-before-betting-closed", "stud/premature-street")]
    assert [seat["put_in"] for seat in ruling.verdict["seats"]] == [4, 4, 1]
    assert ruling.pots == [(3, [1, 2, 3]), (6, [1, 2])]


@shows("stud/out-of-turn")
def test_an_act_out_of_turn_that_stood_counts_and_a_skipped_seat_owes_its_own() -> None:
    ruling = stud(f"{FOURTH}; ! bet 1 10")
    assert ruling.warned == [("out-of-turn", "stud/out-of-turn")]
    assert (ruling.due, ruling.verdict["table"]["level"]) == (([2], "act"), 10)
    assert stud(f"{FOURTH}; ! bet 1 10; call 2").due == ([3], "act")


@shows("stud/wrong-amount")
def test_a_wrong_amount_that_stood_is_the_level_and_the_next_raise_is_regular() -> None:
    ruling = stud(f"{FOURTH}; ! bet 3 15")
    assert ruling.warned == [("bet-size", "stud/wrong-amount")]
    assert (ruling.offer("call"), ruling.offer("raise")) == (15, {"exactly": [25]})


@shows("stud/overbet")
def test_a_bet_above_the_pot_stands_once_the_street_is_over() -> None:
    refused = stud(f"{FOURTH}; bet 3 15", stakes=POT_LIMIT)
    assert (refused.refused, refused.verdict["violations"][0]["may_stand"]) == (
        (9, "exceeds-pot", "stud/pot-limit"), True,
    )  # fmt: skip
    stood = stud(f"{FOURTH}; ! bet 3 15", stakes=POT_LIMIT)
    assert (stood.warned, stood.offer("call")) == ([("exceeds-pot", "stud/overbet")], 15)
    assert stood.offer("raise")["from"] == 25


@shows("stud/dead-hand", "stud/picked-up-cards")
def test_a_killed_hand_wins_nothing_and_its_chips_stay() -> None:
    ruling = stud(f"{FOURTH}; bet 3 10; kill 1 picked up its up cards; fold 2")
    assert len(ruling.said("stud/dead-hand")) == 1
    assert ruling.verdict["seats"][0]["outcome"] == "dead"
    assert (ruling.won, ruling.returned) == ({3: 12}, {3: 10})
    # At the showdown picked up cards mean nothing: there is no such event, and the hand wins if it is the best.
    assert stud(f"{SEVENTH}; around").won == {3: 12}


@shows("stud/up-cards-in-order")
def test_a_hand_may_be_shown_in_any_order_but_with_no_other_cards() -> None:
    assert stud(f"{SEVENTH}; around; show 3 9c6s4d4sKc7s8s").refused is None
    other = stud(f"{SEVENTH}; around; show 3 9c6s4d4sKc7s8c")
    assert other.refused is not None
    assert other.refused[1:] == ("shown-cards-differ", "stud/showing")


@shows("stud/retrieve")
def test_a_mucked_hand_may_be_taken_back_until_it_is_killed() -> None:
    ruling = stud(f"{SEVENTH}; around; muck 3; retrieve 3")
    assert (ruling.won, len(ruling.said("stud/retrieve"))) == ({3: 12}, 1)
    killed = stud(f"{SEVENTH}; around; muck 3; kill 3 in the muck; retrieve 3")
    assert killed.refused is not None
    assert killed.refused[1:] == ("not-retrievable", "stud/retrieve")
    folded = stud(f"{FOURTH}; bet 3 10; fold 1; retrieve 1")
    assert folded.refused == (11, "not-retrievable", "stud/retrieve")


# -- at the table only -----------------------------------------------------------------------------------------------

AT_THE_TABLE = (
    "stud/premature-card",
    "stud/all-cards-tabled",
    "stud/asking-to-see",
    "stud/no-refund",
    "stud/late-correction",
    "stud/floor",
    "stud/final-authority",
)


@shows(*AT_THE_TABLE)
@pytest.mark.parametrize("name", AT_THE_TABLE)
def test_what_is_procedure_at_the_table_is_served_and_refuses_nothing(name: str) -> None:
    assert [article.id for article in ARTICLES.values() if not article.judged] == list(AT_THE_TABLE)
    for sheet in rule_sheets():
        served = {article["id"]: article for article in sheet["articles"]}[name]
        assert (served["text"], served["judged"]) == (ARTICLES[name].text, False)
    assert ARTICLES[name].topic not in CODES.values()


@shows("stud/all-cards-tabled", "stud/asking-to-see")
def test_a_hand_shown_in_part_or_on_request_is_not_refused() -> None:
    part = stud(f"{SEVENTH}; around; show 3 8s; show 1 AsKd")
    assert (part.status, part.won) == ("settled", {3: 12})


@shows("stud/no-refund")
def test_a_call_that_cannot_win_is_not_taken_back() -> None:
    ruling = stud(f"{SEVENTH}; bet 3 20; call 1 2")
    assert (ruling.returned, ruling.net) == ({}, {1: -24, 2: -24, 3: 48})


@shows("stud/floor")
def test_what_nobody_saw_is_left_open_and_not_guessed() -> None:
    unseen = SEVENTH.replace("AsKd", "????").replace("8s7s", "????")
    ruling = stud(f"{unseen}; around")
    assert (ruling.status, ruling.won) == ("undecided", {})
