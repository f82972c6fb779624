"""Random play in which something irregular stood now and then: the hand goes on to its end and loses no chip."""

from __future__ import annotations

from collections import Counter

import pytest

from studbook.record import event_from_dict, record_from_dict
from studbook.referee import replay
from studbook.violations import MAY_STAND
from tests.engine.offers import attempt
from tests.engine.play import Dealer, play_out
from tests.engine.test_random_play import FEWER, PART, chips_of, conserved, hands, judged


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
