"""Violations and warnings as the verdict shows them: where, which code and article, what was wrong, what was due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from studbook.cards import text
from studbook.dues import Offer
from studbook.irregular import already
from studbook.record import Event
from studbook.table import Refused, Table
from studbook.violations import CODES, MAY_STAND, STOOD

if TYPE_CHECKING:
    from studbook.verdict import Verdict

# Which part of the event is at fault.
FIELDS: dict[str, str] = {
    "out-of-turn": "seat",
    "unknown-seat": "seat",
    "folded-seat": "seat",
    "mucked-hand": "seat",
    "all-in-cannot-act": "seat",
    "wrong-bring-in": "seat",
    "deal-out-of-order": "seat",
    "bet-size": "to",
    "exceeds-pot": "to",
    "exceeds-stack": "to",
    "bad-bring-in-amount": "to",
    "raise-cap": "to",
    "betting-not-reopened": "to",
    "nobody-to-call": "to",
    "street-before-betting-closed": "type",
    "community-not-allowed": "type",
    "not-enough-cards": "type",
    "check-facing-bet": "type",
    "must-bring-in": "type",
    "must-open-or-fold": "type",
    "must-keep-flipping": "type",
    "must-fold": "type",
    "row-not-filled": "type",
    "declaration-not-played": "type",
    "hand-over": "type",
    "unexpected-event": "type",
    "wrong-price": "price",
    "insufficient-chips": "place",
    "empty-place": "place",
    "wrong-place-card": "card",
    "declaration-changed": "way",
}

# What was wrong, in words; {seat}, {to}, {type} are the event's own. A message is true wherever its code may come.
WRONG: dict[str, str] = {
    "out-of-turn": "Seat {seat} acts out of turn.",
    "unknown-seat": "There is no seat {seat} in this hand.",
    "folded-seat": "Seat {seat} is out of the hand.",
    "mucked-hand": "Seat {seat} has mucked its hand.",
    "all-in-cannot-act": "Seat {seat} is all-in and takes no further part in the betting.",
    "wrong-bring-in": "Seat {seat} does not owe the bring-in.",
    "deal-out-of-order": "Seat {seat} is not the next to be dealt.",
    "wrong-card-count": "Seat {seat} is dealt {down} down and {up} up, the wrong number of cards.",
    "up-down-pattern": "Seat {seat} is dealt {down} down and {up} up.",
    "not-enough-cards": "Too few cards are left for that: {stub} in the stub, and {live} live hands.",
    "community-not-allowed": "Each hand is dealt a card of its own: no common card.",
    "street-before-betting-closed": "Cards come before the betting is closed.",
    "must-bring-in": "Seat {seat} owes the bring-in and may not {type}.",
    "must-open-or-fold": "Nothing is in yet: seat {seat} may not {type}, the round is opened first.",
    "bad-bring-in-amount": "Seat {seat} may not bring it in or open for {to}.",
    "bet-size": "{to} is no legal total for seat {seat}.",
    "exceeds-pot": "{to} is more than the pot allows.",
    "exceeds-stack": "Seat {seat} has not the chips for {to}.",
    "raise-cap": "The round has had all its raises.",
    "betting-not-reopened": "Seat {seat} has acted, and no full wager came since: it may not bet or raise.",
    "nobody-to-call": "No other live seat has chips: nobody could call.",
    "check-facing-bet": "Seat {seat} faces a bet and may not check.",
    "must-fold": "Seat {seat} has turned all its cards without beating the best hand: it must fold.",
    "must-keep-flipping": "The turn is not over: a card is flipped before anybody acts.",
    "row-not-filled": "An empty place is filled before the next seat decides.",
    "empty-place": "There is no card in place {place}.",
    "wrong-place-card": "The card in that place is another one.",
    "wrong-price": "The price of that place is another one.",
    "insufficient-chips": "Seat {seat} has not the chips to buy that card.",
    "declaration-changed": "Seat {seat} has declared already.",
    "declaration-not-played": "Cards speak in this hand: nobody declares.",
    "shown-cards-differ": "A flip shows the face of a card that still lies down before seat {seat}.",
    "hand-over": "The hand is over.",
    "unexpected-event": "This {type} cannot come now.",
}

# The same of a card turned up in the centre, which is nobody's.
WRONG_TURN: dict[str, str] = {
    "deal-out-of-order": "Place {place} is not the next to be filled.",
    "empty-place": "There is no place {place} in the centre.",
}


def violations(verdict: Verdict) -> list[dict[str, Any]]:
    """The first violation, as a list of one; empty where the record is legal."""
    if verdict.refused is not None and verdict.table is not None:
        refused = verdict.refused
        event = refused.event
        field, message = _explained(verdict.table, refused)
        expected = verdict.next()
        if expected is not None and expected["events"]:
            message = f"{message} Expected: {in_words(expected)}"
        return [
            {
                "event": verdict.refused_at,
                "pointer": f"/events/{verdict.refused_at}{field}",
                "code": refused.code,
                "article": verdict.table.game.article(CODES[refused.code]),
                "message": message,
                "expected": expected,
                "may_stand": refused.code in MAY_STAND and not event.stands,
            }
        ]
    if verdict.fault is not None:
        fault = verdict.fault
        return [
            {
                "event": None,
                "pointer": fault.pointer,
                "code": fault.code,
                "article": article_of(verdict, fault.code),
                "message": fault.message,
                "expected": None,
                "may_stand": False,
            }
        ]
    return []


def article_of(verdict: Verdict, code: str) -> str:
    """The article that a code stands for, in the game of the record where that is known."""
    from studbook.games import GAMES

    game = GAMES.get(verdict.record.game)
    return f"stud/{CODES[code]}" if game is None else game.article(CODES[code])


def warnings(verdict: Verdict) -> list[dict[str, Any]]:
    """Everything that was let pass, or could not be checked, in order."""
    table = verdict.table
    if table is None:
        return []
    rows = []
    for at, code, field, message in table.warnings:
        event = at if at is not None and at >= 0 else None
        article = article_of(verdict, code)
        if event is not None and not message:
            stood = table.record.events[event]
            message = _filled(table, code, stood) + " It stood."
            article = table.game.article(STOOD.get(code, "stands"))
            field = field or _field(code, stood)
        pointer = field if field.startswith("/") else _pointer(event, field or FIELDS.get(code, ""))
        rows.append(_warning(verdict, event, pointer, code, message) | {"article": article})
    return rows + _about_outcome(verdict)


def _pointer(event: int | None, field: str) -> str:
    if event is None:
        return ""
    return f"/events/{event}/{field}" if field else f"/events/{event}"


def _warning(verdict: Verdict, event: int | None, pointer: str, code: str, message: str) -> dict[str, Any]:
    return {
        "event": event,
        "pointer": pointer,
        "code": code,
        "article": article_of(verdict, code),
        "message": message,
        "expected": None,
        "may_stand": False,
    }


def _about_outcome(verdict: Verdict) -> list[dict[str, Any]]:
    """What the source says was paid, and what somebody claims, against the ruling."""
    rows = []
    outcome = verdict.record.outcome
    if outcome is not None and verdict.status in ("settled", "undecided"):
        won = verdict.awards
        if verdict.settlement.given:
            rows.append(
                _warning(
                    verdict, None, "/outcome/won", "taken-as-given",
                    "A hand that decides was never seen; the figures fit the pots and were taken as given.",
                )
            )  # fmt: skip
        elif verdict.status == "undecided" or any(
            outcome.get(seat, 0) != won.get(seat, 0) for seat in {*outcome, *won}
        ):
            rows.append(
                _warning(
                    verdict, None, "/outcome/won", "outcome-differs",
                    f"The source says {_figures(outcome)}; the ruling is {_figures(won)}.",
                )
            )  # fmt: skip
    from studbook import claims

    if claims.differences(verdict):
        rows.append(_warning(verdict, None, "/claim", "claim-differs", "The claim differs from the ruling: see claim."))
    return rows


def _figures(won: Mapping[int, int]) -> str:
    return (
        ", ".join(f"seat {seat} won {chips}" for seat, chips in sorted(won.items()) if chips) or "nobody won anything"
    )


def _explained(table: Table, refused: Refused) -> tuple[str, str]:
    """The pointer below the event, and what was wrong in words."""
    code, event = refused.code, refused.event
    if code == "duplicate-card" and not refused.detail:
        return _twice(table, event)
    field = refused.field or _field(code, event)
    if refused.detail:
        said = refused.detail[0].upper() + refused.detail[1:]
        return (f"/{field}" if field else ""), said if said.endswith(".") else said + "."
    return (f"/{field}" if field else ""), _filled(table, code, event)


def _twice(table: Table, event: Event) -> tuple[str, str]:
    """Both places of a card that comes twice."""
    met: set[int] = set()
    for field, cards in (("down", event.down), ("up", event.up), ("cards", event.cards)):
        for at, card in enumerate(cards):
            if card >= 0 and (card in table.seen or card in met):
                return f"/{field}/{at}", _sentence(already(table, card))
            met.add(card)
    return "/card", _sentence(already(table, event.card if event.card is not None else -1))


def _sentence(said: str) -> str:
    return said[0].upper() + said[1:] + "."


def _field(code: str, event: Event) -> str:
    """Which part of the event is at fault; of a card turned up in the centre the place, for it has no seat."""
    field = FIELDS.get(code, "")
    return "place" if event.type == "turn" and field == "seat" else field


def _filled(table: Table, code: str, event: Event) -> str:
    said = WRONG_TURN.get(code) if event.type == "turn" else None
    return (said or WRONG[code]).format(
        seat=event.seat,
        to=event.to,
        type=event.type,
        down=len(event.down),
        up=len(event.up),
        place=event.place,
        stub=table.stub,
        live=len(table.live),
    )


def in_words(expected: Mapping[str, Any]) -> str:
    """What was due, in one sentence."""
    events: Sequence[Offer] = expected["events"]
    if not events:
        return "nothing more is due."
    by_seat: dict[Any, list[str]] = {}
    for offer in events:
        by_seat.setdefault(offer.get("seat"), []).append(_offer_words(offer))
    parts = []
    for seat, acts in by_seat.items():
        said = ", ".join(acts[:-1]) + (" or " if len(acts) > 1 else "") + acts[-1]
        parts.append(said if seat is None else f"seat {seat} to {said}")
    return "; ".join(parts) + "."


def _offer_words(offer: Offer) -> str:
    kind, to = offer["type"], offer.get("to")
    if kind == "deal":
        counts = [f"{offer[face]} {face}" for face in ("down", "up") if offer[face]]
        return f"be dealt {' and '.join(counts)}"
    if kind == "show":
        return "show its cards"
    if kind == "declare":
        return f"declare {offer['way']}"
    if kind in ("take", "buy", "turn"):
        place = offer.get("place")
        where = "from the deck" if place is None else f"place {place}"
        price = f" for {offer['price']}" if "price" in offer else ""
        return f"{kind} {where}{price}"
    words = {"bring-in": "bring it in for", "call": "call to", "complete": "complete to", "community": "a common card"}
    if to is None:
        return str(words.get(kind, kind))
    if isinstance(to, dict):
        if "exactly" in to:
            amounts = " or ".join(str(amount) for amount in to["exactly"])
        else:
            amounts = f"{to['from']} up to {to['to']}"
        return f"{words.get(kind, kind + ' to')} {amounts}"
    return f"{words.get(kind, kind + ' to')} {to}"


__all__ = ["in_words", "text", "violations", "warnings"]
