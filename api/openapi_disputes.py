"""The contract's operations on disputes and on replays."""

from __future__ import annotations

from typing import Any

from api import openapi_parts as parts
from schemas import dispute, dispute_answers, queries

Operation = dict[str, Any]

TAG = {"name": "disputes", "description": "Claims on stored hands, and what becomes of them"}
FACT = {"by": "cy", "fact": {"cards": {"Js": "Jd"}}, "note": "It was the jack of diamonds."}
CHANGED = "Begins with the version; changes go by it."


def paths() -> dict[str, dict[str, Operation]]:
    """The operations by path and method."""
    return {
        "/v1/hands/{hand_id}/replay": {"get": _replay()},
        "/v1/hands/{hand_id}/disputes": {"post": _file()},
        "/v1/disputes": {"get": _list()},
        "/v1/disputes/{dispute_id}": {"get": _get()},
        "/v1/disputes/{dispute_id}/rulings": {"post": _rule()},
        "/v1/disputes/{dispute_id}/withdrawal": {"post": _withdraw()},
        "/v1/disputes/{dispute_id}/override": {"post": _override()},
    }


def _hand_id() -> Operation:
    return parts.in_path("hand_id", "The id under which the hand is stored.")


def _dispute_id() -> Operation:
    return parts.in_path("dispute_id", "The dispute's id.")


def _if_match() -> Operation:
    return parts.header("If-Match", "The ETag of the dispute as it was seen; 428 without one.")


def _replay() -> Operation:
    return {
        "operationId": "replayHand",
        "tags": ["ledger"],
        "summary": "Follow a stored hand event by event",
        "description": "The table, the seats and the pots after the set-up and after every event. With a viewer each "
        "frame shows what that person could see at that moment.",
        "parameters": [_hand_id(), *queries.parameters(queries.ReplayQuery), parts.IF_NONE_MATCH],
        "responses": {
            "200": parts.answer(dispute_answers.Replay, "The frames.", ETag="Of the answer."),
            **parts.UNCHANGED,
            **parts.problems(*parts.ALWAYS, *parts.LEDGER, "not-found"),
        },
    }


def _file() -> Operation:
    filed = "With its ruling."
    return {
        "operationId": "fileDispute",
        "tags": ["disputes"],
        "summary": "Dispute a stored hand",
        "description": "With a claim alone the judgement is disputed: the rules answer at once, `upheld` or `denied`, "
        "or `needs-floor` where it hangs on a card that nobody saw. With a fact the record is disputed: always "
        "`needs-floor`, with `would_be`, what would follow. The same dispute again is answered with the first.",
        "parameters": [_hand_id()],
        "requestBody": parts.body(dispute.DisputePost, FACT),
        "responses": {
            "200": parts.answer(
                dispute_answers.Dispute,
                "The same was filed before; this is it.",
                Location="Where it is found.",
                Idempotent_Replayed="`true`.",
                ETag=CHANGED,
            ),
            "201": parts.answer(
                dispute_answers.Dispute,
                filed,
                parts.recorded("dispute"),
                Location="Where it is found.",
                ETag=CHANGED,
            ),
            **parts.problems(
                *parts.ALWAYS, *parts.BODY, *parts.LEDGER, "not-found", "conflict", "hand-revised", "not-disputable",
                "not-storable",
            ),
        },
    }  # fmt: skip


def _list() -> Operation:
    return {
        "operationId": "listDisputes",
        "tags": ["disputes"],
        "summary": "Find disputes, newest first",
        "parameters": queries.parameters(dispute.DisputesQuery),
        "responses": {
            "200": parts.answer(
                dispute_answers.DisputePage, "A page.", Link='The next page, `rel="next"`, where there is one.'
            ),
            **parts.problems(*parts.ALWAYS, *parts.LEDGER, "bad-cursor"),
        },
    }


def _get() -> Operation:
    return {
        "operationId": "getDispute",
        "tags": ["disputes"],
        "summary": "Fetch a dispute",
        "description": "With a viewer the ruling is made anew from what that person could see of the hand, and words "
        "are shown to whoever wrote them only.",
        "parameters": [_dispute_id(), *queries.parameters(dispute.ViewerQuery), parts.IF_NONE_MATCH],
        "responses": {
            "200": parts.answer(dispute_answers.Dispute, "The dispute.", ETag=CHANGED),
            **parts.UNCHANGED,
            **parts.problems(*parts.ALWAYS, *parts.LEDGER, "not-found"),
        },
    }


def _change(name: str, summary: str, description: str, body: Operation, *refused: str) -> Operation:
    return {
        "operationId": name,
        "tags": ["disputes"],
        "summary": summary,
        "description": description,
        "parameters": [_dispute_id(), _if_match()],
        "requestBody": body,
        "responses": {
            "200": parts.answer(dispute_answers.Dispute, "The dispute as it is now.", ETag=CHANGED),
            **parts.problems(
                *parts.ALWAYS, *parts.BODY, *parts.LEDGER, "not-found", "dispute-closed", "stale",
                "precondition-required", "not-storable", *refused,
            ),
        },
    }  # fmt: skip


def _rule() -> Operation:
    return _change(
        "ruleOnDispute",
        "Accept or reject an open dispute",
        "For keys with the scope `rule`. Accepting stores the revision of the hand in the same step; the record as it "
        "would be must be legal and over.",
        parts.body(dispute.RulingPost, {"decision": "accept", "by": "the floor"}),
        "conflict",
        "hand-revised",
        "not-disputable",
        "illegal-hand",
        "not-finished",
    )


def _withdraw() -> Operation:
    return _change(
        "withdrawDispute",
        "Take an open dispute back",
        "It stays in the lists as withdrawn, and may be filed again.",
        parts.body(dispute.WithdrawalPost, {"note": "I misread my hand."}),
    )


def _override() -> Operation:
    return _change(
        "overrideDispute",
        "Overrule as the final authority",
        "For keys with the scope `rule`. A named person says what holds whatever the rules give; the computed ruling "
        "stays beside it, and the hand as it is.",
        parts.body(dispute.OverridePost, {"by": "Rob", "result": "upheld"}),
        "not-disputable",
    )
