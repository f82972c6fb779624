"""Random play in every game, from nothing but what the referee offers: what always holds.

500 hands a game in `make test` (half of them where each is replayed many times), 20,000 in `make soak`
(STUDBOOK_SOAK=1), in parts so that they can run side by side.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from studbook.games import GAMES
from studbook.record import event_from_dict, record_from_dict
from studbook.referee import replay
from studbook.rulebook import ARTICLES
from studbook.table import Table
from studbook.verdict import Verdict
from tests.engine.offers import attempt, fitting_codes, is_offered, legal_though_not_listed, with_a_card_twice
from tests.engine.play import Dealer, Document, play_out, set_up
from tests.engine.recount import recount

SOAK = bool(os.environ.get("STUDBOOK_SOAK"))
HANDS = 20_000 if SOAK else 500
# A hand that is taken apart, or played irregularly, is replayed many times.
FEWER = HANDS if SOAK else HANDS // 2
PARTS = 20 if SOAK else 4
PART = [pytest.param(game, part, id=f"{game}-{part}") for game in GAMES for part in range(PARTS)]


def hands(game: str, part: int, what: str, count: int) -> Iterator[tuple[random.Random, Dealer]]:
    """Hands at their beginning: any stakes, stacks and house rules, with and without unseen cards."""
    for number in range(count // PARTS):
        rng = random.Random(f"{what} {game} {part} {number}")
        document = set_up(game, rng)
        yield rng, Dealer(document, rng, hidden=rng.choice((0, 0, 0.3, 1)), hidden_up=rng.choice((0, 0, 0, 0.1)))


def played(rng: random.Random, dealer: Dealer) -> Document:
    """A whole hand, with what may come at any time now and then, with shows and mucks at the end, and with rake."""
    lively = rng.random() < 0.2
    for at in play_out(dealer):
        if lively and rng.random() < 0.05:
            at.interlude()
    if rng.random() < 0.4:
        dealer.show_or_muck()
    document = dealer.document
    if rng.random() < 0.2:
        pots = replay(record_from_dict(document)).settlement.pots
        document["rake"] = [rng.randint(0, min(pot.amount, 5)) for pot in pots]
    return document


def judged(document: Document) -> Document:
    return replay(record_from_dict(document)).to_dict()


def chips_of(verdict: Document) -> tuple[int, int]:
    """Chips put in; chips awarded, returned, raked and still open."""
    there = sum(pot["rake"] + pot["open"] + sum(award["amount"] for award in pot["awards"]) for pot in verdict["pots"])
    return sum(seat["put_in"] for seat in verdict["seats"]), there + sum(verdict["returned"].values())


def confirm(document: Document, verdict: Document, rng: random.Random) -> None:
    """The independent recount comes to the same pots, returned chips and awards, whatever the unseen cards are. Of a
    pot that is still open it may not give less than was awarded."""
    for _ in range(2 if "??" in json.dumps(document["events"]) else 1):
        ours = recount(document, verdict["rules"], rng)
        put_in = {seat["seat"]: seat["put_in"] for seat in verdict["seats"]}
        assert put_in == ours.put_in, document
        assert verdict["returned"] == {str(seat): chips for seat, chips in ours.returned.items()}, document
        pots = [(pot["amount"], pot["eligible"]) for pot in verdict["pots"]]
        assert pots == [(pot.amount, sorted(player.seat for player in pot.eligible)) for pot in ours.pots], document
        for pot, mine in zip(verdict["pots"], ours.pots, strict=True):
            won: Counter[int] = Counter()
            for award in pot["awards"]:
                won[award["seat"]] += award["amount"]
            if pot["open"]:
                assert all(chips <= mine.won.get(seat, 0) for seat, chips in won.items()), (document, mine)
            else:
                assert won == Counter(mine.won), (document, mine)


def conserved(table: Table, due: Any) -> None:
    """What was put in is in the pots or went back, and nobody has fewer chips than none."""
    verdict = Verdict(table.record, table, due)
    there = sum(pot.amount for pot in verdict.settlement.pots) + sum(verdict.returned.values())
    given = sum(pot.rake + pot.open for pot in verdict.settlement.pots) + sum(verdict.awards.values())
    put_in = sum(seat.put_in for seat in table.seats)
    assert put_in == there == given + sum(verdict.returned.values()) == table.pot, table.record.raw
    for seat in table.seats:
        if seat.stack is not None:
            assert seat.stack >= 0, table.record.raw
            assert seat.stack + seat.put_in - seat.back == seat.start, table.record.raw


@pytest.mark.parametrize(("game", "part"), PART)
def test_chips_are_conserved_after_every_event_and_an_independent_recount_agrees(game: str, part: int) -> None:
    for rng, dealer in hands(game, part, "chips", HANDS):
        document = played(rng, dealer)

        # The rake is taken at the end, of pots that do not stand before.
        final = replay(record_from_dict({**document, "rake": []}), watch=conserved)
        assert final.status in ("settled", "undecided"), (final.to_dict()["violations"], document)
        verdict = judged(document)
        put_in, there = chips_of(verdict)
        assert put_in == there, document
        assert (
            sum(seat["net"] or 0 for seat in verdict["seats"])
            + sum(pot["rake"] + pot["open"] for pot in verdict["pots"])
            == 0
        ), document
        for pot in verdict["pots"]:
            assert all(award["article"] in ARTICLES and award["amount"] > 0 for award in pot["awards"]), document
        confirm(document, verdict, rng)
        if rng.random() < 0.2:
            told = replay(record_from_dict(document), explain=True).to_dict()
            rulings = told.pop("rulings")
            assert told == verdict, document
            assert rulings, document
            assert all(row["article"] in ARTICLES and row["text"] for row in rulings), document


@pytest.mark.parametrize(("game", "part"), PART)
def test_an_event_taken_away_or_doubled_is_another_record_and_judged_as_such(game: str, part: int) -> None:
    for rng, dealer in hands(game, part, "mutated", FEWER):
        document = played(rng, dealer)
        document.pop("rake", None)
        events, digest = document["events"], record_from_dict(document).digest
        assert record_from_dict(json.loads(json.dumps(document, indent=2, sort_keys=True))).digest == digest
        for at in rng.sample(range(len(events)), min(3, len(events))):
            copies = rng.choice((0, 2))
            changed = {**document, "events": [*events[:at], *[events[at]] * copies, *events[at + 1 :]]}
            verdict = judged(changed)
            assert verdict["digest"] != digest
            put_in, there = chips_of(verdict)
            assert put_in == there, changed
            if verdict["status"] in ("settled", "undecided"):
                confirm(changed, verdict, rng)
            elif verdict["status"] == "illegal":
                [violation] = verdict["violations"]
                assert violation["event"] is not None, changed
                assert violation["event"] >= at, changed
                assert violation["article"] in ARTICLES, violation
            else:
                assert verdict["next"]["events"], changed


@pytest.mark.parametrize(("game", "part"), PART)
def test_what_is_offered_is_accepted_and_what_is_not_is_refused_with_a_code_that_fits(game: str, part: int) -> None:
    for rng, dealer in hands(game, part, "offered", HANDS):
        for at in play_out(dealer):
            if rng.random() < 0.07:
                try_everything(at)
        try_everything(dealer)


def try_everything(dealer: Dealer) -> None:
    """Every offer at its least, at its most and in between; events that are not offered. One of each also as a whole
    record."""
    rng, due = dealer.rng, dealer.next()
    what, offers = due["what"], [] if dealer.over else due["events"]
    assert {offer["seat"] for offer in offers if "seat" in offer} == set(due["seats"]) or dealer.over, dealer.document
    good = [event for offer in offers for event in filled_in_all_ways(dealer, offer)]
    for event in good:
        assert dealer.due.judge(event_from_dict(event)) is None, (event, due, dealer.document)
    if good:
        event = rng.choice(good)
        verdict = judged({**dealer.document, "events": [*dealer.events, event]})
        assert verdict["status"] != "illegal", (event, verdict["violations"], dealer.document)
    bad = []
    for _ in range(30):
        event = attempt(dealer)
        if is_offered(event, offers) or legal_though_not_listed(event, offers, what):
            continue
        code = dealer.due.judge(event_from_dict(event))
        assert code in fitting_codes(dealer, event, what, offers), (code, event, due, dealer.document)
        bad.append((event, code))
    for offer in offers:
        twice = with_a_card_twice(dealer, offer)
        if twice is not None:
            assert dealer.due.judge(event_from_dict(twice)) == "duplicate-card", (twice, dealer.document)
    # Without any deal a record is one of unseen cards, which is another hand.
    if bad and any(event["type"] == "deal" for event in dealer.events):
        event, code = rng.choice(bad)
        verdict = judged({**dealer.document, "events": [*dealer.events, event]})
        [violation] = verdict["violations"]
        assert (violation["event"], violation["code"]) == (len(dealer.events), code), (event, dealer.document)
        assert violation["article"] in ARTICLES
        before = judged(dealer.document)
        assert violation["expected"] == before["next"], (event, dealer.document)
        assert verdict["seats"] == before["seats"], (event, dealer.document)


def filled_in_all_ways(dealer: Dealer, offer: Document) -> list[Document]:
    event, to = dealer.filled(offer), offer.get("to")
    if not isinstance(to, dict):
        return [event]
    amounts = to.get("exactly") or [to["from"], event["to"], to["to"]]
    return [{**event, "to": amount} for amount in amounts]
