"""/disputes/{id}: the claim beside the ruling; and the forms that file, decide, withdraw and overrule one."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api import disputes as api
from api.dispute_documents import document
from api.kinds import Problem
from api.ledger import pool
from api.pages.filed import RESULTS, disputes_of, form_context
from api.pages.hand import Scene, scene_of, stored_hand
from api.pages.humane import humane
from api.pages.site import page_blueprint, render
from api.pages.words import card, rule_name, rule_value
from db.rows import Hand
from schemas.dispute import DisputePost, OverridePost, RulingPost, WithdrawalPost, load_post
from schemas.errors import Invalid

blueprint = page_blueprint("dispute")
_DISPUTE, _RULING, _WITHDRAWAL, _OVERRIDE = DisputePost(), RulingPost(), WithdrawalPost(), OverridePost()

LIES_IN = {
    "cards": "The difference lies in the cards.",
    "house-rule": "The difference lies in a house rule.",
    "record": "The difference lies in the record.",
    "unseen-card": "It hangs on a card that nobody saw.",
}
# What a form can be answered with again: the person can mend it.
MENDABLE = ("not-disputable", "bad-record", "stale", "dispute-closed", "hand-revised", "illegal-hand", "not-finished")


@dataclass(frozen=True, slots=True)
class Difference:
    """A claim beside the ruling: whose, of what kind, what is claimed, what the rules give."""

    name: str
    kind: str
    claimed: str
    ruled: str
    article: str


# -- filing ------------------------------------------------------------------------------------------------------------


@blueprint.get("/hands/<uuid:hand_id>/disputes")
def of_hand(hand_id: uuid.UUID) -> Response:
    """The disputes on a hand, and the form that files one."""
    return _filing(stored_hand(hand_id))


@blueprint.post("/hands/<uuid:hand_id>/disputes")
def file(hand_id: uuid.UUID) -> AnyResponse:
    """File a dispute: to its page; or the form again with what is wrong."""
    hand = stored_hand(hand_id)
    try:
        posted = load_post(_DISPUTE, _posted(json.loads(hand.record)))
        dispute, _ = api.file_dispute(hand_id, posted)
    except Invalid as invalid:
        return _filing(hand, f"{invalid.errors[0].detail[0].upper()}{invalid.errors[0].detail[1:]}.")
    except Problem as problem:
        if problem.kind not in MENDABLE:
            raise
        return _filing(hand, problem.detail)
    return redirect(url_for("dispute.show", dispute_id=dispute.id), 303)


def _filing(hand: Hand, wrong: str | None = None) -> Response:
    record, verdict = json.loads(hand.record), json.loads(hand.verdict)
    return render(
        "file_dispute.html",
        200 if wrong is None else 422,
        hand=hand,
        wrong=wrong,
        filed=disputes_of(hand.id),
        scene=scene_of(record, verdict, None),
        **form_context(hand.game, record, verdict),
    )


def _posted(record: Mapping[str, Any]) -> dict[str, Any]:
    """The dispute that the form describes, as the API would have it."""
    form = {name: value.strip() for name, value in request.form.items() if value.strip()}
    won = {name[4:]: _chips(value, record) for name, value in form.items() if name.startswith("won_")}
    hands = {name[5:]: value for name, value in form.items() if name.startswith("hand_")}
    posted: dict[str, Any] = {"by": form.get("by", "")}
    claim = ({"won": won} if won else {}) | ({"hands": hands} if hands else {})
    fact: dict[str, Any] = {}
    if form.get("card_said") or form.get("card_was"):
        fact["cards"] = {_face(form.get("card_said", "")): _face(form.get("card_was", ""))}
    name, _, value = form.get("agreed", "").partition("=")
    if name:
        fact["rules"] = {name: json.loads(value)}
    posted |= ({"claim": claim} if claim else {}) | ({"fact": fact} if fact else {})
    return posted | ({"note": form["note"]} if "note" in form else {})


def _face(text: str) -> str:
    text = text.replace("10", "T")
    return text[:1].upper() + text[1:].lower()


def _chips(text: str, record: Mapping[str, Any]) -> Any:
    """An amount as people write it, in chips; what is no amount stays as it is, for the schema to refuse."""
    decimals = record.get("decimals", 0 if record.get("currency", "chips") == "chips" else 2)
    whole, _, rest = text.replace(",", "").lstrip("$€£").partition(".")
    if not (whole + rest).isdigit() or not (whole + rest).isascii() or len(rest) > decimals or len(whole) > 15:
        return text
    return int(whole or "0") * 10**decimals + int((rest + "0" * decimals)[:decimals] or "0")


# -- the page ----------------------------------------------------------------------------------------------------------


@blueprint.get("/disputes/<uuid:dispute_id>")
def show(dispute_id: uuid.UUID) -> Response:
    """The page of a dispute."""
    return _page(dispute_id)


def _page(dispute_id: uuid.UUID, wrong: str | None = None) -> Response:
    with pool().connection() as connection:
        dispute = api.found(connection, dispute_id)
    shown = document(dispute)
    hand = stored_hand(dispute.hand_id)
    scene = scene_of(json.loads(hand.record), json.loads(hand.verdict), None)
    ruling = shown["ruling"]
    then = ruling["would_be"]
    return render(
        "dispute.html",
        200 if wrong is None else 422,
        dispute=shown,
        hand=hand,
        scene=scene,
        wrong=wrong,
        result=RESULTS[ruling["result"]],
        lies_in=LIES_IN.get(ruling["lies_in"] or "", ""),
        said=humane(ruling["text"] or "", scene.names, scene.money, _topic(ruling["article"])),
        differences=[_difference(row, scene) for row in ruling["differences"]],
        claimed=_claimed(shown["claim"], ruling["differences"], scene),
        facts=_facts(shown["fact"], scene),
        moved=None if then is None else [(scene.names[int(seat)], chips) for seat, chips in then["moved"].items()],
        then=then,
        hinges=ruling["hinges"],
    )


def _topic(article: str) -> str:
    return article.partition("/")[2]


def _difference(row: Mapping[str, Any], scene: Scene) -> Difference:
    name = scene.names.get(row["seat"], f"seat {row['seat']}")
    if row["kind"] == "hands":
        ruled = row["ruled"] if isinstance(row["ruled"], str) else " · ".join(row["ruled"] or ())
        return Difference(name, "hand", str(row["claimed"]), ruled or "never compared", row["article"])
    claimed, ruled = scene.money(row["claimed"]), scene.money(row["ruled"])
    kind = row["kind"] if row["pot"] is None or len(scene.verdict["pots"]) == 1 else f"{row['kind']}, pot {row['pot']}"
    return Difference(name, kind, claimed, ruled, row["article"])


def _claimed(claim: Mapping[str, Any] | None, rows: Any, scene: Scene) -> list[Difference]:
    """What was claimed and is right."""
    differing = {(row["kind"], str(row["seat"])) for row in rows}
    agreed = []
    for kind, by_seat in (claim or {}).items():
        for seat, value in by_seat.items():
            if (kind, seat) not in differing:
                said = str(value) if kind == "hands" else scene.money(value)
                name = scene.names.get(int(seat), f"seat {seat}")
                agreed.append(Difference(name, "hand" if kind == "hands" else kind, said, said, ""))
    return agreed


def _facts(fact: Mapping[str, Any] | None, scene: Scene) -> list[Any]:
    """What is said to have been otherwise, a sentence each."""
    if fact is None:
        return []
    told: list[Any] = []
    for said, was in fact.get("cards", {}).items():
        told.append(card(said) + " in the record was " + card(was))
    for name, value in fact.get("rules", {}).items():
        told.append(f"{rule_name(name)}: “{rule_value(value)}” had been agreed.")
    for number, events in fact.get("events", {}).items():
        told.append(f"Step {int(number) + 1} was otherwise: {json.dumps(events, ensure_ascii=False)}")
    if "record" in fact:
        told.append("The whole hand was otherwise.")
    return told


# -- deciding ----------------------------------------------------------------------------------------------------------


@blueprint.post("/disputes/<uuid:dispute_id>/ruling")
def rule(dispute_id: uuid.UUID) -> AnyResponse:
    """The floor decides."""
    posted = _given("decision", "by", "note")
    revises = request.form.get("revises")
    return _changed(dispute_id, api.rule_on, _RULING, posted | ({"revises": revises} if revises else {}))


@blueprint.post("/disputes/<uuid:dispute_id>/withdrawal")
def withdraw(dispute_id: uuid.UUID) -> AnyResponse:
    """Whoever filed it takes it back."""
    return _changed(dispute_id, api.withdraw, _WITHDRAWAL, _given("note"))


@blueprint.post("/disputes/<uuid:dispute_id>/override")
def overrule(dispute_id: uuid.UUID) -> AnyResponse:
    """A named person overrules."""
    return _changed(dispute_id, api.override, _OVERRIDE, _given("result", "by", "note"))


def _given(*names: str) -> dict[str, Any]:
    return {name: text for name in names if (text := request.form.get(name, "").strip())}


def _changed(dispute_id: uuid.UUID, change: Any, schema: Any, posted: dict[str, Any]) -> AnyResponse:
    seen = request.form.get("version", "")
    try:
        change(dispute_id, load_post(schema, posted), int(seen) if seen.isascii() and seen.isdigit() else 0)
    except Invalid as invalid:
        return _page(dispute_id, f"{invalid.errors[0].detail[0].upper()}{invalid.errors[0].detail[1:]}.")
    except Problem as problem:
        if problem.kind not in MENDABLE:
            raise
        return _page(dispute_id, problem.detail)
    return redirect(url_for("dispute.show", dispute_id=dispute_id), 303)
