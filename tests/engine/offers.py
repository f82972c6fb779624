"""What is offered and what fits when something else is tried: an oracle written from the document, not the engine.

`is_offered` tells whether an event is one of those that ``next`` lists; `fitting_codes` which codes may refuse one
that is not; `attempt` makes events of every kind, by every seat, right and wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from studbook.cards import CARD_TEXT
from tests.engine.play import WAGERS, Dealer, Document, Offer

ACTS = (*WAGERS, "check", "call", "fold")
KINDS = (*ACTS, *ACTS, "bring-in", "deal", "deal", "community", "turn", "take", "buy", "flip", "declare")
WAGER_CODES = {"bet-size", "exceeds-stack", "exceeds-pot", "raise-cap", "betting-not-reopened", "nobody-to-call"}


def in_amount(to: Any, offered: Any) -> bool:
    if isinstance(offered, dict):
        if "exactly" in offered:
            return bool(to in offered["exactly"])
        return bool(offered["from"] <= to <= offered["to"] and (to - offered["from"]) % offered.get("step", 1) == 0)
    return bool(to == offered)


def is_offered(event: Document, offers: Sequence[Offer]) -> bool:
    """Whether the referee said that this event may come next, its cards left aside."""
    for offer in offers:
        same = event["type"] == offer["type"] or (event["type"] in WAGERS and offer["type"] in WAGERS)
        if not same or event.get("seat") != offer.get("seat"):
            continue
        if event["type"] == "deal":
            if (len(event["down"]), len(event["up"])) == (offer["down"], offer["up"]):
                return True
        elif (
            event.get("place") == offer.get("place")
            and event.get("way") == offer.get("way")
            and ("to" not in offer or in_amount(event["to"], offer["to"]))
        ):
            return True
    return False


def legal_though_not_listed(event: Document, offers: Sequence[Offer], what: str) -> bool:
    """A fold without a bet by the seat that is due, a call that is a check, a bring-in under another name."""
    kinds = {offer["type"] for offer in offers if offer.get("seat") == event.get("seat")}
    if what != "act" or not kinds:
        return False
    if event["type"] == "fold":
        return "check" in kinds
    if event["type"] == "call" and "check" in kinds:
        return event["to"] == 0 or not any(offer["type"] == "call" for offer in offers)
    opens = [offer["to"] for offer in offers if offer["type"] in ("bring-in", *WAGERS)]
    return (
        "bring-in" in kinds
        and event["type"] in ("bring-in", *WAGERS)
        and any(in_amount(event["to"], to) for to in opens)
    )


def attempt(dealer: Dealer) -> Document:
    """An event of any kind by any seat, or by one that does not exist: legal now and then, most often not."""
    rng, table = dealer.rng, dealer.table
    number = rng.choice(table.seats).number if rng.random() < 0.95 else max(table.by_number) + 1
    kind = rng.choice(KINDS)
    if kind in ("bring-in", "call", *WAGERS):
        return {"type": kind, "seat": number, "to": rng.choice(_amounts(dealer, number))}
    if kind in ("check", "fold"):
        return {"type": kind, "seat": number}
    if kind == "declare":
        return {"type": kind, "seat": number, "way": rng.choice(("high", "low", "both"))}
    if kind == "deal":
        down, up = rng.choice(((0, 1), (0, 1), (1, 0), (2, 1), (1, 1), (0, 0), (0, 2)))
        if not table.stub >= down + up <= len(table.unseen()):
            down = up = 0
        cards = dealer.cards(down + up)
        return {"type": kind, "seat": number, "down": cards[:down], "up": cards[down:]}
    if kind in ("take", "buy") and (kind == "buy" or rng.random() < 0.7):
        return {"type": kind, "seat": number, "place": rng.randint(1, 5)}
    if kind == "turn":
        return {"type": kind, "place": rng.randint(1, 5), "card": spare(dealer)}
    if kind == "community":
        return {"type": kind, "card": spare(dealer)}
    return {"type": kind, "seat": number, "card": spare(dealer)}


def _amounts(dealer: Dealer, number: int) -> list[int]:
    """Totals that are near something that a rule knows."""
    table, stakes = dealer.table, dealer.table.stakes
    level = table.round.level if table.round else 0
    amounts = [1, level, level + 1, level + stakes.small, level + stakes.big, stakes.small, stakes.big, stakes.bring_in]
    seat = table.by_number.get(number)
    capacity = None if seat is None else seat.capacity
    return amounts + ([level + 2] if capacity is None else [capacity, capacity + 1, max(capacity - 1, 1)])


def spare(dealer: Dealer) -> str:
    """A card that may still come; when none is left, one that cannot."""
    return dealer.card() if dealer.table.unseen() else "As"


def with_a_card_twice(dealer: Dealer, offer: Offer) -> Document | None:
    """An offered event with a card that lies on the table already; None where it brings none, or none is known."""
    known = sorted(dealer.table.seen)
    event = dealer.filled(offer)
    fields = [name for name in ("down", "up") if event.get(name)]
    if not known or offer["type"] not in ("deal", "community", "turn"):
        return None
    card = CARD_TEXT[dealer.rng.choice(known)]
    if fields:
        event[fields[-1]] = [card, *event[fields[-1]][1:]]
    else:
        event["card"] = card
    return event


def fitting_codes(dealer: Dealer, event: Document, what: str, offers: Sequence[Offer]) -> set[str]:
    """The codes by which an event that is not offered may be refused: the kind of event first, then the seat, then
    amounts and counts."""
    table, kind = dealer.table, event["type"]
    speak = kind == "declare" and not table.game.declares(table.house)
    if dealer.over:
        if speak:
            return {"hand-over", "declaration-not-played"}
        return (
            {"hand-over", "declaration-changed", "folded-seat", "unknown-seat"} if kind == "declare" else {"hand-over"}
        )
    opening = any(offer["type"] == "bring-in" for offer in offers)
    right_kinds = {
        "deal": {"deal"},
        "community": {"community"},
        "act": {*ACTS, "bring-in"} if opening else set(ACTS),
        "turn": {"turn"},
        "take": {"take", "buy"} if table.game.has_unit else {"take"},
        "flip": {"flip"},
        "declare": {"declare"},
    }[what]
    if what == "take" and table.game.has_unit and kind == "take" and event.get("place") is not None:
        return {"unexpected-event"}
    if kind not in right_kinds:
        return _wrong_kind(dealer, event, what, speak)
    if kind in ("community", "turn"):
        # A place that is full, or that the game has not; or one that is not yet to be filled.
        empty = event.get("place") in [place for place, card in table.centre.items() if card is None]
        return {"deal-out-of-order"} if empty else {"empty-place", "unexpected-event"}
    wrong = _wrong_seat(dealer, event, what, offers, opening)
    return wrong or _wrong_amount(dealer, event, what, offers, opening)


def _wrong_kind(dealer: Dealer, event: Document, what: str, speak: bool) -> set[str]:
    kind = event["type"]
    if speak:
        return {"declaration-not-played"}
    if kind == "community":
        return {"deal": {"community-not-allowed"}, "act": {"street-before-betting-closed"}}.get(
            what, {"unexpected-event"}
        )
    if kind == "deal" and what in ("act", "community"):
        gone = _gone(dealer, event["seat"]) if what == "act" else None
        return {gone} if gone else {"street-before-betting-closed" if what == "act" else "not-enough-cards"}
    if kind == "declare" and what == "act" and dealer.table.declaring:
        # In the round after the declaration a second word changes the first.
        return {_gone(dealer, event["seat"]) or "declaration-changed"}
    if what == "turn" and kind in ("take", "buy"):
        return {"row-not-filled"}
    if what == "flip" and kind in ACTS:
        return {"must-keep-flipping"}
    return {"unexpected-event"}


def _gone(dealer: Dealer, number: int) -> str | None:
    seat = dealer.table.by_number.get(number)
    if seat is None:
        return "unknown-seat"
    if not seat.live:
        return "mucked-hand" if seat.out == "mucked" else "folded-seat"
    return None


def _wrong_seat(dealer: Dealer, event: Document, what: str, offers: Sequence[Offer], opening: bool) -> set[str]:
    if event["seat"] in {offer.get("seat") for offer in offers}:
        return set()
    gone = _gone(dealer, event["seat"])
    if gone:
        return {gone}
    seat = dealer.table.by_number[event["seat"]]
    if what == "act":
        if seat.stack == 0:
            return {"all-in-cannot-act"}
        return {"wrong-bring-in"} if opening and event["type"] == "bring-in" else {"out-of-turn"}
    if what == "deal":
        return {"deal-out-of-order"}
    return {"declaration-changed"} if seat.declared is not None and what == "declare" else {"out-of-turn"}


def _wrong_amount(dealer: Dealer, event: Document, what: str, offers: Sequence[Offer], opening: bool) -> set[str]:
    kind, table = event["type"], dealer.table
    mine = {offer["type"]: offer for offer in offers if offer.get("seat") == event["seat"]}
    seat = table.by_number[event["seat"]]
    if what == "deal":
        right = mine["deal"]["down"] + mine["deal"]["up"]
        return {"wrong-card-count" if len(event["down"]) + len(event["up"]) != right else "up-down-pattern"}
    if what == "take":
        if event.get("place") is None:
            return {"not-enough-cards"}
        empty = table.centre.get(event["place"]) is None
        return {"empty-place"} if empty else {"insufficient-chips"}
    if what == "flip":
        return {"shown-cards-differ", "duplicate-card"}
    assert what == "act", (event, what)
    if opening:
        if kind in ("check", "call", "fold"):
            return {"must-bring-in", "must-open-or-fold"} if kind != "fold" else {"must-bring-in"}
        return {"exceeds-stack"} if seat.stack is not None and event["to"] > seat.stack else {"bad-bring-in-amount"}
    if set(mine) == {"fold"}:
        return {"must-fold"}
    if kind == "check":
        return {"check-facing-bet"}
    if kind == "call":
        return {"bet-size"}
    level = table.round.level if table.round else 0
    if not any(kind in mine for kind in WAGERS):
        return WAGER_CODES - {"exceeds-pot"} if seat.capacity is not None else WAGER_CODES
    if event["to"] <= level:
        return {"bet-size"}
    if seat.capacity is not None and event["to"] > seat.capacity:
        return {"exceeds-stack"}
    return {"bet-size", "exceeds-pot"} if table.stakes.structure == "pot-limit" else {"bet-size"}
