"""How fast the referee is: the same recorded hands through Studbook and through PokerKit's state API, in one run.

Seven-handed fixed-limit stud, razz and hi-lo 8, with three and with six hands at the showdown. Studbook goes from the
record object to the verdict object (names and rulings are built when asked for), PokerKit from a new state through
every operation to the last chip pulled; cards are parsed beforehand for both. Every hand is measured once, after
others of its kind, in process time; the figures are the medians of the batches. Then hands per second of every game,
and what explanations cost.

    python bench/engine.py [--batches 9] [--hands 25]
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pokerkit import (
    Automation,
    Card,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
)

from studbook.games import GAMES
from studbook.record import Record, record_from_dict
from studbook.referee import replay
from tests.engine.play import Dealer, Document, Offer, deal_hand, set_up

STAKES = {"structure": "fixed-limit", "ante": 1, "bring_in": 3, "small_bet": 10, "big_bet": 20}
STACK = 1000
PEERS: dict[str, Any] = {
    "seven-card-stud": FixedLimitSevenCardStud,
    "razz": FixedLimitRazz,
    "stud-hi-lo-8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
}
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
METHODS = {
    "deal": "deal_hole",
    "burn": "burn_card",
    "bring-in": "post_bring_in",
    "complete": "complete_bet_or_raise_to",
    "bet": "complete_bet_or_raise_to",
    "raise": "complete_bet_or_raise_to",
    "call": "check_or_call",
    "check": "check_or_call",
    "fold": "fold",
}
Call = tuple[str, tuple[Any, ...]]


def seven_handed(game: str, at_showdown: int, rng: random.Random) -> Document:
    """A hand of seven of whom exactly ``at_showdown`` come to the showdown; the others fold on the way."""
    seats = [{"seat": number, "player": f"p{number}", "stack": STACK} for number in range(1, 8)]
    document: Document = {"game": game, "stakes": STAKES, "seats": seats}
    while True:
        staying = set(rng.sample(range(1, 8), at_showdown))

        def choose(dealer: Dealer, offers: Sequence[Offer], staying: set[int] = staying) -> Offer:
            by_type = {offer["type"]: offer for offer in offers}
            if len(offers) == 1:
                return offers[0]
            if offers[0]["seat"] not in staying and "fold" in by_type and rng.random() < 0.6:
                return by_type["fold"]
            for kind in ("bet", "complete", "raise"):
                # The small size where a pair allows two: PokerKit knows no open pair.
                if kind in by_type and "bring-in" not in by_type and rng.random() < 0.25:
                    return {**by_type[kind], "to": by_type[kind]["to"]["exactly"][0]}
            return by_type.get("call") or by_type.get("check") or by_type["bring-in"]

        hand = deal_hand(document, rng, choose)
        verdict = replay(record_from_dict(hand))
        assert verdict.table is not None
        if verdict.table.at_showdown and len(verdict.table.live) == at_showdown:
            return hand


def calls_of(hand: Document) -> list[Call]:
    """A hand as the calls of PokerKit's state API, cards parsed: a burn before every street after the first."""
    index = {seat["seat"]: at for at, seat in enumerate(hand["seats"])}
    burn = tuple(Card.parse("??"))
    calls: list[Call] = []
    dealt: dict[int, int] = dict.fromkeys(index, 0)
    for event in hand["events"]:
        kind = event["type"]
        if kind == "deal":
            if dealt[event["seat"]] and max(dealt.values()) == dealt[event["seat"]]:
                calls.append((METHODS["burn"], (burn,)))
            dealt[event["seat"]] += 1
            cards = tuple(Card.parse("".join([*event["down"], *event["up"]])))
            calls.append((METHODS["deal"], (cards, index[event["seat"]])))
        elif kind in ("bet", "complete", "raise"):
            calls.append((METHODS[kind], (event["to"],)))
        else:
            calls.append((METHODS[kind], ()))
    return calls


def through_pokerkit(game: str, calls: Sequence[Call]) -> Any:
    """A new state, every operation; the state when the chips are pulled."""
    state = PEERS[game].create_state(
        AUTOMATIONS, True, STAKES["ante"], STAKES["bring_in"], STAKES["small_bet"], STAKES["big_bet"], (STACK,) * 7, 7
    )
    for name, arguments in calls:
        getattr(state, name)(*arguments)
    return state


def measured(work: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Microseconds of process time a hand."""
    started = time.process_time_ns()
    for hand in hands:
        work(hand)
    return (time.process_time_ns() - started) / len(hands) / 1000


def compare(game: str, at_showdown: int, batches: int, hands: int) -> None:
    rng = random.Random(f"{game} {at_showdown}")
    ours, peers, events = [], [], []
    for batch in range(batches + 1):
        documents = [seven_handed(game, at_showdown, rng) for _ in range(hands)]
        records = [record_from_dict(document) for document in documents]
        calls = [calls_of(document) for document in documents]
        our_time = measured(replay, records)
        peer_time = measured(lambda hand: through_pokerkit(game, hand), calls)
        if batch:  # the first only warms both up
            ours.append(our_time)
            peers.append(peer_time)
            events.append(statistics.mean(len(record.events) for record in records))
    our, peer = statistics.median(ours), statistics.median(peers)
    ratio = statistics.median(theirs / mine for theirs, mine in zip(peers, ours, strict=True))
    print(
        f"{game:16} {at_showdown} at the showdown  {statistics.mean(events):5.1f} events  studbook {our:7.1f} us"
        f"  pokerkit {peer:8.1f} us  ratio {ratio:5.1f}",
        flush=True,
    )


def every_game(hands: int) -> None:
    """Hands per second of each game at random stakes and stacks, house rules at their defaults; with explanations."""
    print("\nhands by chance, default rules         events  hands/s   explained  its cost")
    for game in sorted(GAMES):
        rng = random.Random(game)
        records: list[Record] = []
        while len(records) < 2 * hands:
            records.append(record_from_dict(deal_hand(set_up(game, rng, rules=False), rng)))
        warm, timed = records[:hands], records[hands:]
        measured(replay, warm)
        plain = measured(replay, timed)
        told = measured(lambda record: replay(record, explain=True).to_dict(), timed)
        untold = measured(lambda record: replay(record).to_dict(), timed)
        events = statistics.mean(len(record.events) for record in timed)
        print(
            f"{game:36} {events:8.1f} {1e6 / plain:8.0f} {1e6 / told:11.0f}  {told - untold:+7.0f} us ({untold:.0f} us "
            "whole document without)",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batches", type=int, default=9)
    parser.add_argument("--hands", type=int, default=25, help="in a batch")
    options = parser.parse_args()
    for at_showdown in (3, 6):
        for game in PEERS:
            compare(game, at_showdown, options.batches, options.hands)
    every_game(4 * options.hands)


if __name__ == "__main__":
    main()
