"""The contract: components made from the schemas by apispec, and the paths, written here by hand.

A tool of development: `studbook openapi` writes it, ``openapi.yaml`` is checked in, and a test compares the two byte by
byte. The service itself serves the file.
"""

from __future__ import annotations

from importlib import metadata
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields

from api import openapi_disputes, openapi_forms, openapi_paths, openapi_shares
from schemas import answers, imports, record, verdict
from schemas.documents import ListOf, Strict
from schemas.fields import FREE_VALUE, Card, Chips, Leaf, SeatNumber

DESCRIPTION = """\
The referee and the ledger for stud poker: post what happened at the table, and learn what the rules make of it.

Chips are integers in the smallest unit of the game, at most 2^53 - 1. Cards are rank then suit, `As Td 2c`, and `??` is
a card whose face the record does not know. Times are RFC 3339 with an offset. Unknown keys are refused by name.
Every error is a problem of RFC 9457, whose `type` leads to a page about it.
"""
# What stands in nearly every document, once.
SHARED: dict[str, tuple[Leaf, str]] = {
    "Card": (Card(), "Rank then suit, like `As`, `Td` or `2c`; `??` for a face that is not known."),
    "Chips": (Chips(), "An amount in the smallest unit of the game."),
    "SeatNumber": (SeatNumber(), "A seat at the table."),
}
FREE_TOLD = "Any value, under names that are free. Chips or not, no number goes beyond 2^53 - 1 either way."


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
        tags=[*openapi_paths.TAGS, openapi_disputes.TAG],
    )
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_described)  # type: ignore[no-untyped-call]
    for name, (field, told) in SHARED.items():
        spec.components.schema(name, {"description": told, **field.json_schema()})
    spec.components.schema("FreeValue", {"description": FREE_TOLD, **FREE_VALUE})
    spec.components.schema(record.HandRecord.__name__, schema=record.HandRecord)
    spec.components.schema("Event", _event())
    tops: list[type[Strict]] = [
        *record.EVENT_SCHEMAS.values(), verdict.Verdict, answers.Problem, answers.BatchLine, imports.ImportLine,
    ]  # fmt: skip
    for schema in tops:
        spec.components.schema(schema.__name__, schema=schema)
    spec.components.security_scheme(
        "key", {"type": "http", "scheme": "bearer", "description": "A key of `studbook keys create`."}
    )
    for module in openapi_paths, openapi_forms, openapi_disputes, openapi_shares:
        for path, operations in module.paths().items():
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
