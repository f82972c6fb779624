"""What each could see: two hands that differ only in hidden cards show a viewer the same, byte for byte.

Random hands of every game are played from what the referee offers, some with unseen cards, some cut short. Then every
card that the viewer does not see is exchanged for another that he does not see either.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from studbook.cards import CARD_TEXT, DECK
from studbook.games import GAMES
from studbook.record import record_from_dict
from studbook.referee import replay
from studbook.seen import seen_document, seen_frames, seen_hinges, seen_verdict
from studbook.views import PUBLIC
from tests.engine.play import Dealer, by_chance, set_up
from tests.engine.rulebook_hands import hand

Document = dict[str, Any]

HANDS = 20_000 if os.environ.get("STUDBOOK_SOAK") else 150
LOTS = 10


def cards_in(document: Document) -> set[str]:
    """Every card that a record names, unseen ones aside."""
    named: set[str] = set()
    for event in document["events"]:
        for key in ("down", "up", "cards"):
            named.update(event.get(key, ()))
        named.update([event["card"]] if "card" in event else ())
    return named - {"??"}


def with_other_cards(document: Document, other: dict[str, str]) -> Document:
    """The record with some of its cards exchanged."""
    events = []
    for event in document["events"]:
        changed = {
            key: [other.get(card, card) for card in event[key]] for key in ("down", "up", "cards") if key in event
        }
        if "card" in event:
            changed["card"] = other.get(event["card"], event["card"])
        events.append({**event, **changed})
    return {**document, "events": events}


def shown_to(viewer: str, document: Document) -> dict[str, str]:
    """Everything that the viewer gets to see of a hand, as the texts that are sent."""
    verdict = replay(record_from_dict(document), explain=True)
    stored = verdict.to_dict()
    return {
        "record": json.dumps(seen_document(verdict, viewer)),
        "verdict": json.dumps(seen_verdict(verdict, viewer)),
        "stored verdict": json.dumps(seen_verdict(verdict, viewer, stored)),
        "hinges": json.dumps(seen_hinges(verdict, viewer)),
        "frames": json.dumps(seen_frames(verdict, viewer, explain=True)),
    }


def played(rng: random.Random) -> Document:
    """A hand of any game, perhaps with unseen cards, perhaps cut short, perhaps with shows and mucks at its end."""
    dealer = Dealer(set_up(rng.choice(sorted(GAMES)), rng), rng, hidden=rng.choice((0.0, 0.0, 0.0, 0.1)))
    cut_short = rng.random() < 0.2
    while not dealer.over and not (cut_short and rng.random() < 0.03):
        dealer.send(dealer.filled(by_chance(dealer, dealer.next()["events"])))
    if rng.random() < 0.5:
        dealer.show_or_muck()
    return dealer.document


@pytest.mark.parametrize("lot", range(LOTS))
def test_hands_that_differ_only_in_hidden_cards_show_a_viewer_the_same(lot: int) -> None:
    compared = 0
    for seed in range(lot, HANDS, LOTS):
        rng = random.Random(seed)
        document = played(rng)
        viewer = rng.choice([PUBLIC, *[seat["player"] for seat in document["seats"]]])
        seen = cards_in(seen_document(replay(record_from_dict(document)), viewer))
        hidden = sorted(cards_in(document) - seen)
        if not hidden:
            continue
        compared += 1
        free = sorted({CARD_TEXT[card] for card in DECK} - seen)
        other = with_other_cards(document, dict(zip(hidden, rng.sample(free, len(hidden)), strict=True)))
        assert shown_to(viewer, document) == shown_to(viewer, other), (seed, viewer)
    assert compared > HANDS / LOTS / 2


def test_what_hangs_on_an_unseen_card_tells_nothing_of_folded_ones() -> None:
    # The unseen card of a live hand is none that folded: the stored ruling may know that, and a viewer may not.
    compared = 0
    for seed in range(10_000 if HANDS > 150 else 400):
        rng = random.Random(f"unseen {seed}")
        dealer = Dealer(set_up(rng.choice(sorted(GAMES)), rng), rng, hidden=0.3)
        while not dealer.over:
            dealer.send(dealer.filled(by_chance(dealer, dealer.next()["events"])))
        verdict = replay(record_from_dict(dealer.document))
        seen = cards_in(seen_document(verdict, PUBLIC))
        hidden = sorted(cards_in(dealer.document) - seen)
        free = sorted({CARD_TEXT[card] for card in DECK} - seen)
        exchanged = with_other_cards(dealer.document, dict(zip(hidden, rng.sample(free, len(hidden)), strict=True)))
        other = replay(record_from_dict(exchanged))
        compared += bool(hidden)
        assert seen_verdict(verdict, PUBLIC, verdict.to_dict()) == seen_verdict(other, PUBLIC, other.to_dict()), seed
    assert compared > 200


DOWN = {1: ["As", "Ad"], 2: ["Kh", "Kc"], 3: ["9s", "9d"]}
THREE = "d 1 AsAd/2d 2 KhKc/2c 3 9s9d/Js; bring-in 2 3; complete 3 10; fold 1"


def downs(viewer: str, document: Document) -> dict[int, list[str]]:
    """The down cards of each seat as the viewer sees them in the verdict."""
    verdict = replay(record_from_dict(document))
    return {seat["seat"]: seat["down"] for seat in seen_verdict(verdict, viewer)["seats"]}


def test_a_player_sees_his_own_down_cards_and_nobody_elses_while_the_hand_is_played() -> None:
    hidden = ["??", "??"]
    document = hand("seven-card-stud", 3, THREE)
    assert downs("p2", document) == {1: hidden, 2: DOWN[2], 3: hidden}
    assert downs("p1", document) == {1: DOWN[1], 2: hidden, 3: hidden}
    assert downs(PUBLIC, document) == {1: hidden, 2: hidden, 3: hidden}


def test_the_last_hand_wins_unseen() -> None:
    document = hand("seven-card-stud", 3, f"{THREE}; fold 2")
    assert downs(PUBLIC, document)[3] == ["??", "??"]
    assert downs("p3", document)[3] == DOWN[3]


SHOWDOWN = f"""{THREE}; call 2
    street 3c 3h; around; street 4c 4h; around; street 6c 6h; around; street 7c 7h; around"""


def test_hands_that_come_to_the_showdown_are_seen_and_folded_ones_never_are() -> None:
    document = hand("seven-card-stud", 3, SHOWDOWN)
    assert downs(PUBLIC, document) == {1: ["??", "??"], 2: ["Kh", "Kc", "7c"], 3: ["9s", "9d", "7h"]}


def test_a_mucked_hand_is_not_seen_and_has_no_name() -> None:
    verdict = replay(record_from_dict(hand("seven-card-stud", 3, f"{SHOWDOWN}; show 2 KhKc; muck 3")))
    seat = seen_verdict(verdict, PUBLIC)["seats"][2]
    assert (seat["down"], seat["high"], seat["outcome"]) == (["??", "??", "??"], None, "mucked")


def test_a_hand_that_is_mucked_later_settles_nothing_in_the_frame_before() -> None:
    verdict = replay(record_from_dict(hand("seven-card-stud", 3, f"{SHOWDOWN}; muck 2")))
    before, after = seen_frames(verdict, PUBLIC)[-2:]
    assert [pot["open"] for pot in before["pots"]] == [pot["amount"] for pot in before["pots"]]
    assert [award["seat"] for pot in after["pots"] for award in pot["awards"]] == [3]


def test_a_viewer_gets_no_digest() -> None:
    verdict = replay(record_from_dict(hand("seven-card-stud", 3, SHOWDOWN)))
    assert verdict.to_dict()["digest"]
    assert seen_verdict(verdict, "p2")["digest"] is None
    assert seen_verdict(verdict, "p2", verdict.to_dict())["digest"] is None


def test_two_places_of_a_card_that_comes_twice_are_not_told() -> None:
    first = hand("seven-card-stud", 3, "d 1 AsAd/2d 2 KhKc/2c 3 9s9d/As")
    second = hand("seven-card-stud", 3, "d 1 KcKh/2d 2 AsAd/2c 3 9s9d/As")
    [told] = [row for row in seen_verdict(replay(record_from_dict(first)), "p3")["violations"]]
    assert (told["code"], told["event"], told["pointer"]) == ("duplicate-card", 2, "/events/2")
    assert shown_to("p3", first)["verdict"] == shown_to("p3", second)["verdict"]


def test_a_name_that_was_made_from_the_cards_is_left_out() -> None:
    document = hand("seven-card-stud", 3, SHOWDOWN, ref="phh:0123456789abcdef0123")
    verdict = replay(record_from_dict(document))
    assert "ref" not in seen_document(verdict, PUBLIC)
    assert seen_document(replay(record_from_dict({**document, "ref": "phh:final:12"})), PUBLIC)["ref"] == "phh:final:12"


def test_burns_notes_and_the_apps_own_are_left_out() -> None:
    document = hand("seven-card-stud", 3, f"{THREE}; burn 5s; fold 2", meta={"camera": "hole cards on"})
    document["events"][-1]["note"] = "shows two kings"
    view = seen_document(replay(record_from_dict(document)), PUBLIC)
    assert "meta" not in view
    assert view["events"][-2] == {"type": "burn"}
    assert view["events"][-1] == {"type": "fold", "seat": 2}


def test_what_a_folded_hand_is_said_to_be_is_left_out() -> None:
    said = [{"hands": {"1": name, "2": "flush"}, "won": {"2": 1}} for name in ("pair of aces", "king high")]
    shown = [shown_to("p2", hand("seven-card-stud", 3, SHOWDOWN, claim=claim)) for claim in said]
    assert shown[0] == shown[1]
    assert json.loads(shown[0]["record"])["claim"]["hands"] == {"1": "??", "2": "flush"}
    own = seen_document(replay(record_from_dict(hand("seven-card-stud", 3, SHOWDOWN, claim=said[0]))), "p1")
    assert own["claim"] == said[0]


def test_declarations_are_secret_until_all_have_declared() -> None:
    play = f"{SHOWDOWN}; declare 2 low"
    document = hand("stud-hi-lo-declare", 3, play)
    verdict = replay(record_from_dict(document))
    told = {viewer: seen_verdict(verdict, viewer)["seats"][1]["declared"] for viewer in ("p2", "p3", PUBLIC)}
    assert told == {"p2": "low", "p3": "declared", PUBLIC: "declared"}
    done = hand("stud-hi-lo-declare", 3, f"{play}; declare 3 high")
    assert seen_verdict(replay(record_from_dict(done)), "p3")["seats"][1]["declared"] == "low"


def test_nobody_sees_the_cards_that_nobody_may_look_at() -> None:
    dealt = "d 1 AsAdAcKsKdQsQd/ 2 2s2d2c3s3d4s4d/; turn 1 9h"
    document = hand("no-peek", 2, dealt, stakes={"structure": "fixed-limit", "small_bet": 10, "ante": 1})
    assert downs("p1", document) == {1: ["??"] * 7, 2: ["??"] * 7}
