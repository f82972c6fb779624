"""Random play in which something irregular stood now and then: the hand goes on to its end and loses no chip."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from studbook import faults
from studbook.games import GAMES
from studbook.record import event_from_dict, record_from_dict
from studbook.referee import replay
from studbook.table import Refused
from studbook.violations import CODES, MAY_STAND
from tests.engine.offers import attempt
from tests.engine.play import Dealer, play_out
from tests.engine.rulebook_hands import hand, rule
from tests.engine.test_irregularities import FLIPPED, HOME, NEVER, THIRD
from tests.engine.test_random_play import FEWER, PART, PARTS, chips_of, conserved, hands, judged


@pytest.mark.parametrize(("game", "part"), PART)
def test_what_was_irregular_and_stood_leaves_a_hand_that_can_be_played_to_its_end(game: str, part: int) -> None:
    stood: Counter[str] = Counter()
    for rng, dealer in hands(game, part, "stood", FEWER):
        for at in play_out(dealer):
            if rng.random() < 0.1:
                stood.update(let_something_stand(at))
        dealer.show_or_muck()
        document = dealer.document
        replay(record_from_dict(document), watch=conserved)
        verdict = judged(document)
        assert verdict["status"] in ("settled", "undecided"), (verdict["violations"], document)
        put_in, there = chips_of(verdict)
        assert put_in == there, document
    assert stood, "nothing irregular was found to let stand"


def let_something_stand(dealer: Dealer) -> list[str]:
    """Tries events until one is refused that may stand, and plays it with ``stands``; the codes that were warned of."""
    for _ in range(25):
        event = {**attempt(dealer), "stands": True}
        code = dealer.due.judge(event_from_dict(event))
        if code not in MAY_STAND:
            continue
        events = [*dealer.events, event]
        if not any(event["type"] == "deal" for event in events):
            continue
        verdict = judged({**dealer.document, "events": events})
        if verdict["status"] == "illegal":
            # It has another fault, which no play that went on excuses.
            [violation] = verdict["violations"]
            assert violation["event"] == len(dealer.events), (event, dealer.document)
            # A total that does not reach what is in already is no wager that could stand; and what stood once, with
            # no step after it that could make anything of it, does not stand again.
            level = dealer.table.round.level if dealer.table.round else 0
            hopeless = "to" in event and event["to"] <= level
            once = any((row["code"], row["event"]) == (code, len(dealer.events)) for row in verdict["warnings"])
            assert violation["code"] not in MAY_STAND or hopeless or once, (event, violation, dealer.document)
            assert violation["may_stand"] is False, (event, violation, dealer.document)
            continue
        warned = [row["code"] for row in verdict["warnings"] if row["event"] == len(dealer.events)]
        assert code in warned, (event, verdict["warnings"], dealer.document)
        dealer.send(event)
        return warned
    return []


@pytest.mark.parametrize("game", GAMES)
def test_no_message_names_what_the_event_has_not(game: str) -> None:
    """Wrong events of every kind, bare of what may be left out: refused, and some of them let stand with a warning."""
    met: Counter[str] = Counter()
    for part in range(PARTS):
        for rng, dealer in hands(game, part, "messages", 40):
            for at in play_out(dealer):
                for _ in range(6):
                    event = wrong_event(at)
                    code = at.due.judge(event_from_dict(event))
                    if code is not None:
                        whole = rng.random() < 0.02 and any(event["type"] == "deal" for event in at.events)
                        said = told_of(at, event) if whole else [in_words(at, event, code)]
                        met[code] += 1
                        assert not any("None" in message or "{" in message for message in said), (event, said)
    assert len(met) > 8, met


def wrong_event(dealer: Dealer) -> dict[str, Any]:
    """An event of any kind, or one that is due by another seat or in another place; most often it is wrong."""
    rng = dealer.rng
    event = attempt(dealer)
    if rng.random() < 0.5:
        event = dealer.filled(rng.choice(dealer.next()["events"]))
        if "seat" in event:
            event["seat"] = rng.choice(dealer.table.seats).number
        if "place" in event:
            event["place"] = rng.randint(1, 5)
    for name in ("card", "down", "up"):
        if name in event and event["type"] in ("take", "deal") and rng.random() < 0.3:
            del event[name]
    return event


def in_words(dealer: Dealer, event: dict[str, Any], code: str) -> str:
    """What a verdict would say of an event that is refused."""
    return faults._explained(dealer.table, Refused(code, dealer.due, event_from_dict(event)))[1]


def told_of(dealer: Dealer, event: dict[str, Any]) -> list[str]:
    """Everything that the verdicts say where the event is refused, and where it stood."""
    records = [{**dealer.document, "events": [*dealer.events, event | stands]} for stands in ({}, {"stands": True})]
    verdicts = [judged(record) for record in records]
    return [row["message"] for verdict in verdicts for row in verdict["violations"] + verdict["warnings"]]


def test_every_code_by_which_an_event_is_refused_has_its_words() -> None:
    """But for those whose words are made where they are refused; of an act that stood, words that warn of it."""
    assert MAY_STAND <= faults.WRONG.keys() <= CODES.keys()
    assert {row[0] for row in NEVER} - faults.WRONG.keys() == {"duplicate-card", "not-retrievable"}


NYNY = "new-york-new-york"
DEALT = "d 1 2h6c/Ad 2 KdKc/Jd 3 Tc7h/9c"
CENTRE = f"{DEALT}; around"
FIRST = "Nothing is in yet: seat 2 may not check, the round is opened first."

# What is refused, and what is said of it where the same code comes for more than one reason.
SAID: tuple[tuple[str, Any, str, str, str], ...] = (
    (NYNY, 3, f"{CENTRE}; turn 2 3c", "place", "Place 2 is not the next to be filled. Expected: turn place 1."),
    (NYNY, 3, f"{CENTRE}; turn 3 3c", "place", "There is no place 3 in the centre. Expected: turn place 1."),
    (NYNY, 3, f"{CENTRE}; turn 1 3c; turn 1 4c", "type", "This turn cannot come now. Expected: turn place 2."),
    (NYNY, 3, "d 2 KdKc/Jd", "seat", "Seat 2 is not the next to be dealt."),
    # The hand that is to flip shows nothing yet; the one that leads shows all its cards but one.
    ("no-peek", 2, f"{FLIPPED}; check 2", "type", "The turn is not over: a card is flipped before anybody acts."),
    ("no-peek", 2, f"{FLIPPED}; flip 2 ??", "", "A flip shows the face of a card that still lies down before seat 2."),
    # Seat 1, the low card, is all-in, and seat 2 has its duty; or seat 2 has none.
    ("seven-card-stud", [1, 200, 200], f"{THIRD}; check 2", "type", FIRST),
    ("seven-card-stud", 3, f"{THIRD}\n! check 2", "type", FIRST),
)


@pytest.mark.parametrize(("game", "stacks", "play", "field", "said"), SAID)
def test_what_is_said_of_a_wrong_event_is_true_of_it(game: str, stacks: Any, play: str, field: str, said: str) -> None:
    more = {} if game == "seven-card-stud" else {"stakes": HOME}
    document = hand(game, stacks, play, **more)
    [violation] = rule(document).verdict["violations"]
    assert violation["message"].startswith(said)
    assert violation["pointer"] == f"/events/{len(document['events']) - 1}" + (f"/{field}" if field else "")


# What is warned of: a place has no seat; seat 1, which has checked, has nothing to call.
WARNED = (
    (f"{CENTRE}\n! turn 2 3c", [("place", "Place 2 is not the next to be filled.")]),
    (
        f"{DEALT}; check 1\n! bet 1 10",
        [
            ("seat", "Seat 1 acts out of turn."),
            ("to", "Seat 1 has acted, and no full wager came since: it may not bet or raise."),
        ],
    ),
)


@pytest.mark.parametrize(("play", "said"), WARNED)
def test_what_is_warned_of_an_event_that_stood_is_true_of_it(play: str, said: list[tuple[str, str]]) -> None:
    document = hand(NYNY, 3, play, stakes=HOME)
    at = len(document["events"]) - 1
    rows = [row for row in rule(document).verdict["warnings"] if row["event"] == at]
    assert [(row["pointer"], row["message"]) for row in rows] == [
        (f"/events/{at}/{field}", f"{message} It stood.") for field, message in said
    ]
