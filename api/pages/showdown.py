"""/showdown: a form for the end of a hand, for a host with a dispute and no record. Its ruling is kept."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Response, g, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api import metrics
from api.kinds import Problem
from api.ledger import new_hand, pool
from api.pages.hand import scene_of
from api.pages.site import page_blueprint, render
from api.pages.words import card_words
from api.text import json_text
from db.hands import store
from schemas.errors import Invalid
from schemas.record import load_record
from studbook.cards import RANKS
from studbook.games import GAMES, Game
from studbook.referee import replay
from studbook.rulesheet import rule_sheet

blueprint = page_blueprint("showdown")

FIRST_SEATS, MORE_SEATS, MOST_SEATS = 4, 2, 10
# The house rules that can change who gets what at a showdown, the ones that people argue about first.
DECIDING = (
    "declare", "both_tie", "failed_both", "pot_for", "high_share", "low_qualifier", "low_rank", "wild",
    "five_of_a_kind", "odd_chip_between_halves", "odd_chip_between_equal_hands",
)  # fmt: skip
_CARD = re.compile(r"(10|[2-9TJQKA?])([cdhs?♣♦♥♠♧♢♡♤])\ufe0e?\ufe0f?", re.IGNORECASE)
_SUITS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")
_KEY = re.compile(r"[\w-]{10,60}", re.ASCII)


@dataclass(slots=True)
class Form:
    """What was typed, and what is wrong with it: by the name of the field, "" for the whole."""

    typed: Mapping[str, str]
    rows: int
    wrong: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        return self.typed.get(name, "").strip()

    def number(self, name: str) -> int | None:
        """A whole number of chips; None where nothing was typed, or something else (then it is noted as wrong)."""
        text = self[name].replace(",", "").replace(" ", "")
        if text.isascii() and text.isdigit() and len(text) < 16:
            return int(text)
        if text:
            self.wrong[name] = "a whole number of chips was expected"
        return None

    def cards(self, name: str) -> list[str]:
        """Cards as people type them: ``As 10d``, ``as,td``, ``A♠``."""
        text = self[name]
        found = [rank.upper().replace("10", "T") + _suit(suit) for rank, suit in _CARD.findall(text)]
        left = re.sub(r"[\s,;]+", " ", _CARD.sub(" ", text)).strip()
        if left or any(("?" in card) != (card == "??") for card in found):
            self.wrong[name] = f"“{left or text}” is no card: rank then suit, like As, 10d or 2c; ?? for one not seen"
        return found


def _suit(suit: str) -> str:
    return suit.lower().translate(_SUITS)


@blueprint.get("/showdown")
def ask() -> Response:
    """The empty form."""
    game = request.args.get("game", "stud-hi-lo-declare")
    if game not in GAMES:
        raise Problem("not-found", f"There is no game {game[:100]!r}; there are {', '.join(GAMES)}.")
    return _form(Form({"game": game}, FIRST_SEATS))


@blueprint.post("/showdown")
def rule() -> AnyResponse:
    """Judge what was typed, keep it, and go to its page; or show the form again with what is wrong."""
    rows = request.form.get("rows", "")
    form = Form(request.form, min(int(rows), MOST_SEATS) if rows.isascii() and rows.isdigit() else FIRST_SEATS)
    if form["game"] not in GAMES:
        raise Problem("bad-request", "The form names no game that is judged here.")
    if "more" in request.form:
        form.rows = min(form.rows + MORE_SEATS, MOST_SEATS)
        return _form(form)
    if "other" in request.form:
        return _form(form)
    document, places = _document(form)
    if form.wrong:
        return _form(form, 422)
    try:
        record = load_record(document)
    except Invalid as invalid:
        for fault in invalid.errors:
            form.wrong.setdefault(_field(fault.pointer, places), fault.detail)
        return _form(form, 422)
    verdict = replay(record).to_dict()
    metrics.count_verdict(verdict, GAMES)
    for violation in verdict["violations"]:
        scene = scene_of(document, verdict, None)
        form.wrong[_field(violation["pointer"], places)] = str(scene.say(violation).striptags())
        return _form(form, 422)
    # The same form sent twice is stored once; changed and sent again it is another hand.
    token = form["key"] if _KEY.fullmatch(form["key"]) else secrets.token_urlsafe(12)
    hand = new_hand(record, verdict, json_text(document), f"showdown:{token}:{verdict['digest'][:24]}")
    with pool().connection() as connection:
        stored = store(connection, g.app_id, hand)
    return redirect(url_for("hand.show", hand_id=stored.id), 303)


def _document(form: Form) -> tuple[dict[str, Any], list[int]]:
    """The record that was typed, and the row of each of its seats. Rows left empty are nobody's."""
    game = GAMES[form["game"]]
    rules = _rules(form, game)
    declares = _declares(game, rules)
    places = [
        row for row in range(1, form.rows + 1) if any(form[f"{name}_{row}"] for name in ("name", "cards", "put_in"))
    ]
    seats, hands, taken = [], [], set()
    for row in places:
        name = form[f"name_{row}"] or f"Seat {row}"
        if name in taken or name == "public":
            form.wrong[f"name_{row}"] = "everybody needs a name of their own"
        taken.add(name)
        seats.append({"seat": row, "player": name})
        hands.append(_hand(form, row, declares))
    if len(places) < 2:
        form.wrong[""] = "A showdown needs two hands or more."
    document: dict[str, Any] = {"game": game.name, "seats": seats, "showdown": {"hands": hands}}
    if rules:
        document["rules"] = rules
    chip = form.number("chip")
    if chip not in (None, 1):
        document["stakes"] = {"chip": chip}
    if form["table"]:
        document["table"] = form["table"]
    community = form.cards("community")
    if len(community) > 1:
        form.wrong["community"] = "one card, common to all, was expected"
    elif community:
        document["showdown"]["community"] = community[0]
    return document, places


def _hand(form: Form, row: int, declares: bool) -> dict[str, Any]:
    hand: dict[str, Any] = {"seat": row}
    cards = form.cards(f"cards_{row}")
    if cards:
        hand["cards"] = cards
    out = form[f"out_{row}"]
    if out:
        hand["out"] = out
    elif not cards and f"cards_{row}" not in form.wrong:
        form.wrong[f"cards_{row}"] = "its cards are missing; or say how the hand is out"
    put_in = form.number(f"put_in_{row}")
    if put_in is not None:
        hand["put_in"] = put_in
    elif f"put_in_{row}" not in form.wrong:
        form.wrong[f"put_in_{row}"] = "what was put in is missing"
    declared = form[f"declared_{row}"]
    if declares and declared:
        hand["declared"] = declared
    wild = form.cards(f"wild_{row}")
    if wild:
        hand["wild"] = wild
    return hand


def _rules(form: Form, game: Game) -> dict[str, Any]:
    """The house rules that were chosen otherwise than the game's defaults."""
    chosen: dict[str, Any] = {}
    for rule in _deciding(game):
        text = form[f"rule_{rule['name']}"]
        if text and text != _written(rule["default"]):
            chosen[rule["name"]] = _read_value(rule, text)
    return chosen


def _deciding(game: Game) -> list[dict[str, Any]]:
    by_name = {rule["name"]: rule for rule in rule_sheet(game)["house_rules"]}
    return [by_name[name] for name in DECIDING if name in by_name]


def _written(value: Any) -> str:
    return "null" if value is None else str(value)


def _read_value(rule: Mapping[str, Any], text: str) -> Any:
    if rule["kind"] in ("integer", "optional-integer"):
        return None if text == "null" else int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
    return text


def _declares(game: Game, rules: Mapping[str, Any]) -> bool:
    usual = {rule["name"]: rule["default"] for rule in _deciding(game)}
    in_force = {**usual, **rules}
    return "declare" in usual and in_force["declare"] != "cards_speak" and in_force.get("pot_for") != "high"


def _field(pointer: str, places: list[int]) -> str:
    """The field of the form at which a part of the record stands."""
    match pointer.strip("/").split("/"):
        case ["showdown", "hands", at, *rest] if at.isdigit() and int(at) < len(places):
            return f"{rest[0] if rest else 'cards'}_{places[int(at)]}"
        case ["seats", at, *_] if at.isdigit() and int(at) < len(places):
            return f"name_{places[int(at)]}"
        case ["showdown", "community"]:
            return "community"
        case ["rules", name]:
            return f"rule_{name}"
        case ["stakes", *_]:
            return "chip"
        case ["table"]:
            return "table"
    return ""


def _form(form: Form, status: int = 200) -> Response:
    game = GAMES[form["game"]]
    rules = _deciding(game)
    for rule in rules:
        options = rule.get("values") or list(dict.fromkeys([*rule["readings"], rule["default"]]))
        rule["options"] = [(_written(value), value) for value in options]
        rule["chosen"] = form[f"rule_{rule['name']}"] or _written(rule["default"])
    chosen = {rule["name"]: _read_value(rule, rule["chosen"]) for rule in rules}
    return render(
        "showdown.html",
        status,
        form=form,
        games=GAMES,
        game=game,
        rules=rules,
        declares=_declares(game, chosen),
        wild="wild" in chosen and chosen["wild"] != "none",
        key=form["key"] or secrets.token_urlsafe(12),
        deck=[[(rank + suit, card_words(rank + suit)) for rank in reversed(RANKS)] for suit in "shdc"],
        most=MOST_SEATS,
    )
