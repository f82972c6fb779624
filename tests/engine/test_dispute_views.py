"""What a viewer may know of a dispute: no more than of the hand itself, whatever is claimed.

A player could otherwise file that his up card was another one, and learn from the answer whether somebody had folded
it. So the ruling that a viewer gets is made from what the viewer saw, and two disputes that differ only in hidden cards
are shown alike.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from studbook.cards import CARD_TEXT, DECK
from studbook.corrections import DoesNotFit, corrected
from studbook.disputes import of_fact, of_judgement, seen_dispute
from studbook.record import record_from_dict
from studbook.referee import replay
from studbook.seen import seen_document
from studbook.views import PUBLIC
from tests.engine.rulebook_hands import hand
from tests.engine.test_views import Document, cards_in, played, with_other_cards

DISPUTES = 5000 if os.environ.get("STUDBOOK_SOAK") else 100
LOTS = 5

Fact = dict[str, Any]


def facts(rng: random.Random, document: Document, other: dict[str, str]) -> tuple[Fact, Fact]:
    """A fact that somebody claims, and the same fact in the world with other hidden cards. What it says of hidden cards
    is different there, what it says of cards that all see is the same."""
    deck = [CARD_TEXT[card] for card in DECK]
    kind = rng.choice(("cards", "events", "rules", "record", "muck"))
    if kind == "cards":
        pair = {rng.choice(sorted(cards_in(document))): rng.choice(deck) for _ in range(rng.randint(1, 2))}
        return {"cards": pair}, {"cards": {other.get(card, card): was for card, was in pair.items()}}
    if kind == "events":
        at = rng.randrange(len(document["events"]))
        return {"events": {str(at): []}}, {"events": {str(at): []}}
    if kind == "rules":
        return {"rules": {"raise_cap": 1}}, {"rules": {"raise_cap": 1}}
    if kind == "record":
        changed = {**document, "events": document["events"][:-1]}
        return {"record": changed}, {"record": with_other_cards(changed, other)}
    seat = rng.choice(document["seats"])["seat"]
    muck = {"events": {str(len(document["events"])): [{"type": "muck", "seat": seat}]}}
    return muck, muck


def told(viewer: str, document: Document, claim: Document | None, fact: Fact | None) -> str:
    """The dispute as the viewer gets it."""
    return json.dumps(seen_dispute(replay(record_from_dict(document)), viewer, claim, fact))


@pytest.mark.parametrize("lot", range(LOTS))
def test_disputes_that_differ_only_in_hidden_cards_are_told_a_viewer_alike(lot: int) -> None:
    compared = 0
    for seed in range(lot, DISPUTES, LOTS):
        rng = random.Random(f"dispute {seed}")
        document = played(rng)
        verdict = replay(record_from_dict(document))
        if verdict.status not in ("settled", "undecided"):
            continue
        viewer = rng.choice([PUBLIC, *[seat["player"] for seat in document["seats"]]])
        seen = cards_in(seen_document(verdict, viewer))
        free = sorted({CARD_TEXT[card] for card in DECK} - seen)
        other = dict(zip(free, rng.sample(free, len(free)), strict=True))
        exchanged = with_other_cards(document, other)
        seat = rng.choice(document["seats"])["seat"]
        claim: Document = {"won": {str(seat): rng.randrange(50)}}
        if rng.random() < 0.5:
            claim["hands"] = {str(seat): rng.choice(("flush", "two pair", "nine high"))}
        assert told(viewer, document, claim, None) == told(viewer, exchanged, claim, None), (seed, viewer)
        fact, same = facts(rng, document, other)
        assert told(viewer, document, None, fact) == told(viewer, exchanged, None, same), (seed, viewer, fact)
        compared += 1
    assert compared > DISPUTES / LOTS / 2


# Seat 1 folds two aces and the deuce of diamonds; seat 2 beats seat 3 with kings.
THREE = """d 1 AsAd/2d 2 KhKc/2c 3 9s9d/Js; bring-in 2 3; complete 3 10; fold 1; call 2 to 10
    street 3d 4c; around; street 5h 6h; around; street 8s 7s; around; street Td Tc; around"""


def seen_by(viewer: str, claim: Document | None = None, fact: Fact | None = None) -> tuple[Any, Any, Document]:
    return seen_dispute(replay(record_from_dict(hand("seven-card-stud", 3, THREE))), viewer, claim, fact)


def test_a_card_that_somebody_folded_cannot_be_asked_for() -> None:
    record = record_from_dict(hand("seven-card-stud", 3, THREE))
    folded, free = ({"cards": {"Js": card}} for card in ("As", "Ac"))
    truth = [of_fact(record, record_from_dict(corrected(record.raw, fact))) for fact in (folded, free)]
    assert [ruling["would_be"]["legal"] for ruling in truth] == [False, True]
    for viewer in ("p2", "p3", PUBLIC):
        assert [seen_by(viewer, fact=fact)[2]["would_be"]["legal"] for fact in (folded, free)] == [True, True]
    assert seen_by("p1", fact=folded)[2]["would_be"]["legal"] is False


def test_what_somebody_says_of_his_own_folded_cards_is_shown_to_him_only() -> None:
    fact = {"cards": {"As": "Ks"}}
    assert seen_by("p1", fact=fact)[1] == fact
    assert seen_by("p2", fact=fact)[1] == {"cards": {}}
    dealt = {"type": "deal", "seat": 1, "down": ["Ks", "Qs"], "up": ["2d"], "note": "two spades"}
    assert seen_by("p2", fact={"events": {"0": [dealt]}})[1]["events"]["0"] == [
        {"type": "deal", "seat": 1, "down": ["??", "??"], "up": ["2d"]}
    ]


def test_a_claimed_hand_that_was_folded_is_not_named() -> None:
    claim = {"hands": {"1": "pair of aces", "2": "pair of kings"}}
    shown, _, ruling = seen_by("p3", claim)
    assert shown == {"hands": {"1": "??", "2": "pair of kings"}}
    assert (ruling["result"], ruling["article"]) == ("denied", "stud/fold")
    assert seen_by("p1", claim)[0] == claim


def test_no_digest_is_in_a_dispute_for_a_viewer() -> None:
    ruling = seen_by("p3", fact={"cards": {"Tc": "9c"}})[2]
    assert ruling["would_be"]["verdict"]["digest"] is None
    assert ruling["would_be"]["moved"] == {"2": -23, "3": 23}


def test_a_viewer_gets_the_ruling_that_everybody_gets_where_nothing_is_hidden() -> None:
    record = record_from_dict(hand("seven-card-stud", 3, THREE))
    for claim in ({"won": {"3": 23}}, {"won": {"2": 23}}, {"hands": {"3": "two pair"}}):
        assert seen_by("p3", claim)[2] == of_judgement(record, claim)


def test_a_fact_that_does_not_fit_says_where() -> None:
    document = hand("seven-card-stud", 3, THREE)
    for fact, pointer in (({"cards": {"5c": "5d"}}, "/cards/5c"), ({"events": {"99": []}}, "/events/99")):
        with pytest.raises(DoesNotFit) as refused:
            corrected(document, fact)
        assert refused.value.pointer == pointer
