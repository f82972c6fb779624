"""What the operations of the contract are put together from: answers, problems, parameters."""

from __future__ import annotations

import json
from typing import Any

from marshmallow import Schema

from api import samples
from api.kinds import KINDS
from schemas import answers, record

Operation = dict[str, Any]

PROBLEM = "application/problem+json"
LEDGER = ("ledger-unavailable", "too-slow")
# What any operation under /v1 may refuse; the ledger also knows the keys.
ALWAYS = ("no-credentials", "not-allowed", "open-mode", "bad-query", *LEDGER)
BODY = ("bad-json", "bad-record", "bad-request", "too-large", "unsupported-media-type")


def answer(schema: type[Schema], description: str, example: Any = None, **headers: str) -> Operation:
    """A JSON answer; ``headers`` by name, with underscores for hyphens. All but Link are always there."""
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


def text_answer(media_type: str, description: str, kind: str = "string") -> Operation:
    """A 200 in another media type than JSON."""
    return {"200": {"description": description, "content": {media_type: {"schema": {"type": kind}}}}}


def problems(*kinds: str) -> Operation:
    """The problems of an operation, by status."""
    by_status: dict[str, list[str]] = {}
    for kind in dict.fromkeys(kinds):
        by_status.setdefault(str(KINDS[kind].status), []).append(kind)
    found: Operation = {}
    for status, named in sorted(by_status.items()):
        told = "; ".join(f"`{kind}`: {KINDS[kind].title}" for kind in named)
        found[status] = {"description": told + ".", "content": {PROBLEM: {"schema": answers.Problem}}}
    return found


def body(schema: type[Schema], example: Any = None) -> Operation:
    """A JSON body."""
    content: dict[str, Any] = {"schema": schema}
    if example is not None:
        content["example"] = example
    return {"required": True, "content": {"application/json": content}}


def record_body() -> Operation:
    """A hand record as the body."""
    return body(record.HandRecord, json.loads(samples.folder().joinpath("hand.json").read_bytes()))


def in_path(name: str, description: str, **schema: Any) -> Operation:
    """A parameter in the path; a UUID where nothing else is said."""
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": schema or {"type": "string", "format": "uuid"},
    }


def header(name: str, description: str, **schema: Any) -> Operation:
    """A header that may be sent."""
    return {
        "name": name,
        "in": "header",
        "required": False,
        "description": description,
        "schema": {"type": "string", **schema},
    }


IF_NONE_MATCH = header("If-None-Match", "The ETag of what the caller has.")
UNCHANGED = {"304": {"description": "The caller has it already."}}


def recorded(name: str) -> Any:
    """An answer that was recorded; a test gives the same request and compares."""
    file = samples.folder().joinpath("answers", f"{name}.json")
    return json.loads(file.read_bytes()) if file.is_file() else None
