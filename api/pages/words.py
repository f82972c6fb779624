"""What the pages say in words: chips as money, cards, and what happened at the table, a sentence an event.

Everything here gives markup that is already escaped. Names are people's own and may hold anything; each stands in a
<bdi>, so that one written from right to left does not turn the sentence around it. Sentences are put together as plain
text from escaped parts: a log has a hundred of them, and Markup's own formatting is many times slower.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from studbook.cards import CARD_OF, RANK_WORDS, SUIT_WORDS
from studbook.games import GAMES

SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
DASH, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"
WAYS = {"high": "high", "low": "low", "both": "both ways", "declared": "(not open yet)"}
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")

# The article on each kind of event that the engine gives no ruling of its own for: the first that the game has.
TOPICS: dict[str, str] = {
    "deal": "up-and-down", "burn": "burn", "community": "community-card", "bring-in": "bring-in",
    "complete": "completion", "bet": "bet-size", "raise": "bet-size", "call": "round-closed", "check": "check",
    "fold": "fold", "turn": "row", "take": "choosing purchase", "buy": "purchase", "flip": "flipping",
    "declare": "declare", "show": "showing", "muck": "muck", "expose": "exposed-card", "kill": "dead-hand",
    "retrieve": "retrieve", "void": "fouled-deck",
}  # fmt: skip


class Money:
    """Writes chips: 25 of USD with two decimals as $0.25, 1250 chips as 1,250."""

    def __init__(self, currency: str = "chips", decimals: int = 0) -> None:
        self.currency = currency
        self.decimals = decimals

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Money:
        """As a record's currency and decimals have it."""
        currency = record.get("currency", "chips")
        return cls(currency, record.get("decimals", 0 if currency == "chips" else 2))

    def __call__(self, chips: int | None) -> str:
        """The amount; a dash where it is not known."""
        if chips is None:
            return DASH
        sign = MINUS if chips < 0 else ""
        whole, rest = divmod(abs(chips), 10**self.decimals)
        figure = f"{whole:,}" + (f".{rest:0{self.decimals}d}" if self.decimals else "")
        if self.currency in SIGNS:
            return f"{sign}{SIGNS[self.currency]}{figure}"
        unit = "" if self.currency == "chips" else f"\u00a0{self.currency}"
        return f"{sign}{figure}{unit}"

    def signed(self, chips: int | None) -> str:
        """The amount with a plus where it is a gain."""
        return f"+{self(chips)}" if chips is not None and chips > 0 else self(chips)


def game_title(name: str) -> str:
    """A game's title, or the name itself where no such game is known."""
    return GAMES[name].title if name in GAMES else name


def street_name(number: int | None, game: str) -> str:
    """``Fourth street``; games without streets have none."""
    if not number or (game in GAMES and not GAMES[game].opens_by_street):
        return ""
    return f"{ORDINALS[number].capitalize()} street" if number < len(ORDINALS) else f"Street {number}"


def card_words(text: str) -> str:
    """``ace of spades``; ``a card face down`` for one that is hidden."""
    number = CARD_OF.get(text, -1)
    return "card face down" if number < 0 else f"{RANK_WORDS[number >> 2]} of {SUIT_WORDS[number & 3]}"


@cache
def card(text: str) -> Markup:
    """A card inside a sentence."""
    if CARD_OF.get(text, -1) < 0:
        return Markup('<span class="pc back" role="img" aria-label="card face down"></span>')
    rank = "10" if text[0] == "T" else text[0]
    return Markup('<span class="pc {}" role="img" aria-label="{}">{}{}\ufe0e</span>').format(
        text[1], card_words(text), rank, SUIT_SIGNS[text[1]]
    )


def cards(texts: Sequence[str]) -> Markup:
    """Some cards inside a sentence."""
    return Markup(" ".join([card(text) for text in texts]))


def person(name: str) -> Markup:
    """Somebody's name."""
    return Markup(f'<bdi class="who">{escape(name)}</bdi>')


def names_of(record: Mapping[str, Any]) -> dict[int, str]:
    """What people call each seat: the player's name where the record gives one, else the id."""
    return {seat["seat"]: seat.get("name") or seat["player"] for seat in record["seats"]}


def event_words(event: Mapping[str, Any], names: Mapping[int, str], money: Money) -> Markup:
    """What happened, as a sentence without its full stop."""
    kind = event["type"]
    number = event.get("seat")
    who = person(names.get(number, f"seat {number}")) if number is not None else Markup("The dealer")
    said = _WORDS[kind](event, who, money) if kind in _WORDS else Markup("{} {}").format(who, kind)
    if event.get("stands"):
        said += Markup(' <span class="tag">stood</span>')
    return said


def _deal(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
    down, up = event.get("down", ()), event.get("up", ())
    if len(down) == 7 and all(text == "??" for text in down):
        return Markup(f"{who} is dealt seven cards, unseen")
    parts = [f"{cards(texts)} {face}" for texts, face in ((down, "down"), (up, "up")) if texts]
    return Markup(f"{who} is dealt {' and '.join(parts) or 'nothing'}")


def _with_card(words: str) -> Any:
    def say(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
        return Markup(words.format(who=who, card=card(event.get("card") or "??")))

    return say


def _to(words: str) -> Any:
    def say(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
        return Markup(words.format(who=who, to=escape(money(event.get("to")))))

    return say


def _call(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
    return Markup(f"{who} calls" + (f" {escape(money(event['to']))}" if "to" in event else ""))


def _turn(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
    return Markup(f"{card(event['card'])} is turned up in place {escape(event['place'])}")


def _take(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
    place = event.get("place")
    taken = card(event["card"]) if event.get("card") else "a card"
    where = "the deck" if place is None else f"place {escape(place)}"
    return Markup(f"{who} takes {taken} from {where}")


def _buy(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
    bought = card(event["card"]) if event.get("card") else "the card"
    price = f" for {escape(money(event['price']))}" if event.get("price") is not None else ""
    return Markup(f"{who} buys {bought} in place {escape(event['place'])}{price}")


def _declare(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
    way = event.get("way")
    return Markup("{} has declared").format(who) if way is None else Markup("{} declares {}").format(who, WAYS[way])


def _show(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
    return Markup("{} shows {}").format(who, cards(event["cards"]))


def _reason(words: str) -> Any:
    def say(event: Mapping[str, Any], who: Markup, money: Money) -> Markup:
        reason = event.get("reason")
        return Markup(words).format(who=who) + (Markup(": <bdi>{}</bdi>").format(reason) if reason else Markup(""))

    return say


_WORDS: dict[str, Any] = {
    "deal": _deal,
    "burn": lambda event, who, money: Markup("A card is burned") + (
        Markup(": {}").format(card(event["card"])) if event.get("card") else Markup("")
    ),
    "community": _with_card("{card} is the common card of all"),
    "bring-in": _to("{who} brings it in for {to}"),
    "complete": _to("{who} completes to {to}"),
    "bet": _to("{who} bets {to}"),
    "raise": _to("{who} raises to {to}"),
    "call": _call,
    "check": _to("{who} checks"),
    "fold": _to("{who} folds"),
    "turn": _turn,
    "take": _take,
    "buy": _buy,
    "flip": _with_card("{who} flips {card}"),
    "declare": _declare,
    "show": _show,
    "muck": _to("{who} mucks"),
    "expose": _with_card("{who}'s {card} is exposed"),
    "kill": _reason("{who}'s hand is dead"),
    "retrieve": _to("{who} takes the hand back"),
    "void": _reason("The hand is void"),
}  # fmt: skip


def offer_words(due: Mapping[str, Any] | None, names: Mapping[int, str], money: Money) -> Markup:
    """What may happen next, a clause for each seat: ``Ann may check or bet 5``. Empty where nothing is due."""
    if due is None:
        return Markup("")
    by_seat: dict[int | None, list[Markup]] = {}
    for offer in due["events"]:
        by_seat.setdefault(offer.get("seat"), []).append(_offer(offer, money))
    clauses = []
    for seat, acts in by_seat.items():
        listed = Markup(", ").join(acts[:-1]) + (Markup(" or ") if len(acts) > 1 else Markup("")) + acts[-1]
        forced = len(acts) == 1 and due["what"] not in ("act", "show")
        modal = "must" if forced else "may"
        if seat is None:
            clauses.append(Markup("the dealer must {}").format(listed))
        else:
            clauses.append(Markup("{} {} {}").format(person(names.get(seat, f"seat {seat}")), modal, listed))
    return Markup("; ").join(clauses)


def _offer(offer: Mapping[str, Any], money: Money) -> Markup:
    kind, to = offer["type"], offer.get("to")
    if kind == "deal":
        counts = " and ".join(f"{COUNTS[offer[face]]} {face}" for face in ("down", "up") if offer[face])
        return escape(f"be dealt {counts}")
    if kind in ("take", "buy", "turn"):
        place = offer.get("place")
        where = "from the deck" if place is None else f"place {place}"
        price = f" for {money(offer['price'])}" if offer.get("price") is not None else ""
        return escape(f"{kind} {where}{price}")
    if kind == "declare":
        return escape(f"declare {WAYS[offer['way']]}")
    plain = {
        "bring-in": "bring it in for", "call": "call", "complete": "complete to", "bet": "bet", "raise": "raise to",
        "show": "show", "flip": "flip a card", "community": "turn a common card",
    }  # fmt: skip
    word = plain.get(kind, kind)
    if to is None:
        return escape(word)
    if isinstance(to, Mapping):
        if "exactly" in to:
            return escape(f"{word} {' or '.join(money(amount) for amount in to['exactly'])}")
        most = f" up to {money(to['to'])}" if to.get("to") is not None else " or more"
        return escape(f"{word} {money(to['from'])}{most}")
    return escape(f"{word} {money(to)}")


def rule_value(value: object) -> str:
    """A house rule's value for reading: ``removed then best of rest``, ``none``, ``yes``."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value).replace("_", " ")


def rule_name(name: str) -> str:
    """A house rule's name for reading."""
    words = name.replace("_", " ")
    return words[0].upper() + words[1:]


def when(moment: datetime | str | None) -> Markup:
    """A time as people write it, with the offset in which it was given."""
    if moment is None:
        return Markup("")
    try:
        time = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    except ValueError:
        return Markup("<bdi>{}</bdi>").format(moment)
    zone = time.strftime("%z")
    told = "UTC" if zone in ("+0000", "") else f"UTC{zone[:3]}:{zone[3:]}"
    shown = f"{time.day} {time:%b %Y}, {time:%H:%M}"
    return Markup('<time datetime="{}">{} <small>{}</small></time>').format(time.isoformat(), shown, told)
