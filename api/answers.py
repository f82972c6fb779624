"""Answers: JSON as compact UTF-8, in the order in which the documents name their members."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.text import json_bytes


def json_answer(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """The document as an answer of type application/json."""
    return Response(json_bytes(document), status, headers, content_type="application/json")
