"""Stored hands as documents for those who write them in some format: as they are, or as one viewer saw them."""

from __future__ import annotations

import hashlib
import json
import uuid
from typing import Any

from api.seeing import documents_as_seen


def rendition(
    hand_id: uuid.UUID, texts: tuple[str, str], viewer: str | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Record and verdict of a hand from their stored texts; with a viewer as that one saw the hand."""
    if viewer is not None:
        texts = documents_as_seen(texts, viewer)
    document, verdict = (json.loads(text) for text in texts)
    return document, with_number(hand_id, verdict)


def with_number(hand_id: uuid.UUID, verdict: dict[str, Any]) -> dict[str, Any]:
    """The verdict with one made of the hand's id where a viewer gets no digest: writers number hands by it that have no
    number of their own."""
    return verdict | {"digest": verdict["digest"] or hashlib.sha256(hand_id.bytes).hexdigest()}
