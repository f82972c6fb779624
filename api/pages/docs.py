"""/docs: the API's contract as a page, made from openapi.yaml here, so that it needs no script and no other host."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import yaml
from flask import Response
from markupsafe import Markup

from api.kinds import ADDRESS, KINDS
from api.pages.prose import inline, prose
from api.pages.site import page_blueprint, render

blueprint = page_blueprint("docs", public=True)

METHODS = ("get", "post", "put", "patch", "delete")
SCHEMAS = "#/components/schemas/"
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Member:
    """A parameter, or a member of a schema: its name, its type in words, whether it must be there, what it means."""

    name: str
    type: Markup
    required: bool
    meaning: Markup


@dataclass(frozen=True, slots=True)
class Body:
    """A body of a request or an answer: its media type, its schema in words, and an example as text."""

    media_type: str
    type: Markup
    example: str | None


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address."""

    id: str
    method: str
    path: str
    summary: str
    description: Markup
    parameters: tuple[Member, ...]
    request: tuple[Body, ...]
    responses: tuple[tuple[str, Markup, tuple[Body, ...]], ...]


@blueprint.get("/docs")
def docs() -> Response:
    """The contract."""
    contract = _contract()
    return render(
        "docs.html",
        info=contract["info"],
        about=prose(contract["info"].get("description", "")),
        groups=_groups(),
        schemas=_schemas(),
        kinds=KINDS,
        problems=ADDRESS,
    )


@cache
def _contract() -> dict[str, Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = resources.files("api").joinpath("openapi.yaml").read_text(encoding="utf-8")
    contract: dict[str, Any] = yaml.load(text, Loader=loader)
    return contract


@cache
def _groups() -> tuple[tuple[str, Markup, tuple[Operation, ...]], ...]:
    """The operations by their tags, in the contract's order."""
    contract = _contract()
    by_tag: dict[str, list[Operation]] = {}
    for path, item in contract["paths"].items():
        for method in METHODS:
            if method in item:
                operation = _operation(path, method, item[method], item.get("parameters", ()))
                for tag in item[method].get("tags", ["other"])[:1]:
                    by_tag.setdefault(tag, []).append(operation)
    described = {tag["name"]: inline(tag.get("description", "")) for tag in contract.get("tags", ())}
    order = [*described, *(tag for tag in by_tag if tag not in described)]
    return tuple((tag, described.get(tag, Markup("")), tuple(by_tag[tag])) for tag in order if tag in by_tag)


def _operation(path: str, method: str, item: Schema, shared: Any) -> Operation:
    responses = []
    for status, response in item.get("responses", {}).items():
        response = _resolved(response)
        responses.append((status, inline(response.get("description", "")), tuple(_bodies(response))))
    return Operation(
        id=item.get("operationId") or f"{method}-{path}",
        method=method.upper(),
        path=path,
        summary=item.get("summary", ""),
        description=prose(item.get("description", "")),
        parameters=tuple(_parameter(_resolved(each)) for each in (*shared, *item.get("parameters", ()))),
        request=tuple(_bodies(_resolved(item.get("requestBody", {})))),
        responses=tuple(responses),
    )


def _parameter(parameter: Schema) -> Member:
    place = "" if parameter["in"] == "query" else f"in the {parameter['in']}; "
    meaning = Markup("{}{}").format(place, inline(parameter.get("description", "")))
    return Member(parameter["name"], type_words(parameter.get("schema", {})), parameter.get("required", False), meaning)


def _bodies(of: Schema) -> Iterator[Body]:
    for media_type, content in of.get("content", {}).items():
        example = content.get("example")
        if example is None and content.get("examples"):
            example = next(iter(content["examples"].values())).get("value")
        if example is not None and not isinstance(example, str):
            example = json.dumps(example, indent=2, ensure_ascii=False)
        yield Body(media_type, type_words(content.get("schema", {})), example)


def _resolved(item: Schema) -> Schema:
    while "$ref" in item:
        found: Any = _contract()
        for step in item["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        item = found
    return item


@cache
def _schemas() -> tuple[tuple[str, Markup, Markup, tuple[Member, ...]], ...]:
    """The schemas: name, what it is, its type in words, its members."""
    listed = []
    for name, schema in _contract()["components"]["schemas"].items():
        required = schema.get("required", ())
        members = tuple(
            Member(key, type_words(member), key in required, inline(member.get("description", "")))
            for key, member in schema.get("properties", {}).items()
        )
        listed.append((name, inline(schema.get("description", "")), type_words(schema), members))
    return tuple(listed)


def type_words(schema: Any) -> Markup:
    """A schema in a few words: ``list of Card, at most 52``, ``"high" or "low"``."""
    if not isinstance(schema, Mapping) or not schema:
        return Markup("anything")
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(SCHEMAS)
        return Markup('<a href="#schema-{}">{}</a>').format(name, name)
    for way in ("oneOf", "anyOf"):
        if way in schema and "properties" not in schema:
            return Markup(" or ").join(type_words(each) for each in schema[way])
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return Markup(" or ").join(Markup("<code>{}</code>").format(json.dumps(value)) for value in values)
    kind = schema.get("type", "object" if "properties" in schema else "anything")
    if isinstance(kind, list):
        return Markup(" or ").join(type_words({**schema, "type": each}) for each in kind)
    if kind == "array":
        most = f", at most {schema['maxItems']:,}" if "maxItems" in schema else ""
        return Markup("list of {}{}").format(type_words(schema.get("items", {})), most)
    words = {"integer": "whole number", "string": "text", "boolean": "true or false"}.get(kind, kind)
    return Markup("{}{}").format(words, _bounds(schema))


def _bounds(schema: Schema) -> str:
    if schema.get("format") in ("date-time", "uuid", "date"):
        return {"date-time": ", a time", "uuid": ", a UUID", "date": ", a date"}[schema["format"]]
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None and high < 2**53 - 1:
        return f", {low:,} to {high:,}"
    if low is not None and low >= 0:
        return f", {low:,} or more"
    return f" of at most {schema['maxLength']:,} characters" if "maxLength" in schema else ""
