"""A fact that somebody claims, laid over a record: what the record would be if it were true.

A fact is one of these, or the first three together:

``{"cards": {"8s": "8c"}}``             where the record says 8s it was the 8c
``{"events": {"17": [event, ...]}}``    in the place of event 17 there were these (none: it did not happen; one number
                                        more than the last event: they came after it)
``{"rules": {"both_tie": "wins"}}``     house rules that had been agreed
``{"record": {...}}``                   the whole hand, as it was
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from studbook.views import DIGEST_REF, HIDDEN

Document = dict[str, Any]

CARD_LISTS = ("down", "up", "cards", "wild")
# What names a hand and is no claim about it: a corrected record that leaves it out keeps it.
KEPT = ("played_at", "hand_no", "table", "tags", "currency", "decimals")


class DoesNotFit(ValueError):
    """A claim or a fact that cannot be held against the record: ``pointer`` says where in it, the message why."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.message = message


def corrected(document: Mapping[str, Any], fact: Mapping[str, Any]) -> Document:
    """The record if the fact were true; its ref stays. Raises DoesNotFit where the fact does not fit the record, or
    changes nothing in it."""
    if "record" in fact:
        made = {**{key: document[key] for key in KEPT if key in document}, **fact["record"]}
        made.pop("ref", None)
        if "ref" in document:
            made["ref"] = document["ref"]
    else:
        made = dict(document)
        if fact.get("cards"):
            made = with_other_cards(made, fact["cards"])
        if fact.get("events"):
            made["events"] = _with_other_events(made, fact["events"])
        if fact.get("rules"):
            made["rules"] = {**made.get("rules", {}), **fact["rules"]}
    if made == dict(document):
        raise DoesNotFit("", "it says what the record says already")
    return made


def with_other_cards(document: Mapping[str, Any], cards: Mapping[str, str]) -> Document:
    """The record with some cards read as others, wherever they stand. Raises DoesNotFit where one is not there."""
    there = cards_in(document)
    for card in cards:
        if card not in there:
            raise DoesNotFit(f"/cards/{card}", f"{card} is not in the record")
    return _read(document, lambda card: cards.get(card, card))


def cards_in(document: Mapping[str, Any]) -> set[str]:
    """Every card that a record names."""
    met: set[str] = set()

    def note(card: str) -> str:
        met.add(card)
        return card

    _read(document, note)
    return met


def _read(document: Mapping[str, Any], read: Callable[[str], str]) -> Document:
    made = dict(document)
    if made.get("events"):
        made["events"] = [_cards_read(event, read) for event in made["events"]]
    if made.get("showdown"):
        shown = {**made["showdown"], "hands": [_cards_read(hand, read) for hand in made["showdown"]["hands"]]}
        if shown.get("community"):
            shown["community"] = read(shown["community"])
        made["showdown"] = shown
    return made


def _cards_read(item: Mapping[str, Any], read: Callable[[str], str]) -> Document:
    changed: Document = {key: [read(card) for card in item[key]] for key in CARD_LISTS if key in item}
    if "card" in item:
        changed["card"] = read(item["card"])
    return {**item, **changed}


def _with_other_events(document: Mapping[str, Any], other: Mapping[str, Any]) -> list[Any]:
    if "events" not in document:
        raise DoesNotFit("/events", "the record has only a showdown: give the whole corrected record")
    events = document["events"]
    places = {int(number): replaced for number, replaced in other.items()}
    for number in places:
        if number > len(events):
            raise DoesNotFit(f"/events/{number}", f"the record has {len(events)} events, counted from 0")
    made: list[Any] = []
    for number, event in enumerate([*events, None]):
        made += places.get(number, [] if event is None else [event])
    return made


def seen_fact(fact: Mapping[str, Any], seen: Mapping[str, Any], sees: Callable[[int], bool]) -> Document:
    """The fact as a viewer may know it. ``seen`` is the record as he sees it, ``sees`` whether he sees a seat's down
    cards; what others claim of cards that he cannot see is hidden as those cards are."""
    view = {key: value for key, value in fact.items() if key not in ("cards", "events", "record")}
    if "cards" in fact:
        there = cards_in(seen)
        view["cards"] = {card: really for card, really in fact["cards"].items() if card in there}
    if "events" in fact:
        view["events"] = {
            number: [_seen_event(event, sees) for event in events] for number, events in fact["events"].items()
        }
    if "record" in fact:
        view["record"] = _seen_record(fact["record"], sees)
    return view


def _seen_record(document: Mapping[str, Any], sees: Callable[[int], bool]) -> Document:
    view = {key: value for key, value in document.items() if key != "meta"}
    if DIGEST_REF.match(str(view.get("ref", ""))):
        del view["ref"]
    if view.get("events"):
        view["events"] = [_seen_event(event, sees) for event in view["events"]]
    if view.get("showdown"):
        hands = [hand if sees(hand["seat"]) else _unseen_hand(hand) for hand in view["showdown"]["hands"]]
        view["showdown"] = {**view["showdown"], "hands": hands}
    return view


def _unseen_hand(hand: Mapping[str, Any]) -> Document:
    view = {key: value for key, value in hand.items() if key != "wild"}
    if "cards" in view:
        view["cards"] = [HIDDEN] * len(view["cards"])
    return view


def _seen_event(event: Mapping[str, Any], sees: Callable[[int], bool]) -> Document:
    view = {key: value for key, value in event.items() if key != "note"}
    if view["type"] == "burn":
        view.pop("card", None)
    elif not sees(view.get("seat", 0)):
        for key in ("down", "cards"):
            if key in view:
                view[key] = [HIDDEN] * len(view[key])
        if view["type"] == "take" and "card" in view and view.get("place") is None:
            view["card"] = HIDDEN
    return view
