"""Hands in shorthand, for the tests of the rule book's articles.

A line of play is words: ``d 1 AsKd/2c 2 QhJh/3d`` deals seats 1 and 2 their cards, down ones before the stroke;
``bring-in 1 3``, ``raise 2 to 20`` and the like are acts with the seat's total; ``check 1 2 3`` is one check each.
``around`` plays a betting round to its end with nothing but checks and calls, ``street 5h 6h Ks`` deals one card to
each seat that is due.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from studbook.record import record_from_dict
from studbook.referee import replay
from studbook.rulebook import ARTICLES
from studbook.rulesheet import rule_sheet

Test = TypeVar("Test", bound=Callable[..., None])

TEN_TWENTY = {"structure": "fixed-limit", "small_bet": 10, "big_bet": 20, "ante": 1, "bring_in": 3}
AMOUNTS = frozenset(("bring-in", "complete", "bet", "raise"))
Document = dict[str, Any]


def shows(*ids: str) -> Callable[[Test], Test]:
    """Marks a test as the one that shows what these articles say."""
    strange = [name for name in ids if name not in ARTICLES]
    assert not strange, f"no such articles: {strange}"
    return lambda test: test


def cards(text: str) -> list[str]:
    """``AsKd`` as a list of two cards."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def events(play: str, so_far: Document | None = None) -> list[Document]:
    """The events that lines of shorthand stand for. A ``!`` before a line marks that its events stood. ``so_far`` is
    the record that they go into, for the lines that ask what is due."""
    document = {} if so_far is None else so_far
    listed: list[Document] = []
    for line in play.replace(";", "\n").splitlines():
        words = line.split()
        if not words:
            continue
        stands = words[0] == "!"
        now = {**document, "events": listed}
        made = _asked(now, words[1:] if stands else words) or _events(words[1:] if stands else words)
        listed = listed + [event | {"stands": True} if stands else event for event in made]
    return listed


def _asked(document: Document, words: list[str]) -> list[Document]:
    """The events of a line that depends on what is due."""
    made: list[Document] = []
    if words[0] == "street":
        for card in words[1:]:
            offer = _due({**document, "events": document["events"] + made})["events"][0]
            face = "down" if offer["down"] else "up"
            made.append({"type": "deal", "seat": offer["seat"], face: [card]})
    elif words[0] == "around":
        while (due := _due({**document, "events": document["events"] + made}))["what"] == "act":
            offers = {offer["type"]: offer for offer in reversed(due["events"])}
            offer = next(offers[kind] for kind in ("check", "call", "bring-in") if kind in offers)
            made.append({key: value for key, value in offer.items() if key in ("type", "seat", "to")})
    return made


def _due(document: Document) -> Document:
    following = replay(record_from_dict(document)).next()
    return following or {"what": "nothing", "events": []}


def _events(words: list[str]) -> list[Document]:
    if words[0] in ("around", "street"):
        return []
    kind, rest = words[0], words[1:]
    if kind == "d":
        dealt = []
        for seat, text in zip(rest[::2], rest[1::2], strict=True):
            down, _, up = text.rpartition("/")
            dealt.append({"type": "deal", "seat": int(seat), "down": cards(down), "up": cards(up)})
        return dealt
    if kind in AMOUNTS:
        return [{"type": kind, "seat": int(rest[0]), "to": int(rest[-1])}]
    if kind == "call" and "to" in rest:
        return [{"type": kind, "seat": int(rest[0]), "to": int(rest[-1])}]
    if kind in ("show", "expose", "flip"):
        key = "cards" if kind == "show" else "card"
        return [{"type": kind, "seat": int(rest[0]), key: cards(rest[1]) if kind == "show" else rest[1]}]
    if kind == "turn":
        return [{"type": kind, "place": int(rest[0]), "card": rest[1]}]
    if kind in ("community", "burn"):
        return [{"type": kind, "card": rest[0]}]
    if kind == "take":
        # take SEAT deck CARD, or take SEAT PLACE [CARD]
        event: Document = {"type": kind, "seat": int(rest[0])}
        if rest[1] != "deck":
            event["place"] = int(rest[1])
        return [event | ({"card": rest[2]} if len(rest) > 2 else {})]
    if kind == "buy":
        event = {"type": kind, "seat": int(rest[0]), "place": int(rest[1])}
        return [event | ({"price": int(rest[2])} if len(rest) > 2 else {})]
    if kind == "declare":
        return [{"type": kind, "seat": int(rest[0]), "way": rest[1]}]
    if kind == "kill":
        return [{"type": kind, "seat": int(rest[0]), "reason": " ".join(rest[1:]) or "dead"}]
    if kind == "void":
        return [{"type": kind, "reason": " ".join(rest)}]
    return [{"type": kind, "seat": int(seat)} for seat in rest]


def hand(
    game: str,
    stacks: int | Iterable[int] = 2,
    play: str = "",
    *,
    stakes: Mapping[str, Any] = TEN_TWENTY,
    **more: Any,
) -> Document:
    """A record: ``stacks`` are the seats' chips, or just how many seats (200 chips each)."""
    chips = [200] * stacks if isinstance(stacks, int) else list(stacks)
    seats = [{"seat": at, "player": f"p{at}", "stack": stack} for at, stack in enumerate(chips, 1)]
    document: Document = {"game": game, "stakes": dict(stakes), "seats": seats, "events": [], **more}
    return document | {"events": events(play, document)}


def ended(game: str, *hands: str, put_in: int = 10, **more: Any) -> Document:
    """A record that holds only the end of a hand: each of ``hands`` is seven cards, then words: ``high``, ``low`` or
    ``both`` declared, a number put in, ``folded`` or ``mucked``."""
    shown = []
    for seat, text in enumerate(hands, 1):
        held, *words = text.split()
        row: Document = {"seat": seat, "put_in": put_in}
        if held != "-":
            row["cards"] = cards(held)
        for word in words:
            if word.isdigit():
                row["put_in"] = int(word)
            elif word in ("folded", "mucked", "dead"):
                row["out"] = word
            else:
                row["declared"] = word
        shown.append(row)
    seats = [{"seat": at, "player": f"p{at}"} for at in range(1, len(hands) + 1)]
    return {"game": game, "seats": seats, "showdown": {"hands": shown}, "stakes": {"chip": 1}, **more}


def eight_to_the_end(folds: int, bring_in: int = 3) -> str:
    """Eight players to the last card, ``folds`` of them out on third street."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    doors, holes, boards = deck[:8], deck[8:24], deck[24:]
    lines = [f"d {seat} {holes[2 * seat - 2]}{holes[2 * seat - 1]}/{doors[seat - 1]}" for seat in range(1, 9)]
    lines += [f"bring-in 1 {bring_in}", *[f"fold {seat}" for seat in range(2, 2 + folds)], "around"]
    live = 8 - folds
    for street in range(3):
        lines += [f"street {' '.join(boards[street * live : (street + 1) * live])}", "around"]
    return "; ".join(lines)


@cache
def _articles_of(game: str) -> frozenset[str]:
    return frozenset(article["id"] for article in rule_sheet(game)["articles"])


class Ruling:
    """The verdict on a record, with explanations, asked in few words. Every article it cites is in the rule sheet of
    its game, or the hand is not judged at all."""

    def __init__(self, document: Document) -> None:
        self.verdict: Document = replay(record_from_dict(document), explain=True).to_dict()
        self.status: str = self.verdict["status"]
        if self.verdict["rules"]:
            strange = self.cited - _articles_of(document["game"])
            assert not strange, f"{document['game']} has no such articles: {sorted(strange)}"

    @property
    def cited(self) -> set[str]:
        """Every article that the verdict cites."""
        found: set[str] = set()
        waiting: list[Any] = [self.verdict]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                if isinstance(value.get("article"), str):
                    found.add(value["article"])
                waiting += value.values()
            elif isinstance(value, list):
                waiting += value
        return found

    @property
    def refused(self) -> tuple[int | None, str, str] | None:
        """The violation: the index of its event, the code, the article."""
        rows = self.verdict["violations"]
        return (rows[0]["event"], rows[0]["code"], rows[0]["article"]) if rows else None

    @property
    def warned(self) -> list[tuple[str, str]]:
        """The warnings, as code and article, defaults of the stakes aside."""
        return [(row["code"], row["article"]) for row in self.verdict["warnings"] if row["code"] != "default-used"]

    @property
    def awards(self) -> list[list[tuple[int, int, str, str]]]:
        """Pot by pot: seat, chips, for, article."""
        return [
            [(award["seat"], award["amount"], award["for"], award["article"]) for award in pot["awards"]]
            for pot in self.verdict["pots"]
        ]

    @property
    def won(self) -> dict[int, int]:
        """Chips won by seat, only seats that won some."""
        return {row["seat"]: row["won"] for row in self.verdict["seats"] if row["won"]}

    @property
    def net(self) -> dict[int, int]:
        return {row["seat"]: row["net"] for row in self.verdict["seats"]}

    @property
    def returned(self) -> dict[int, int]:
        return {int(seat): chips for seat, chips in self.verdict["returned"].items()}

    @property
    def pots(self) -> list[tuple[int, list[int]]]:
        return [(pot["amount"], pot["eligible"]) for pot in self.verdict["pots"]]

    @property
    def openers(self) -> dict[int, int]:
        return {int(street): seat for street, seat in self.verdict["openers"].items()}

    @property
    def due(self) -> tuple[list[int], str]:
        """Whose turn it is and for what."""
        following = self.verdict["next"]
        return following["seats"], following["what"]

    def offer(self, kind: str, seat: int | None = None) -> Any:
        """The ``to`` (or the whole offer where it has none) of a kind of event that may come next; None where not."""
        for event in self.verdict["next"]["events"]:
            if event["type"] == kind and seat in (None, event.get("seat")):
                return event.get("to", event)
        return None

    def said(self, article: str) -> list[str]:
        """The rulings given by an article."""
        return [row["text"] for row in self.verdict["rulings"] if row["article"] == article]


def rule(document: Document) -> Ruling:
    """The ruling on a record."""
    return Ruling(document)


def house_article(game: str, name: str) -> str:
    """The article that a game's sheet gives to a house rule."""
    rows: list[dict[str, Any]] = rule_sheet(game)["house_rules"]
    return next(str(row["article"]) for row in rows if row["name"] == name)


def numbers(said: str) -> list[int]:
    """The figures of a ruling in words."""
    return [int(figure) for figure in re.findall(r"\d+", said)]
