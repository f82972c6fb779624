"""Answers: JSON as compact UTF-8, in the order in which the documents name their members."""

from __future__ import annotations

import json
from typing import Any

from flask import Response

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def json_text(document: Any) -> str:
    """The document as compact JSON."""
    return _encode(document)


def json_answer(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """The document as an answer of type application/json."""
    return Response(_encode(document), status, headers, content_type="application/json")
