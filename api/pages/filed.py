"""The disputes on a hand, and what the form that files one offers: for the hand's own page and the disputes' pages."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import g

from api.ledger import pool
from api.pages.words import names_of
from db.disputes import Dispute, DisputeFilters, find_disputes
from studbook.rulesheet import rule_sheet

LATEST = 30
RESULTS = {"upheld": "Upheld", "denied": "Denied", "needs-floor": "For the floor to decide"}


@cache
def _disputable(game: str) -> list[dict[str, Any]]:
    return [rule for rule in rule_sheet(game)["house_rules"] if rule["disputable"]]


def form_context(game: str, record: Mapping[str, Any], verdict: Mapping[str, Any]) -> dict[str, Any]:
    """What the form that files a dispute is rendered from."""
    rules = _disputable(game)
    in_force = verdict["rules"]
    return {
        "claimants": names_of(record),
        "agreed": [
            (
                rule["name"],
                [(json.dumps(value), value) for value in rule["readings"] if value != in_force[rule["name"]]],
            )
            for rule in rules
        ],
    }


def disputes_of(hand_id: uuid.UUID) -> list[dict[str, Any]]:
    """The latest disputes on a hand, as a list shows them."""
    with pool().connection() as connection:
        page = find_disputes(connection, g.app_id, DisputeFilters(hand_id=hand_id), limit=LATEST)
    return [stated(dispute) for dispute in page.disputes]


def stated(dispute: Dispute) -> dict[str, Any]:
    """A dispute in a list."""
    return {
        "id": dispute.id,
        "by": dispute.filed_by,
        "at": dispute.filed_at,
        "state": dispute.state,
        "kind": dispute.kind,
        "result": RESULTS[json.loads(dispute.ruling)["result"]],
    }
