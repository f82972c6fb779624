"""The contract's operations on hand histories: taking them in, and hands in other forms than JSON."""

from __future__ import annotations

from typing import Any

from api import openapi_parts as parts
from api.imports import FORM, MAX_UPLOAD, NDJSON, TEXT_TYPES
from api.written import FORMS, JSON, LEFT_OUT, SUFFIXES
from schemas import answers, imports, queries

Operation = dict[str, Any]


def paths() -> dict[str, dict[str, Operation]]:
    """The operations by path and method."""
    return {
        "/v1/imports": {"post": _import()},
        "/v1/hands/{hand_id}.{suffix}": {"get": _get_hand_as()},
    }


def with_forms(answer: Operation, *, listed: bool = False) -> Operation:
    """An answer in JSON that may also be had in the other forms, by the header `Accept`."""
    for form in FORMS.values():
        answer["content"][form.media_type] = {"schema": {"type": "string"}}
    if listed:
        answer["headers"][LEFT_OUT] = {
            "description": "The ids of hands that the form has no place for.",
            "required": False,
            "schema": {"type": "string"},
        }
    return answer


def _import() -> Operation:
    binary = {"schema": {"type": "string", "format": "binary"}}
    part = {"type": "array", "items": binary["schema"], "minItems": 1}
    form = {"schema": {"type": "object", "properties": {"file": part}, "required": ["file"]}}
    return {
        "operationId": "importHands",
        "tags": ["ledger"],
        "summary": "Take in hand histories",
        "description": "The text of any known format, as the body or as files of a form, at most "
        f"{MAX_UPLOAD // 2**20} MB together; the format is told from the text itself. Each hand is judged and stored "
        "under its `ref`, `<site>:<hand number>`, and answered by a line of `ImportLine`. A hand that cannot be read "
        "or is illegal costs itself only, and the same text again stores nothing twice.",
        "parameters": queries.parameters(imports.ImportQuery),
        "requestBody": {
            "required": True,
            # (A text is taken as it comes, of JSON too.)
            "content": {name: {"schema": {}} if name == JSON else binary for name in TEXT_TYPES} | {FORM: form},
        },
        "responses": {
            **parts.text_answer(NDJSON, "A line of `ImportLine` for each hand."),
            **parts.problems(
                *parts.ALWAYS, *parts.LEDGER, "bad-request", "too-large", "unsupported-media-type", "unread-hand"
            ),
        },
    }


def _get_hand_as() -> Operation:
    stored = parts.answer(answers.StoredHand, "The hand.", ETag="Of the answer.")
    return {
        "operationId": "getHandAs",
        "tags": ["ledger"],
        "summary": "Fetch a stored hand in a form that the address names",
        "description": f"`{JSON}` as `.json`; "
        + "; ".join(f"{form.name} as `.{suffix}`" for suffix, form in FORMS.items())
        + ". The same without a suffix goes by the header `Accept`.",
        "parameters": [
            parts.in_path("hand_id", "The id under which the hand is stored."),
            parts.in_path("suffix", "The form.", type="string", enum=list(SUFFIXES)),
            *queries.parameters(queries.HandQuery),
            parts.IF_NONE_MATCH,
        ],
        "responses": {
            "200": with_forms(stored),
            **parts.UNCHANGED,
            **parts.problems(*parts.ALWAYS, *parts.LEDGER, "not-found", "not-acceptable"),
        },
    }
