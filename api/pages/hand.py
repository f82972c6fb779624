"""/hands/{id}: one hand, step by step, with its rulings and its settlement."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Response, g, request, url_for
from markupsafe import Markup

from api.kinds import Problem
from api.ledger import pool
from api.pages.filed import disputes_of, form_context
from api.pages.humane import humane
from api.pages.moments import Moment, last_step, moment_at
from api.pages.settlement import hues, pot_bars
from api.pages.site import page_blueprint, render
from api.pages.story import Story, tell
from api.pages.svg import in_words, table_picture
from api.pages.words import Money, names_of, offer_words
from api.written import FORMS
from db.hands import get
from db.rows import Hand
from studbook.hinges import hinges
from studbook.record import Record, record_from_dict
from studbook.referee import replay
from studbook.seen import seen_record, seen_verdict
from studbook.views import HIDDEN, PUBLIC

blueprint = page_blueprint("hand")

SIZES = ("small_bet", "big_bet", "min_bet", "max_bet")
BESIDE = {"ante": "ante", "bring_in": "bring-in", "unit": "unit"}


@dataclass(frozen=True, slots=True)
class Scene:
    """A hand as somebody's eyes see it: its documents, its story, and how chips are written."""

    record: Record
    shown: Mapping[str, Any]
    verdict: Mapping[str, Any]
    names: Mapping[int, str]
    money: Money
    story: Story
    viewer: str | None

    def say(self, row: Mapping[str, Any]) -> Markup:
        """The message of a violation or a warning, for people."""
        message = row["message"].partition(" Expected: ")[0]
        return humane(message, self.names, self.money, row["article"].partition("/")[2])

    def moment(self, step: int) -> Moment | None:
        """The table after so many events."""
        return moment_at(self.record, step, self.names, self.story.verdict, self.verdict, self.viewer)


def scene_of(document: Mapping[str, Any], verdict: Mapping[str, Any] | None, viewer: str | None) -> Scene:
    """The scene of a record. ``verdict`` is the stored one; None where the record is judged here and now.

    A viewer's scene is made from the record as he saw it, so nothing in it can tell what he did not.
    """
    record = record_from_dict(document)
    names, money = names_of(document), Money.of(document)
    if viewer is None:
        story = tell(record, document, names, money, None if verdict is None else verdict["warnings"])
        judged = story.verdict.to_dict() if verdict is None else verdict
        return Scene(record, document, judged, names, money, story, None)
    whole = replay(record)
    judged = seen_verdict(whole, viewer, None if verdict is None else dict(verdict))
    seen = seen_record(whole, viewer)
    shown = _as_dealt(seen.raw, viewer)
    story = tell(seen, shown, names, money, judged["warnings"])
    return Scene(seen, shown, judged, names, money, story, viewer)


def _as_dealt(document: Mapping[str, Any], viewer: str) -> dict[str, Any]:
    """The record with the down cards of others hidden where they are dealt: they were shown only at the end."""
    own = {seat["seat"] for seat in document["seats"] if seat["player"] == viewer}
    events = [
        {**event, "down": [HIDDEN] * len(event["down"])}
        if event["type"] == "deal" and event.get("down") and event["seat"] not in own
        else event
        for event in document.get("events") or ()
    ]
    return {**document, "events": events}


def stage(scene: Scene, step: int | None, address: str) -> dict[str, Any]:
    """What the part of the page that changes with the step is rendered from."""
    steps = last_step(scene.story.verdict)
    step = steps if step is None else max(0, min(step, steps))
    moment = scene.moment(step)
    if moment is None:
        return {"moment": None, "game": scene.record.game, "to_step": ""}
    chapter_steps = [chapter.entries[0].lines[0].step for chapter in scene.story.chapters]
    decided = moment.over and scene.verdict["status"] == "settled"
    return {
        "moment": moment,
        "picture": table_picture(moment, scene.money, scene.record.game),
        "rows": list(in_words(moment, scene.money)),
        "line": scene.story.lines[step] if step < len(scene.story.lines) else None,
        "due": offer_words(None if decided else moment.next, scene.names, scene.money),
        "address": address,
        "step_address": step_address,
        "to_step": step_address(""),
        "streets": chapter_steps,
        "game": scene.record.game,
    }


def settled(scene: Scene) -> dict[str, Any]:
    """What the settlement is rendered from."""
    return {
        "pots": pot_bars(scene.verdict, scene.names, scene.money),
        "hues": hues(scene.verdict),
        "settlement": scene.story.settlement,
    }


def stored_hand(hand_id: uuid.UUID) -> Hand:
    """The hand of that id. Raises the problem ``not-found``."""
    with pool().connection() as connection:
        hand = get(connection, g.app_id, hand_id)
    if hand is None:
        raise Problem("not-found", f"No hand {hand_id} is stored.")
    return hand


def step_address(step: int | str) -> str:
    """The address of this page at another step, everything else of it kept."""
    asked = [(name, value) for name, value in request.args.items(multi=True) if name not in ("step", "hinges")]
    return f"?{urlencode([*asked, ('step', step)])}"


def stakes_words(scene: Scene) -> str:
    """The stakes in a few words: ``fixed limit 10/20, ante 1, bring-in 3``."""
    stakes, money = scene.record.stakes or {}, scene.money
    if "structure" not in stakes:
        return "the showdown only" if scene.record.showdown is not None else ""
    sizes = [money(int(stakes[name])) for name in SIZES if name in stakes]
    told = [f"{stakes['structure'].replace('-', ' ')} {'/'.join(sizes)}".strip()]
    told += [f"{words} {money(int(stakes[name]))}" for name, words in BESIDE.items() if stakes.get(name)]
    return ", ".join(told)


def asked_step() -> int | None:
    """The step that the address names; None where it names none, or nothing that is a number."""
    text = request.args.get("step", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def asked_viewer() -> str | None:
    """Whose eyes the address asks for; None for all that the record knows."""
    return request.args.get("viewer") or None


@blueprint.get("/hands/<uuid:hand_id>")
def show(hand_id: uuid.UUID) -> Response:
    """The page of a hand."""
    hand = stored_hand(hand_id)
    viewer = asked_viewer()
    record, verdict = json.loads(hand.record), json.loads(hand.verdict)
    scene = scene_of(record, verdict, viewer)
    address = url_for("hand.show_stage", hand_id=hand_id, viewer=viewer)
    found = None
    if request.args.get("hinges") == "true" and viewer is None:
        found = hinges(scene.record, scene.story.verdict)
    return render(
        "hand.html",
        hand=hand,
        scene=scene,
        viewers=[(PUBLIC, "the public"), *((seat.player, scene.names[seat.seat]) for seat in scene.record.seats)],
        hinges=found,
        stakes=stakes_words(scene),
        filed=disputes_of(hand_id),
        forms=[("json", "JSON"), *((suffix, form.name) for suffix, form in FORMS.items())],
        **form_context(hand.game, record, verdict),
        tags=scene.record.raw.get("tags", ()),
        **stage(scene, asked_step(), address),
        **settled(scene),
    )


@blueprint.get("/hands/<uuid:hand_id>/stage")
def show_stage(hand_id: uuid.UUID) -> Response:
    """Only what changes with the step: for the script that steps without loading the page anew."""
    hand = stored_hand(hand_id)
    viewer = asked_viewer()
    scene = scene_of(json.loads(hand.record), json.loads(hand.verdict), viewer)
    return render("_moment.html", scene=scene, **stage(scene, asked_step(), ""))
