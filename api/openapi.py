"""The contract: components made from the schemas by apispec, and the paths, written here by hand.

A tool of development: `studbook openapi` writes it, ``openapi.yaml`` is checked in, and a test compares the two byte by
byte. The service itself serves the file.
"""

from __future__ import annotations

import json
from importlib import metadata
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields

from api import samples
from api.kinds import KINDS
from schemas import answers, queries, record, verdict
from schemas.documents import ListOf, Strict
from schemas.fields import Card, Chips, Leaf, SeatNumber

DESCRIPTION = """\
The referee and the ledger for stud poker: post what happened at the table, and learn what the rules make of it.

Chips are integers in the smallest unit of the game, at most 2^53 - 1. Cards are rank then suit, `As Td 2c`, and `??` is
a card whose face the record does not know. Times are RFC 3339 with an offset. Unknown keys are refused by name.
Every error is a problem of RFC 9457, whose `type` leads to a page about it.
"""
PROBLEM = "application/problem+json"
# What stands in nearly every document, once.
SHARED: dict[str, tuple[Leaf, str]] = {
    "Card": (Card(), "Rank then suit, like `As`, `Td` or `2c`; `??` for a face that is not known."),
    "Chips": (Chips(), "An amount in the smallest unit of the game."),
    "SeatNumber": (SeatNumber(), "A seat at the table."),
}


def document() -> dict[str, Any]:
    """The contract as a document of OpenAPI 3.1."""
    plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: _class_of(schema).__name__)
    spec = APISpec(
        title="Studbook",
        version=metadata.version("studbook"),
        openapi_version="3.1.0",
        info={"description": DESCRIPTION},
        plugins=[plugin],
        servers=[{"url": "/", "description": "This service"}],
        security=[{"key": []}, {}],
        tags=[
            {"name": "referee", "description": "Judging, without storing"},
            {"name": "ledger", "description": "Stored hands"},
            {"name": "games", "description": "Rule sheets"},
            {"name": "operating", "description": "For operators"},
        ],
    )
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_described)  # type: ignore[no-untyped-call]
    for name, (field, told) in SHARED.items():
        spec.components.schema(name, {"description": told, **field.json_schema()})
    spec.components.schema(record.HandRecord.__name__, schema=record.HandRecord)
    spec.components.schema("Event", _event())
    tops: list[type[Strict]] = [*record.EVENT_SCHEMAS.values(), verdict.Verdict, answers.Problem]
    for schema in tops:
        spec.components.schema(schema.__name__, schema=schema)
    spec.components.security_scheme(
        "key", {"type": "http", "scheme": "bearer", "description": "A key of `studbook keys create`."}
    )
    for path, operations in _paths().items():
        spec.path(path, operations=operations)
    made: dict[str, Any] = spec.to_dict()
    _finish(made["components"]["schemas"])
    first = {name: made[name] for name in ("openapi", "info")}
    first["info"] = {name: made["info"][name] for name in ("title", "version", "description")}
    return first | {name: part for name, part in made.items() if name not in first}


def as_yaml() -> str:
    """The contract as it is checked in."""
    return yaml.dump(document(), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


class _Dumper(yaml.SafeDumper):
    """Texts of several lines as they are read, and no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


# Components


def _described(self: Any, field: fields.Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
    """What a field says of itself, for apispec."""
    if isinstance(field, record.Event):
        return {"$ref": "#/components/schemas/Event"}
    if isinstance(field, ListOf):
        bounds = {"minItems": field.least} if field.least else {}
        return bounds | ({"maxItems": field.most} if field.most < 10**4 else {})
    if not isinstance(field, Leaf):
        return {}
    shared = SHARED.get(type(field).__name__)
    if shared and shared[0].json_schema() == field.json_schema():
        ref = {"$ref": f"#/components/schemas/{type(field).__name__}"}
        return {"anyOf": [ref, {"type": "null"}]} if field.allow_none else ref
    described = field.json_schema()
    if field.allow_none and "type" in described:
        described["type"] = [described["type"], "null"]
        if "enum" in described:
            described["enum"] = [*described["enum"], None]
    return described


def _event() -> dict[str, Any]:
    refs = {kind: f"#/components/schemas/{schema.__name__}" for kind, schema in record.EVENT_SCHEMAS.items()}
    return {
        "description": "One thing that happened at the table; `type` says which.",
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "type", "mapping": refs},
    }


def _class_of(schema: Any) -> type[Schema]:
    found: type[Schema] = schema if isinstance(schema, type) else type(schema)
    return found


def _finish(components: dict[str, Any]) -> None:
    """Descriptions from the schemas' own docstrings, and what keys say of each other."""
    waiting: list[type[Strict]] = [Strict]
    while waiting:
        schema = waiting.pop()
        waiting.extend(schema.__subclasses__())
        component = components.get(schema.__name__)
        if component is not None and schema is not Strict:
            doc = (schema.__doc__ or "").partition("\n")[0]
            described = {"description": doc} if doc and "Event" not in schema.__name__ else {}
            components[schema.__name__] = {**described, **component, **schema.also}


# Paths


def _answer(schema: type[Schema], description: str, example: Any = None, **headers: str) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": schema}
    if example is not None:
        content["example"] = example
    made: dict[str, Any] = {"description": description, "content": {"application/json": content}}
    if headers:
        made["headers"] = {
            name.replace("_", "-"): {
                "description": told,
                "required": name != "Link",
                "schema": {"type": "string"},
            }
            for name, told in headers.items()
        }
    return made


def _problems(*kinds: str, **headers: str) -> dict[str, Any]:
    """The problems of an operation, by status."""
    by_status: dict[str, list[str]] = {}
    for kind in kinds:
        by_status.setdefault(str(KINDS[kind].status), []).append(kind)
    found: dict[str, Any] = {}
    for status, named in sorted(by_status.items()):
        told = "; ".join(f"`{kind}`: {KINDS[kind].title}" for kind in named)
        found[status] = {"description": told + ".", "content": {PROBLEM: {"schema": answers.Problem}}}
    return found


_ALWAYS = ("no-credentials", "not-allowed", "open-mode", "bad-query")
_BODY = ("bad-json", "bad-record", "bad-request", "too-large", "unsupported-media-type")
_LEDGER = ("ledger-unavailable", "too-slow")


def _record_body() -> dict[str, Any]:
    example = json.loads(samples.folder().joinpath("hand.json").read_bytes())
    return {"required": True, "content": {"application/json": {"schema": record.HandRecord, "example": example}}}


def _hand_id() -> dict[str, Any]:
    return {
        "name": "hand_id",
        "in": "path",
        "required": True,
        "description": "The id under which the hand is stored.",
        "schema": {"type": "string", "format": "uuid"},
    }


def _paths() -> dict[str, dict[str, Any]]:
    return {
        "/v1/adjudications": {"post": _adjudicate()},
        "/v1/hands": {"get": _list_hands(), "post": _post_hand()},
        "/v1/hands/{hand_id}": {"get": _get_hand()},
        "/v1/games": {"get": _list_games()},
        "/v1/games/{game}": {"get": _get_game()},
        **_operating(),
    }


def _adjudicate() -> dict[str, Any]:
    """POST /v1/adjudications."""
    return {
        "operationId": "adjudicate",
        "tags": ["referee"],
        "summary": "Judge a hand",
        "description": "Any record of the schema gets 200 and a verdict, whatever its status; nothing is stored.",
        "parameters": queries.parameters(queries.AdjudicationQuery),
        "requestBody": _record_body(),
        "responses": {
            "200": _answer(verdict.Verdict, "The verdict.", _recorded("adjudication")),
            **_problems(*_ALWAYS, *_BODY),
        },
    }


def _post_hand() -> dict[str, Any]:
    return {
        "operationId": "storeHand",
        "tags": ["ledger"],
        "summary": "Judge and store a hand",
        "description": "The name under which a repeated post is known is the record's `ref`, or the header "
        "`Idempotency-Key` where it has none. The same hand again under its name is answered with the stored one.",
        "parameters": [
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": False,
                "description": "1 to 200 visible ASCII characters, quoted or bare.",
                "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!#-~]+$"},
            }
        ],
        "requestBody": _record_body(),
        "responses": {
            "200": _answer(
                answers.StoredHand,
                "The same hand was stored before; this is it.",
                Location="Where it is found.",
                Idempotent_Replayed="`true`.",
                ETag="Of the answer.",
            ),
            "201": _answer(
                answers.StoredHand,
                "Stored.",
                _recorded("stored"),
                Location="Where it is found.",
                ETag="Of the answer.",
            ),
            **_problems(
                *_ALWAYS, *_BODY, *_LEDGER, "bad-key", "key-missing", "key-reused", "conflict", "illegal-hand",
                "not-finished", "not-storable",
            ),
        },
    }  # fmt: skip


def _list_hands() -> dict[str, Any]:
    return {
        "operationId": "listHands",
        "tags": ["ledger"],
        "summary": "Find stored hands, newest first",
        "description": "Revised hands are left out. Pot, net, status, showdown and declared only narrow a list: one of "
        "the others, or a time, must stand beside them.",
        "parameters": queries.parameters(queries.HandsQuery),
        "responses": {
            "200": _answer(
                answers.HandPage,
                "A page.",
                _recorded("page"),
                Link='The next page, `rel="next"`, where there is one.',
            ),
            **_problems(*_ALWAYS, *_LEDGER, "bad-cursor"),
        },
    }


def _get_hand() -> dict[str, Any]:
    return {
        "operationId": "getHand",
        "tags": ["ledger"],
        "summary": "Fetch a stored hand",
        "parameters": [
            _hand_id(),
            {
                "name": "If-None-Match",
                "in": "header",
                "required": False,
                "description": "The ETag of what the caller has.",
                "schema": {"type": "string"},
            },
        ],
        "responses": {
            "200": _answer(answers.StoredHand, "The hand.", ETag="Changes when the hand is revised."),
            "304": {"description": "The caller has it already."},
            **_problems(*_ALWAYS, *_LEDGER, "not-found"),
        },
    }


def _list_games() -> dict[str, Any]:
    return {
        "operationId": "listGames",
        "tags": ["games"],
        "summary": "The games that the referee knows",
        "responses": {"200": _answer(answers.GameList, "The games."), **_problems(*_ALWAYS)},
    }


def _get_game() -> dict[str, Any]:
    return {
        "operationId": "getGame",
        "tags": ["games"],
        "summary": "A game's rule sheet",
        "parameters": [
            {
                "name": "game",
                "in": "path",
                "required": True,
                "description": "The game's name.",
                "schema": {"type": "string"},
                "example": "razz",
            }
        ],
        "responses": {"200": _answer(answers.GameSheet, "The sheet."), **_problems(*_ALWAYS, "not-found")},
    }


def _operating() -> dict[str, dict[str, Any]]:
    def operation(name: str, summary: str, responses: dict[str, Any], **more: Any) -> dict[str, Any]:
        refused = _problems("open-mode")
        return {
            "get": {
                "operationId": name,
                "tags": ["operating"],
                "summary": summary,
                "security": [],
                "responses": {**responses, **refused},
                **more,
            }
        }

    def text(media_type: str, description: str, kind: str = "string") -> dict[str, Any]:
        return {"200": {"description": description, "content": {media_type: {"schema": {"type": kind}}}}}

    ready = {"200": _answer(answers.Ready, "Ready."), **_problems("ledger-unavailable")}
    page = {
        "name": "name",
        "in": "path",
        "required": True,
        "description": "The last part of a problem's `type`.",
        "schema": {"type": "string", "enum": list(KINDS)},
    }
    return {
        "/livez": operation("livez", "Is the process alive?", {"200": _answer(answers.Alive, "It is.")}),
        "/readyz": operation("readyz", "Can the service answer from its ledger?", ready),
        "/metrics": operation("metrics", "Figures for Prometheus", text("text/plain", "The figures.")),
        "/openapi.yaml": operation("contract", "This document", text("application/yaml", "The contract.", "object")),
        "/docs/problems/{name}": operation(
            "problemPage",
            "What a type of problem means",
            {**text("text/markdown", "The page."), **_problems("not-found")},
            parameters=[page],
        ),
    }


def _recorded(name: str) -> Any:
    """An answer that was recorded; a test gives the same request and compares."""
    file = samples.folder().joinpath("answers", f"{name}.json")
    return json.loads(file.read_bytes()) if file.is_file() else None
