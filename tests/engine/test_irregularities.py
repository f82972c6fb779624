"""Part B of the rules by the means of the record: what is refused where it was just done, what stands, what holds then.

Every code that may stand is shown three times: refused with its code and ``may_stand``; let pass with a warning where
the event says that nobody objected; and what holds afterwards. Everything else never stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from studbook.rulebook import ARTICLES
from studbook.violations import CODES, MAY_STAND
from tests.engine.rulebook_hands import Ruling, eight_to_the_end, hand, rule

Document = dict[str, Any]

HOME = {"structure": "fixed-limit", "small_bet": 10, "big_bet": 20, "ante": 1}
WALL = {**HOME, "unit": 2}
POT_LIMIT = {"structure": "pot-limit", "min_bet": 10, "ante": 1, "bring_in": 3}

THIRD = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc"
BROUGHT_IN = f"{THIRD}; bring-in 1 3"
FOURTH = f"{BROUGHT_IN}; around; street 5h 6h 4s"
SIXTH = f"{FOURTH}; around; street 9h Tc 4d; around; street Jd 3d 6s; around"
SEVENTH = f"{SIXTH}; street 3c 5c 9c"
CENTRE = "d 1 2h6c/Ad 2 KdKc/Jd 3 Tc7h/9c; around; turn 1 Qs; turn 2 4c"
ROW = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc; turn 1 4c; turn 2 5d; turn 3 6h; turn 4 7d; around"
UNSEEN = "?" * 14
FLIPPED = f"d 1 {UNSEEN}/ 2 {UNSEEN}/; turn 1 Td; flip 1 Kh; around"
FAILED = f"{FLIPPED}; " + "; ".join(f"flip 2 {card}" for card in ("Qs", "Jh", "8c", "7d", "5h", "4s", "2d"))
DECLARED = f"{SEVENTH}; around; declare 1 high; declare 2 low"


@dataclass(frozen=True)
class Irregular:
    """An irregular act: its code, the hand before it, the act, and what holds where it stood: who is due for what, what
    these seats may do (``to``), and other facts of the verdict."""

    code: str
    before: str
    act: str
    due: tuple[list[int], str]
    offers: dict[tuple[str, int | None], Any] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    game: str = "seven-card-stud"
    stacks: Any = 3
    stakes: Document | None = None


IRREGULAR = (
    # 1. The seat that posted has brought it in, action goes on to its left, the true low card owes nothing more.
    Irregular(
        "wrong-bring-in",
        THIRD,
        "bring-in 2 3",
        ([3], "act"),
        {("call", 3): 3},
        {"openers": {3: 2}},
    ),
    # 2. The posted total is the level; below the small bet it is no bet, and the next seat may complete.
    Irregular(
        "bad-bring-in-amount",
        THIRD,
        "bring-in 1 5",
        ([2], "act"),
        {("call", 2): 5, ("complete", 2): {"exactly": [10]}},
    ),
    # 13. The posted total is the level; the next full raise is measured from the regular size.
    Irregular("bet-size", FOURTH, "bet 3 15", ([1], "act"), {("call", 1): 15, ("raise", 1): {"exactly": [25]}}),
    # 14. The same where the pot is the limit.
    Irregular("exceeds-pot", FOURTH, "bet 3 15", ([1], "act"), {("call", 1): 15}, stakes=POT_LIMIT),
    # 15. The raise counts.
    Irregular(
        "raise-cap",
        f"{FOURTH}; bet 3 10; raise 1 20; raise 2 30; raise 3 40",
        "raise 1 50",
        ([2], "act"),
        {("call", 2): 50},
    ),
    # 16. So does one over a short all-in, which is under half the bet and reopens nothing.
    Irregular(
        "betting-not-reopened",
        f"{FOURTH}; bet 3 10; call 1; raise 2 13",
        "raise 3 20",
        ([1], "act"),
        {("call", 1): 20},
        stacks=[200, 17, 200],
    ),
    # 12. The act counts, action goes on to its left, and who was skipped is due when it is reached.
    Irregular("out-of-turn", FOURTH, "bet 1 10", ([2], "act"), {("call", 2): 10}),
    # The cards lie as posted; who was passed over gets its own.
    Irregular("deal-out-of-order", "d 1 AsKd/2c", "d 3 8s7s/Kc", ([2], "deal")),
    # 5. A card up counts for the board.
    Irregular("up-down-pattern", "d 1 AsKd/3c", "d 2 Qh/9dJh", ([3], "deal"), facts={"up": {2: ["9d", "Jh"]}}),
    # 8. A card too many; the hand is dead at the showdown.
    Irregular("wrong-card-count", SIXTH, "d 1 3c2d/", ([2], "deal"), facts={"down": {1: ["As", "Kd", "3c", "2d"]}}),
    # 30. The common card is everybody's last.
    Irregular("community-not-allowed", SIXTH, "community 3c", ([3], "act"), facts={"centre": {"1": "3c"}}),
    # 10. The round is over as it stands; unequal chips stay where they lie.
    Irregular(
        "street-before-betting-closed",
        f"{BROUGHT_IN}; call 2",
        "d 1 /5h",
        ([2], "deal"),
        facts={"put_in": {1: 4, 2: 4, 3: 1}},
    ),
    # Price and card as posted.
    Irregular(
        "wrong-price",
        ROW,
        "buy 1 2 1",
        ([], "turn"),
        facts={"put_in": {1: 2, 2: 1, 3: 1}, "up": {1: ["2c", "5d"]}},
        game="wall-street",
        stakes=WALL,
    ),
    Irregular(
        "wrong-place-card",
        CENTRE,
        "take 1 2 4d",
        ([], "turn"),
        facts={"up": {1: ["Ad", "4d"]}},
        game="new-york-new-york",
        stakes=HOME,
    ),
    Irregular(
        "row-not-filled",
        f"{ROW}; buy 1 2",
        "take 2 deck 8c",
        ([], "turn"),
        facts={"up": {2: ["9d", "8c"]}},
        game="wall-street",
        stakes=WALL,
    ),
    # The turn is over; the seat plays on.
    Irregular(
        "must-keep-flipping",
        f"{FLIPPED}; flip 2 Qs",
        "check 1",
        ([2], "act"),
        game="no-peek",
        stacks=2,
        stakes=HOME,
    ),
    Irregular("must-fold", f"{FAILED}; check 1", "check 2", ([1], "flip"), game="no-peek", stacks=2, stakes=HOME),
    # 22. The later word.
    Irregular(
        "declaration-changed",
        DECLARED,
        "declare 1 both",
        ([3], "declare"),
        facts={"declared": {1: "both", 2: "low", 3: None}},
        game="stud-hi-lo-declare",
    ),
    # 32. Nobody can call: the chips come back.
    Irregular(
        "nobody-to-call",
        f"{FOURTH}; check 3; bet 1 10; call 2",
        "raise 3 20",
        ([1], "deal"),
        facts={"put_in": {1: 14, 2: 14, 3: 24}},
        stacks=[14, 14, 200],
    ),
)
NAMES = [irregular.code for irregular in IRREGULAR]


def record_of(irregular: Irregular, line: str) -> Document:
    more: Document = {} if irregular.stakes is None else {"stakes": irregular.stakes}
    return hand(irregular.game, irregular.stacks, line, **more)


def played(irregular: Irregular, line: str) -> Ruling:
    return rule(record_of(irregular, line))


def test_every_code_that_may_stand_is_here_once() -> None:
    assert sorted(NAMES) == sorted(MAY_STAND)


@pytest.mark.parametrize("irregular", IRREGULAR, ids=NAMES)
def test_what_was_just_done_is_refused_and_may_stand(irregular: Irregular) -> None:
    ruling = played(irregular, f"{irregular.before}; {irregular.act}")
    assert ruling.refused is not None
    [violation] = ruling.verdict["violations"]
    assert (violation["code"], violation["may_stand"]) == (irregular.code, True)
    assert violation["article"] in ARTICLES
    # The state is that before it, and what would have been right is said.
    before = played(irregular, irregular.before)
    assert violation["expected"] == before.verdict["next"]
    assert ruling.verdict["seats"] == before.verdict["seats"]


@pytest.mark.parametrize("irregular", IRREGULAR, ids=NAMES)
def test_where_nobody_objected_it_stands_with_a_warning(irregular: Irregular) -> None:
    ruling = played(irregular, f"{irregular.before}; ! {irregular.act}")
    assert ruling.refused is None, ruling.refused
    warned = [row for row in ruling.verdict["warnings"] if row["code"] == irregular.code]
    [at] = {row["event"] for row in warned}
    assert at == len(
        hand(
            irregular.game,
            irregular.stacks,
            irregular.before,
            **({} if irregular.stakes is None else {"stakes": irregular.stakes}),
        )["events"]
    )
    assert warned[0]["article"] in ARTICLES
    assert ruling.due == irregular.due
    for (kind, seat), to in irregular.offers.items():
        assert ruling.offer(kind, seat) == to, (kind, seat)
    table, seats = ruling.verdict["table"], {row["seat"]: row for row in ruling.verdict["seats"]}
    for name, wanted in irregular.facts.items():
        if name == "openers":
            assert ruling.openers == wanted
        elif name == "centre":
            assert table["centre"] == wanted
        else:
            assert {number: seats[number][name] for number in wanted} == wanted, name


@pytest.mark.parametrize("irregular", IRREGULAR, ids=NAMES)
def test_chips_are_kept_whatever_stood(irregular: Irregular) -> None:
    verdict = played(irregular, f"{irregular.before}; ! {irregular.act}").verdict
    put_in = sum(seat["put_in"] for seat in verdict["seats"])
    pots = sum(sum(award["amount"] for award in pot["awards"]) + pot["rake"] + pot["open"] for pot in verdict["pots"])
    assert pots + sum(verdict["returned"].values()) == put_in


def test_what_holds_to_the_end_of_the_hand() -> None:
    # 1. The true low card has not lost more than its ante.
    wrong = rule(hand("seven-card-stud", 3, f"{THIRD}; ! bring-in 2 3; complete 3 10; fold 1; fold 2"))
    assert wrong.net == {1: -1, 2: -4, 3: 5}
    # 2. A bring-in that was posted short and stood is called as it lies.
    assert rule(hand("seven-card-stud", 3, f"{THIRD}; ! bring-in 1 2")).offer("call", 2) == 2
    # 8. Eight cards are a dead hand, which would have won nothing anyhow: its chips stay.
    eight = rule(hand("seven-card-stud", 3, f"{SIXTH}; ! d 1 3c2d/; d 2 5c/ 3 9c/; around"))
    assert (eight.verdict["seats"][0]["outcome"], eight.won) == ("dead", {3: 12})
    # 10. Seat 3 never called the bring-in: it plays for the antes.
    early = rule(hand("seven-card-stud", 3, f"{BROUGHT_IN}; call 2; ! d 1 /5h; d 2 /6h 3 /4s; around"))
    assert early.pots == [(3, [1, 2, 3]), (6, [1, 2])]
    # 32. What nobody could call comes back.
    alone = f"{FOURTH}; check 3; bet 1 10; call 2; ! raise 3 20; street 5d Ac 4d; street Jd 3d 6s; street 3c 5c 9c"
    assert rule(hand("seven-card-stud", [14, 14, 200], alone)).returned == {3: 10}
    # 22. A half that was declared too late is won like one declared in time.
    later = f"{DECLARED}; declare 3 low; ! declare 3 high"
    assert rule(hand("stud-hi-lo-declare", 3, later)).won == {2: 6, 3: 6}


NEVER = (
    ("duplicate-card", "d 1 AsKd/2c", "d 2 AsJh/9d", "seven-card-stud", 3, None),
    ("not-enough-cards", eight_to_the_end(0), "d 1 Ad/", "seven-card-stud", 8, None),
    ("exceeds-stack", FOURTH, "bet 3 500", "seven-card-stud", 3, None),
    ("folded-seat", f"{BROUGHT_IN}; fold 2", "call 2", "seven-card-stud", 3, None),
    ("all-in-cannot-act", f"{FOURTH}; bet 3 10; raise 1 20", "call 2", "seven-card-stud", [200, 4, 200], None),
    ("unknown-seat", FOURTH, "check 9", "seven-card-stud", 3, None),
    ("must-bring-in", THIRD, "check 1", "seven-card-stud", 3, None),
    ("must-open-or-fold", THIRD, "check 2", "seven-card-stud", [1, 200, 200], None),
    ("check-facing-bet", f"{FOURTH}; bet 3 10", "check 1", "seven-card-stud", 3, None),
    ("unexpected-event", FOURTH, "turn 1 2d", "seven-card-stud", 3, None),
    ("hand-over", f"{SEVENTH}; around", "bet 3 20", "seven-card-stud", 3, None),
    ("mucked-hand", f"{SEVENTH}; around; muck 1", "muck 1", "seven-card-stud", 3, None),
    ("shown-cards-differ", f"{SEVENTH}; around", "show 1 AdKd", "seven-card-stud", 3, None),
    ("not-retrievable", f"{SEVENTH}; around", "retrieve 1", "seven-card-stud", 3, None),
    ("declaration-not-played", f"{SEVENTH}; around", "declare 1 high", "seven-card-stud", 3, None),
    ("insufficient-chips", ROW, "buy 1 4", "wall-street", [5, 200, 200], WALL),
    ("empty-place", ROW, "buy 1 5", "wall-street", 3, WALL),
)


@pytest.mark.parametrize(("code", "before", "act", "game", "stacks", "stakes"), NEVER, ids=[row[0] for row in NEVER])
def test_what_cannot_be_never_stands(
    code: str, before: str, act: str, game: str, stacks: Any, stakes: Document | None
) -> None:
    more: Document = {} if stakes is None else {"stakes": stakes}
    for mark in ("", "! "):
        ruling = rule(hand(game, stacks, f"{before}; {mark}{act}", **more))
        assert ruling.refused is not None
        assert (ruling.refused[1], ruling.verdict["violations"][0]["may_stand"]) == (code, False)


def test_no_code_of_the_two_lists_is_left_out() -> None:
    of_the_set_up = {
        "unknown-game",
        "bad-rule",
        "bad-stakes",
        "bad-seats",
        "bad-rake",
        "bad-showdown",
        "declaration-missing",
    }
    warnings = {
        "call-is-check", "fold-not-facing-bet", "not-checked", "default-used", "claim-differs", "outcome-differs",
        "taken-as-given", "showdown-order", "exposed-card", "burn-irregular",
    }  # fmt: skip
    assert {row[0] for row in NEVER} == CODES.keys() - MAY_STAND - of_the_set_up - warnings
