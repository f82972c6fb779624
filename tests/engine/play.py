"""Random play: hands made event by event from nothing but what the referee offers.

`Dealer` holds a hand in play: it asks what is due, fills an offer with cards and an amount, and goes on. `deal_hand`
plays a whole hand; `set_up` makes a record without events, with stakes, stacks and house rules by chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from studbook import referee
from studbook.cards import CARD_OF, CARD_TEXT
from studbook.games import GAMES
from studbook.house import HOUSE_RULES, HouseRule
from studbook.record import event_from_dict, record_from_dict
from studbook.table import Table

Document = dict[str, Any]
Offer = dict[str, Any]
Choose = Callable[["Dealer", Sequence[Offer]], Offer]

WAGERS = ("bet", "complete", "raise")
# Events that bring a card of the deck without naming it in the offer.
CARDS_FROM_THE_DECK = ("community", "turn")
# More events than this no hand has: a driver that goes on for longer runs in circles.
LONGEST = 600


class Dealer:
    """A hand in play. ``document`` grows with every event; ``seen`` says which card faces a `card_of` may hide."""

    def __init__(self, document: Document, rng: random.Random, hidden: float = 0.0, hidden_up: float = 0.0) -> None:
        self.rng = rng
        self.hidden = hidden
        self.hidden_up = hidden_up
        self.document = {**document, "events": []}
        self.record = record_from_dict(document)
        game, house, stakes = referee._set_up(self.record)
        self.table = Table(game, house, stakes, self.record)
        self.script = referee._run(game, self.table)
        self.due = next(self.script)

    @property
    def events(self) -> list[Document]:
        events: list[Document] = self.document["events"]
        return events

    @property
    def over(self) -> bool:
        return self.table.over

    def next(self) -> Document:
        """What is due, as a verdict's ``next`` has it."""
        return self.due.offer()

    def send(self, event: Document) -> None:
        """Plays one event. Raises Refused where the referee does not take it."""
        self.table.index = len(self.events)
        self.events.append(event)
        self.due = self.script.send(event_from_dict(event))

    def card(self, hidden: float = 0.0) -> str:
        """A card from the deck, by chance; its face unseen with the probability ``hidden``."""
        if hidden and self.rng.random() < hidden:
            return "??"
        return self.rng.choice([CARD_TEXT[card] for card in self.table.unseen()])

    def cards(self, count: int, hidden: float = 0.0) -> list[str]:
        deck = [CARD_TEXT[card] for card in self.table.unseen()]
        drawn = self.rng.sample(deck, count)
        return ["??" if hidden and self.rng.random() < hidden else card for card in drawn]

    def filled(self, offer: Offer) -> Document:
        """An offer as an event: with cards from the deck and one of its amounts."""
        kind, event = offer["type"], dict(offer)
        if kind == "deal":
            cards = self.cards(offer["down"] + offer["up"])
            down, up = cards[: offer["down"]], cards[offer["down"] :]
            event["down"] = ["??" if self.hidden and self.rng.random() < self.hidden else card for card in down]
            event["up"] = ["??" if self.hidden_up and self.rng.random() < self.hidden_up else card for card in up]
        elif kind in CARDS_FROM_THE_DECK:
            event["card"] = self.card()
        elif kind == "flip":
            # Any of the seat's own cards, or the face of one that was never seen.
            card = self.rng.choice(self.table.by_number[offer["seat"]].down)
            event["card"] = CARD_TEXT[card] if card >= 0 else self.card()
        elif kind == "take" and offer.get("place") is None:
            # Taken from the deck: down only on the last street, where it is as hidden as any down card.
            event["card"] = self.card()
        to = offer.get("to")
        if isinstance(to, dict):
            event["to"] = self.amount(to)
        return event

    def amount(self, to: Document) -> int:
        """One of the totals offered: of a range its ends more often than what lies between."""
        if "exactly" in to:
            return int(self.rng.choice(to["exactly"]))
        step = to.get("step", 1)
        # Without a stack that ends it, no limit is a very large number: play stays with sums that people bet.
        highest = min(to["to"], to["from"] + 400 * step)
        return self.rng.choice((to["from"], self.rng.randrange(to["from"], highest + 1, step), highest))

    def interlude(self) -> None:
        """Now and then something that may come at any time: a burn, a shown or exposed card, a dead hand."""
        live = list(self.table.live)
        match self.rng.choice(("burn", "burn", "show", "show", "expose", "kill", "nothing", "nothing")):
            case "burn":
                # The engine burns by rule; an event may only tell the face of a burn that was made.
                named = self.table.burned > len(self.table.burn_cards)
                self.send({"type": "burn", "card": self.card()} if named else {"type": "burn"})
            case "show" if self.table.game.may_look:
                seat = self.rng.choice(live)
                self.send({"type": "show", "seat": seat.number, "cards": self.faces(seat.cards)})
            case "expose" if self.table.game.may_look:
                seat = self.rng.choice(live)
                if seat.down:
                    [face] = self.faces([self.rng.choice(seat.down)])
                    self.send({"type": "expose", "seat": seat.number, "card": face})
            case "kill" if len(live) > 1 and self.rng.random() < 0.3:
                self.send({"type": "kill", "seat": self.rng.choice(live).number, "reason": "picked up its cards"})

    def faces(self, cards: Sequence[int]) -> list[str]:
        """Cards as they are shown: unseen ones with a face from the deck."""
        drawn = self.cards(sum(card < 0 for card in cards))
        return [CARD_TEXT[card] if card >= 0 else drawn.pop() for card in cards]

    def show_or_muck(self) -> None:
        """Some of the live hands are shown, with faces for their unseen cards; some are mucked."""
        for seat in list(self.table.live):
            chance = self.rng.random()
            if chance < 0.15 and self.table.at_showdown and len(self.table.live) > 1 and seat.live:
                self.send({"type": "muck", "seat": seat.number})
            elif chance < 0.75:
                self.send({"type": "show", "seat": seat.number, "cards": self.faces(seat.cards)})


def by_chance(dealer: Dealer, offers: Sequence[Offer]) -> Offer:
    """Any offer, folds and wagers seldom enough that many hands reach the end."""
    weights = [{"fold": 1.0, "check": 4.0, "call": 6.0}.get(offer["type"], 3.0) for offer in offers]
    return dealer.rng.choices(offers, weights)[0]


def play_out(dealer: Dealer, choose: Choose = by_chance) -> Iterator[Dealer]:
    """Plays a hand to its showdown, one event after another; stops before each. Fails where nothing is offered before
    the end."""
    while not dealer.over:
        yield dealer
        if dealer.over:
            return
        offers = dealer.next()["events"]
        assert offers, ("nothing is offered and the hand is not over", dealer.document)
        assert len(dealer.events) < LONGEST, ("the hand does not end", dealer.document)
        dealer.send(dealer.filled(choose(dealer, offers)))


def deal_hand(document: Document, rng: random.Random, choose: Choose = by_chance, **hidden: float) -> Document:
    """A whole hand from a record without events, to its showdown."""
    dealer = Dealer(document, rng, **hidden)
    for _ in play_out(dealer, choose):
        pass
    return dealer.document


def finish(document: Document, cards: dict[int, str] | None = None, choose: Choose | None = None) -> Document:
    """Plays a record on to its end, passively: checks, calls and no bets. ``cards`` are those that a seat is dealt
    from here on, as one text; other cards come off the deck from the deuces up, leaving those named."""
    wanted = {seat: text.split() for seat, text in (cards or {}).items()}
    dealer = Dealer({**document, "events": []}, random.Random(0))
    for event in document["events"]:
        dealer.send(event)
    while not dealer.over:
        offers = dealer.next()["events"]
        offer = (choose or passive)(dealer, offers)
        event = dealer.filled(offer)
        if offer["type"] == "deal":
            dealt = [_scripted(dealer, wanted, offer["seat"]) for _ in range(offer["down"] + offer["up"])]
            event |= {"down": dealt[: offer["down"]], "up": dealt[offer["down"] :]}
        elif "card" in event:
            event["card"] = _scripted(dealer, wanted, offer.get("seat", 0))
        dealer.send(event)
    return dealer.document


def _scripted(dealer: Dealer, wanted: dict[int, list[str]], seat: int) -> str:
    if wanted.get(seat):
        return wanted[seat].pop(0)
    kept = {CARD_OF[card] for cards in wanted.values() for card in cards}
    used = wanted.setdefault(-1, [])
    card = next(CARD_TEXT[card] for card in dealer.table.unseen() if card not in kept and CARD_TEXT[card] not in used)
    used.append(card)
    return card


def passive(dealer: Dealer, offers: Sequence[Offer]) -> Offer:
    """Check, call, bring it in for the least; of what is no act the first offer."""
    for kind in ("check", "call", "bring-in"):
        for offer in offers:
            if offer["type"] == kind:
                return offer
    return offers[0]


# -- records by chance -----------------------------------------------------------------------------------------------


def set_up(game: str, rng: random.Random, *, rules: bool = True) -> Document:
    """A record without events that can be played: seats, stacks, stakes and, if wanted, house rules by chance."""
    while True:
        document = _set_up(game, rng, rules)
        try:
            referee._set_up(record_from_dict(document))
        except referee._Unplayable:
            continue
        return document


def _set_up(game: str, rng: random.Random, rules: bool) -> Document:
    played = GAMES[game]
    chip = rng.choice((1, 1, 1, 1, 5, 25))
    stakes = _stakes(game, rng, chip)
    ante = stakes.get("ante", 0)
    unit: int = stakes.get("small_bet") or stakes["min_bet"]
    depth = rng.choice(("untracked", "deep", "short", "short", "mixed", "mixed", "even"))
    seats = []
    number = 0
    for at in range(rng.randint(2, played.most_players)):
        number += rng.choice((1, 1, 1, 2))
        seat: Document = {"seat": number, "player": f"player-{at + 1}"}
        stack = _stack(depth, rng, unit, ante, chip)
        if stack is not None:
            seat["stack"] = stack
        if ante and rng.random() < 0.05:
            seat["ante"] = rng.choice((0, 2 * ante, ante * 3))
        seats.append(seat)
    document: Document = {"format": 1, "game": game, "stakes": stakes, "seats": seats}
    if rules:
        chosen = {name: _value(HOUSE_RULES[name], rng, number) for name in played.rules if rng.random() < 0.15}
        document["rules"] = chosen
    return document


def _stakes(game: str, rng: random.Random, chip: int) -> Document:
    played = GAMES[game]
    structure = rng.choice(("fixed-limit",) * 5 + ("spread-limit", "pot-limit", "no-limit"))
    small = rng.choice((2, 4, 10)) * chip
    stakes: Document = {"structure": structure, "chip": chip, "ante": rng.choice((0, 1, 1, 2)) * chip}
    if structure == "fixed-limit":
        stakes |= {"small_bet": small, "big_bet": rng.choice((2 * small, 2 * small, small, 3 * small))}
    else:
        stakes["min_bet"] = small
        if structure == "spread-limit":
            stakes["max_bet"] = small * rng.choice((1, 2, 5))
    if played.has_bring_in and rng.random() < 0.8:
        stakes["bring_in"] = rng.randint(1, small // chip) * chip
    if played.has_unit:
        stakes["unit"] = rng.choice((1, 2)) * chip
    return stakes


def _stack(depth: str, rng: random.Random, unit: int, ante: int, chip: int) -> int | None:
    match depth:
        case "untracked":
            return None
        case "deep":
            return 1000 * unit
        case "even":
            return 6 * unit + ante
        case "short":
            return rng.randint(1, 2 * unit + 2 * ante)
    return rng.choice((None, 1, rng.randint(1, 4 * unit), rng.randint(1, 20 * unit) * chip))


def _value(rule: HouseRule, rng: random.Random, highest_seat: int) -> object:
    if rule.kind == "prices":
        return sorted(rng.sample(range(1, 7), 4))
    if rule.kind == "chooser":
        return rng.choice(("dealers_left", rng.randint(1, highest_seat)))
    if rule.kind == "choice":
        return rng.choice(rule.values)
    return rng.choice(rule.readings)
