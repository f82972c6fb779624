"""What the record does not know, and what it is told: unseen cards, outcomes, claims, rake."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulebook_hands import TEN_TWENTY, Ruling, ended, hand, rule

STUD, HI_LO = "seven-card-stud", "stud-hi-lo-8"
THIRD = "d 1 ????/2c 2 ????/9d 3 ????/Kc"
TO_SEVENTH = "around; street 5h 6h 4s; around; street 9h 3d Js; around; street 4d 7s 8d; around; d 1 ??/ 2 ??/ 3 ??/"


def play(line: str, seats: Any = 3, game: str = STUD, **more: Any) -> Ruling:
    return rule(hand(game, seats, line, **more))


def warned(ruling: Ruling) -> list[str]:
    return [code for code, _ in ruling.warned]


# -- who is due, and for how much ------------------------------------------------------------------------------------


def test_where_an_unseen_door_card_decides_every_seat_that_could_be_due_is() -> None:
    # Seat 2's door is unseen: it could be below the deuce of diamonds only as the deuce of clubs.
    line = "d 1 ????/2d 2 ????/?? 3 ????/Kc"
    ruling = play(line)
    assert ruling.due == ([1, 2], "act")
    for seat in (1, 2):
        accepted = play(f"{line}; bring-in {seat} 3")
        assert accepted.status == "in-progress"
        assert warned(accepted) == ["not-checked"]
        assert accepted.openers == {3: seat}
    refused = play(f"{line}; bring-in 3 3").refused
    assert refused is not None
    assert refused[1] == "wrong-bring-in"


def test_where_no_unseen_card_could_decide_only_one_seat_is_due() -> None:
    ruling = play("d 1 ????/2c 2 ????/?? 3 ????/Kc")
    assert ruling.due == ([1], "act")
    assert warned(ruling) == []


def test_where_an_unseen_card_may_make_the_open_pair_both_sizes_are_legal() -> None:
    line = f"{THIRD}; bring-in 1 3; around; d 1 /5h 2 /?? 3 /4s"
    ruling = play(line)
    assert ruling.due[0] == [2, 3]
    assert ruling.offer("bet", 3) == {"exactly": [10, 20]}
    assert warned(play(f"{line}; bet 3 20")) == ["not-checked", "not-checked"]
    sure = play(f"{THIRD}; bring-in 1 3; around; d 1 /5h 2 /6h 3 /4s")
    assert sure.offer("bet") == {"exactly": [10]}


def test_a_record_without_any_deal_is_played_with_unseen_cards_and_one_warning() -> None:
    line = "bring-in 1 3; call 2; call 3; bet 2 10; call 3; fold 1; check 3; check 2; bet 3 20; fold 2"
    ruling = play(line)
    assert ruling.status == "settled"
    assert warned(ruling) == ["not-checked"]
    assert ruling.won == {3: 32}
    assert ruling.returned == {3: 20}
    # The order is checked as far as it can be.
    refused = play("bring-in 1 3; fold 1").refused
    assert refused is not None
    assert refused[:2] == (1, "out-of-turn")


# -- decided or not --------------------------------------------------------------------------------------------------


def test_a_pot_is_decided_when_the_winners_worst_beats_every_best() -> None:
    # Quad aces against boards that can make no straight flush and no better quads.
    line = (
        "d 1 AsAd/Ac 2 ????/9d; bring-in 2 3; call 1; street Ah 6h; around; street 9h 3d; around; "
        "street 4d Kc; around; d 1 2c/ 2 ??/; around"
    )
    ruling = play(line, 2)
    assert (ruling.status, ruling.won) == ("settled", {1: 8})
    assert warned(ruling) == []


def test_an_undecided_pot_does_not_keep_the_decided_one_open() -> None:
    # Seat 1 is all-in and unseen; seats 2 and 3 are seen and play for a side pot.
    line = (
        "d 1 ????/9d 2 AsAd/2c 3 QhJh/Kc; bring-in 2 3; call 3; call 1; street 5h Ah 4s; around; "
        "street 9h 3d Js; around; street 4d 7s 8d; around; d 1 ??/ 2 7h/ 3 8s/; check 2; bet 3 20; call 2"
    )
    ruling = play(line, [4, 200, 200])
    assert ruling.status == "undecided"
    assert ruling.pots == [(12, [1, 2, 3]), (40, [2, 3])]
    assert ruling.won == {2: 40}
    assert [pot["open"] for pot in ruling.verdict["pots"]] == [12, 0]
    assert [seat["outcome"] for seat in ruling.verdict["seats"]] == ["open", "open", "open"]
    assert ruling.due == ([1], "show")
    shown = play(f"{line}; show 1 9c9s9d5h9h4d2h", [4, 200, 200])
    assert (shown.status, shown.won) == ("settled", {1: 12, 2: 40})
    mucked = play(f"{line}; muck 1", [4, 200, 200])
    assert (mucked.status, mucked.won) == ("settled", {2: 52})


def test_one_live_seat_needs_no_cards() -> None:
    ruling = play(f"{THIRD}; bring-in 1 3; fold 2; fold 3")
    assert (ruling.status, ruling.won) == ("settled", {1: 3})


def test_where_an_unseen_card_may_make_the_only_low_the_halves_are_open() -> None:
    line = (
        "d 1 KsKd/Kh 2 ????/2d; around; street 5h 3h; around; street Qh 4c; around; street Js 6d; around; "
        "d 1 Qc/ 2 ??/; around"
    )
    ruling = play(line, 2, HI_LO)
    assert ruling.status == "undecided"
    assert ruling.won == {}


# -- what the source says --------------------------------------------------------------------------------------------


UNSEEN = f"{THIRD}; bring-in 1 3; {TO_SEVENTH}; around"


def test_an_outcome_that_fits_is_taken_where_a_hand_was_never_seen() -> None:
    ruling = play(UNSEEN, outcome={"won": {"2": 12}})
    assert (ruling.status, ruling.won) == ("settled", {2: 12})
    assert warned(ruling)[-1] == "taken-as-given"
    assert ruling.verdict["pots"][0]["awards"][0]["basis"] == "given"


@pytest.mark.parametrize("won", [{"2": 11}, {"2": 13}, {"2": 6, "3": 7}])
def test_an_outcome_that_does_not_fit_leaves_the_hand_undecided(won: dict[str, int]) -> None:
    ruling = play(UNSEEN, outcome={"won": won})
    assert (ruling.status, ruling.won) == ("undecided", {})
    assert warned(ruling)[-1] == "outcome-differs"


def test_an_outcome_that_differs_from_what_the_cards_say_changes_nothing() -> None:
    document = ended(STUD, "AsAdAcKsKd2c3c", "QsQdQcJsJd2d3d", outcome={"won": {"2": 20}})
    ruling = rule(document)
    assert (ruling.status, ruling.won, warned(ruling)) == ("settled", {1: 20}, ["outcome-differs"])
    document["outcome"] = {"won": {"1": 20}}
    assert warned(rule(document)) == []


def test_a_folded_or_mucked_hand_cannot_be_given_a_pot() -> None:
    folded = f"{THIRD}; bring-in 1 3; fold 2; {TO_SEVENTH.replace('street 5h 6h 4s', 'street 5h 4s')}"
    folded = folded.replace("street 9h 3d Js", "street 9h Js").replace("street 4d 7s 8d", "street 4d 8d")
    folded = folded.replace("d 1 ??/ 2 ??/ 3 ??/", "d 1 ??/ 3 ??/")
    assert play(f"{folded}; around", outcome={"won": {"2": 9}}).status == "undecided"
    assert play(f"{folded}; around", outcome={"won": {"3": 9}}).won == {3: 9}


# -- claims ----------------------------------------------------------------------------------------------------------


TWO_POTS = ("AsAdAcKsKd2c3c 5", "QsQdQcJsJd2d3d 20", "9s9d9cTs8d2h3h 20")


def test_a_claim_that_agrees_is_not_mentioned() -> None:
    ruling = rule(ended(STUD, *TWO_POTS, claim={"won": {"1": 15, "2": 30}, "hands": {"1": "full house"}}))
    assert ruling.verdict["claim"] == []
    assert warned(ruling) == []


def test_a_claim_changes_nothing_and_says_pot_by_pot_where_it_differs() -> None:
    ruling = rule(ended(STUD, *TWO_POTS, claim={"won": {"1": 45, "2": 0}}))
    assert ruling.won == {1: 15, 2: 30}
    assert warned(ruling) == ["claim-differs"]
    rows = ruling.verdict["claim"]
    assert {row["seat"] for row in rows} == {1, 2}
    # Seat 1 is not among those who may win the side pot.
    [side] = [row for row in rows if row["seat"] == 1 and row["pot"] == 1]
    assert (side["claimed"], side["ruled"]) == (45, 15)


@pytest.mark.parametrize(("net", "differs"), [({"1": 10}, False), ({"1": 15}, True), ({"3": -20}, False)])
def test_a_claim_may_be_of_what_was_won_net(net: dict[str, int], differs: bool) -> None:
    ruling = rule(ended(STUD, *TWO_POTS, claim={"net": net}))
    assert bool(ruling.verdict["claim"]) is differs


@pytest.mark.parametrize(
    ("said", "differs"),
    [("full house", False), ("aces full of kings", False), ("a flush", True), ("three of a kind", True)],
)
def test_a_claim_may_be_of_a_hand(said: str, differs: bool) -> None:
    ruling = rule(ended(STUD, *TWO_POTS, claim={"hands": {"1": said}}))
    assert bool(ruling.verdict["claim"]) is differs


# -- rake ------------------------------------------------------------------------------------------------------------


def test_the_rake_is_taken_from_each_pot_before_it_is_divided() -> None:
    hands = ("KsKdKhQsQd2c3c 5", "8s6h4d3h2hJdTc 20", "QcQhJsTsTd9c9h 20")
    plain = rule(ended(HI_LO, *hands))
    assert plain.won == {1: 8, 2: 7, 3: 0} | {2: 22, 3: 15}
    raked = rule(ended(HI_LO, *hands, rake=[2, 3]))
    # 13 and 27: seven and six, fourteen and thirteen.
    assert raked.won == {1: 7, 2: 6 + 13, 3: 14}
    assert [pot["rake"] for pot in raked.verdict["pots"]] == [2, 3]
    assert sum(raked.net.values()) == -5


@pytest.mark.parametrize("rake", [[16], [0, 31], [1, 1, 1]])
def test_a_rake_that_a_pot_does_not_hold_is_refused(rake: list[int]) -> None:
    ruling = rule(ended(STUD, *TWO_POTS, rake=rake))
    assert ruling.status == "illegal"
    [violation] = ruling.verdict["violations"]
    assert (violation["code"], violation["event"], violation["pointer"][:5]) == ("bad-rake", None, "/rake")
    assert rule(ended(STUD, *TWO_POTS, rake=[15, 30])).won == {}


def test_a_rake_of_nothing_from_pots_that_are_not_there_is_no_fault() -> None:
    assert rule(ended(STUD, *TWO_POTS, rake=[1, 1, 0])).won == {1: 14, 2: 29}


# -- stakes left out -------------------------------------------------------------------------------------------------


def test_every_stake_left_to_its_default_is_listed() -> None:
    stakes = {name: chips for name, chips in TEN_TWENTY.items() if name not in ("ante", "bring_in")}
    ruling = play("", stakes=stakes)
    listed = [row["pointer"] for row in ruling.verdict["warnings"] if row["code"] == "default-used"]
    assert listed == ["/stakes/ante", "/stakes/bring_in", "/stakes/chip"]
