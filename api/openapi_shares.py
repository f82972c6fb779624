"""The contract's operations on links to one hand."""

from __future__ import annotations

from typing import Any

from api import openapi_parts as parts
from schemas import share

Operation = dict[str, Any]

HAND_ID = parts.in_path("hand_id", "The id under which the hand is stored.")


def paths() -> dict[str, dict[str, Operation]]:
    """The operations by path and method."""
    return {
        "/v1/hands/{hand_id}/shares": {"get": _list(), "post": _make()},
        "/v1/hands/{hand_id}/shares/{share_id}": {"delete": _revoke()},
    }


def _make() -> Operation:
    return {
        "operationId": "shareHand",
        "tags": ["ledger"],
        "summary": "Make a link that shows one hand",
        "description": "Whoever has the link sees the hand, with the eyes of the viewer and without a key, until it "
        "is revoked. Its address is told this once.",
        "parameters": [HAND_ID],
        "requestBody": parts.body(share.SharePost, {"viewer": "public"}) | {"required": False},
        "responses": {
            "201": parts.answer(share.NewShare, "Made.", Location="The link."),
            **parts.problems(*parts.ALWAYS, *parts.BODY, *parts.LEDGER, "not-found"),
        },
    }


def _list() -> Operation:
    return {
        "operationId": "listShares",
        "tags": ["ledger"],
        "summary": "List the links to a hand",
        "parameters": [HAND_ID],
        "responses": {
            "200": parts.answer(share.ShareList, "The links, revoked ones too."),
            **parts.problems(*parts.ALWAYS, *parts.LEDGER, "not-found"),
        },
    }


def _revoke() -> Operation:
    return {
        "operationId": "revokeShare",
        "tags": ["ledger"],
        "summary": "Revoke a link to a hand",
        "description": "From now on it leads nowhere. Revoking again changes nothing.",
        "parameters": [HAND_ID, parts.in_path("share_id", "The link's id.")],
        "responses": {
            "204": {"description": "Revoked."},
            **parts.problems(*parts.ALWAYS, *parts.LEDGER, "not-found"),
        },
    }
