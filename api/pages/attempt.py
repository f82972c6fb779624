"""/try: paste a hand, or pick a sample, and see the verdict at once. Nothing is stored."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from flask import Response, request

from api import metrics, samples
from api.kinds import Problem
from api.pages.hand import Scene, scene_of, settled, stage, stakes_words
from api.pages.reading import MOST_HANDS, Pasted, read, record_lines
from api.pages.site import page_blueprint, render
from api.pages.words import game_title, offer_words
from studbook.games import GAMES
from studbook.hinges import hinges
from studbook.referee import replay

blueprint = page_blueprint("attempt")

MOST_BYTES = 1_000_000
SPARE = 20_000  # bytes of a form besides its text
STATUS = {
    "settled": "Settled",
    "in-progress": "Legal so far, and not over",
    "undecided": "Over, and not decided",
    "illegal": "Against the rules",
}


@blueprint.get("/try")
def show() -> Response:
    """The empty form; with ``?sample=`` that sample and its verdict."""
    name = request.args.get("sample")
    if not name:
        return render("try.html", samples=_samples(), text="", picked=None)
    if name not in _samples():
        raise Problem("not-found", f"There is no sample {name[:100]!r}.")
    return _answer(_samples()[name][1], name)


@blueprint.post("/try")
def judge() -> Response:
    """The verdict on what was pasted."""
    request.max_content_length = MOST_BYTES + SPARE
    request.max_form_memory_size = MOST_BYTES + SPARE
    text = request.form.get("text", "")
    if not text.strip():
        return render("try.html", samples=_samples(), text="", picked=None, empty=True)
    return _answer(text, None)


@cache
def _samples() -> dict[str, tuple[str, str]]:
    """The samples by name: a title, and the record set out over lines."""
    found = {}
    for text in samples.texts():
        record = json.loads(text)
        name = record["ref"].removeprefix("sample:")
        told = name.partition("-")[2].replace("-", " ")
        lines = "\n".join(line.text for line in record_lines(record)).replace(",\n  ]", "\n  ]").replace(",\n}", "\n}")
        found[name] = (f"{game_title(record['game'])}: {told}", lines)
    return found


def _answer(text: str, sample: str | None) -> Response:
    hands = read(text)
    verdicts = [None if hand.record is None else replay(hand.record) for hand in hands]
    asked = request.form.get("hand", "")
    at = int(asked) if asked.isascii() and asked.isdigit() and int(asked) < len(hands) else _worst(verdicts)
    for verdict in verdicts:
        if verdict is not None:
            metrics.count_verdict(verdict.to_dict(), GAMES)
    return render(
        "try.html",
        samples=_samples(),
        text=text,
        picked=sample,
        hands=[
            (hand.title, "not read" if verdict is None else verdict.status)
            for hand, verdict in zip(hands, verdicts, strict=True)
        ],
        most=MOST_HANDS,
        at=at,
        pasted=hands[at],
        **_judged(hands[at]),
    )


def _worst(verdicts: list[Any]) -> int:
    """The first hand with something to see: one that breaks a rule, else one that was not read, else the first."""
    for wanted in (
        lambda verdict: verdict is not None and verdict.status == "illegal",
        lambda verdict: verdict is None,
    ):
        for at, verdict in enumerate(verdicts):
            if wanted(verdict):
                return at
    return 0


def _judged(hand: Pasted) -> dict[str, Any]:
    """What the verdict on a hand is rendered from."""
    if hand.record is None:
        marks: dict[int, list[str]] = {}
        for fault in hand.faults:
            at = next((i for i, line in enumerate(hand.lines) if fault.line and line.number == fault.line), None)
            at = hand.marked(fault.pointer) if at is None and fault.pointer else at
            if at is not None:
                marks.setdefault(at, []).append(fault.detail)
        return {"scene": None, "marks": marks}
    scene = scene_of(hand.record.raw, None, None)
    return {
        "scene": scene,
        "status": STATUS[scene.verdict["status"]],
        "stakes": stakes_words(scene),
        "marks": _marks(hand, scene),
        "legal": _legal(scene),
        "hinges": hinges(hand.record, scene.story.verdict),
        **stage(scene, None, ""),
        **settled(scene),
    }


def _marks(hand: Pasted, scene: Scene) -> dict[int, list[Any]]:
    """What is said at which line: the violation, and warnings about events."""
    marks: dict[int, list[Any]] = {}
    for row in scene.verdict["violations"]:
        at = hand.marked(row["pointer"])
        if at is not None:
            marks.setdefault(at, []).append(scene.say(row))
    return marks


def _legal(scene: Scene) -> Any:
    """What would have been legal in the place of the violation."""
    for row in scene.verdict["violations"]:
        return offer_words(row["expected"], scene.names, scene.money)
    return None
