"""The contract's operations on hands, results and games, and those for operators."""

from __future__ import annotations

from typing import Any

from api import openapi_parts as parts
from api.kinds import KINDS
from api.openapi_forms import with_forms
from schemas import answers, queries, verdict
from studbook.games import GAMES

Operation = dict[str, Any]

TAGS = [
    {"name": "referee", "description": "Judging, without storing"},
    {"name": "ledger", "description": "Stored hands"},
    {"name": "games", "description": "Rule sheets"},
    {"name": "operating", "description": "For operators"},
]


def paths() -> dict[str, dict[str, Operation]]:
    """The operations by path and method."""
    return {
        "/v1/adjudications": {"post": _adjudicate()},
        "/v1/hands": {"get": _list_hands(), "post": _post_hand()},
        "/v1/hands/batch": {"post": _batch()},
        "/v1/hands/{hand_id}": {"get": _get_hand()},
        "/v1/results": {"get": _results()},
        "/v1/games": {"get": _list_games()},
        "/v1/games/{game}": {"get": _get_game()},
        **_operating(),
    }


def _adjudicate() -> Operation:
    """POST /v1/adjudications."""
    return {
        "operationId": "adjudicate",
        "tags": ["referee"],
        "summary": "Judge a hand",
        "description": "Any record of the schema gets 200 and a verdict, whatever its status; nothing is stored.",
        "parameters": queries.parameters(queries.AdjudicationQuery),
        "requestBody": parts.record_body(),
        "responses": {
            "200": parts.answer(verdict.Verdict, "The verdict.", parts.recorded("adjudication")),
            **parts.problems(*parts.ALWAYS, *parts.BODY),
        },
    }


def _post_hand() -> Operation:
    return {
        "operationId": "storeHand",
        "tags": ["ledger"],
        "summary": "Judge and store a hand",
        "description": "The name under which a repeated post is known is the record's `ref`, or the header "
        "`Idempotency-Key` where it has none. The same hand again under its name is answered with the stored one.",
        "parameters": [
            parts.header(
                "Idempotency-Key",
                "1 to 200 visible ASCII characters, quoted or bare.",
                minLength=1,
                maxLength=200,
                pattern="^[!#-~]+$",
            )
        ],
        "requestBody": parts.record_body(),
        "responses": {
            "200": parts.answer(
                answers.StoredHand,
                "The same hand was stored before; this is it.",
                Location="Where it is found.",
                Idempotent_Replayed="`true`.",
                ETag="Of the answer.",
            ),
            "201": parts.answer(
                answers.StoredHand,
                "Stored.",
                parts.recorded("stored"),
                Location="Where it is found.",
                ETag="Of the answer.",
            ),
            **parts.problems(
                *parts.ALWAYS,
                *parts.BODY,
                *parts.LEDGER,
                *("bad-key", "key-missing", "key-reused", "conflict", "purged"),
                *("illegal-hand", "not-finished", "not-storable"),
            ),
        },
    }


def _list_hands() -> Operation:
    return {
        "operationId": "listHands",
        "tags": ["ledger"],
        "summary": "Find stored hands, newest first",
        "description": "Revised hands are left out. Pot, net, status, showdown and declared only narrow a list: one of "
        "the others, or a time, must stand beside them. By the header `Accept` a page comes in another form; as NDJSON "
        "without a limit all hands come, a record a line.",
        "parameters": queries.parameters(queries.HandsQuery),
        "responses": {
            "200": with_forms(
                parts.answer(
                    answers.HandPage,
                    "A page.",
                    parts.recorded("page"),
                    Link='The next page, `rel="next"`, where there is one.',
                ),
                listed=True,
            ),
            **parts.problems(*parts.ALWAYS, *parts.LEDGER, "bad-cursor", "not-acceptable"),
        },
    }


def _get_hand() -> Operation:
    return {
        "operationId": "getHand",
        "tags": ["ledger"],
        "summary": "Fetch a stored hand",
        "parameters": [
            parts.in_path("hand_id", "The id under which the hand is stored."),
            *queries.parameters(queries.HandQuery),
            parts.IF_NONE_MATCH,
        ],
        "responses": {
            "200": with_forms(parts.answer(answers.StoredHand, "The hand.", ETag="Changes when the hand is revised.")),
            "303": {
                "description": "`text/html` is preferred: the page of the hand.",
                "headers": {"Location": {"description": "The page.", "schema": {"type": "string"}}},
            },
            **parts.UNCHANGED,
            **parts.problems(*parts.ALWAYS, *parts.LEDGER, "not-found", "not-acceptable"),
        },
    }


def _list_games() -> Operation:
    return {
        "operationId": "listGames",
        "tags": ["games"],
        "summary": "The games that the referee knows",
        "responses": {"200": parts.answer(answers.GameList, "The games."), **parts.problems(*parts.ALWAYS)},
    }


def _get_game() -> Operation:
    return {
        "operationId": "getGame",
        "tags": ["games"],
        "summary": "A game's rule sheet",
        "parameters": [parts.in_path("game", "The game's name.", type="string", enum=list(GAMES))],
        "responses": {
            "200": parts.answer(answers.GameSheet, "The sheet."),
            **parts.problems(*parts.ALWAYS, "not-found"),
        },
    }


def _batch() -> Operation:
    return {
        "operationId": "storeHands",
        "tags": ["ledger"],
        "summary": "Judge and store many hands",
        "description": "NDJSON in and out: a record a line, each with its `ref`, answered in order by a line "
        "`{line, status, id}` or `{line, status, problem}`; `status` is that of `POST /v1/hands`. A broken line costs "
        "itself only, and repeating the batch stores nothing twice. Answers come while the body is still being read: "
        "read them as they come, or send some ten thousand lines at a time.",
        "requestBody": {
            "required": True,
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        },
        "responses": {
            **parts.text_answer("application/x-ndjson", "A line of `BatchLine` for each line that is not empty."),
            **parts.problems(*parts.ALWAYS, "unsupported-media-type", "bad-request"),
        },
    }


def _results() -> Operation:
    return {
        "operationId": "results",
        "tags": ["ledger"],
        "summary": "Who won how much",
        "description": "One player's results by game and month, the latest first; or everybody's at a table or under a "
        "tag, the biggest winner first. Only hands count whose chips are known; amounts of different currencies stay "
        "apart.",
        "parameters": queries.parameters(queries.ResultsQuery),
        "responses": {
            "200": parts.answer(answers.Results, "The results.", parts.recorded("results")),
            **parts.problems(*parts.ALWAYS, *parts.LEDGER),
        },
    }


def _operating() -> dict[str, dict[str, Operation]]:
    ready = {"200": parts.answer(answers.Ready, "Ready."), **parts.problems("ledger-unavailable")}
    page = parts.in_path("name", "The last part of a problem's `type`.", type="string", enum=list(KINDS))
    text = parts.text_answer
    return {
        "/livez": _ask("livez", "Is the process alive?", {"200": parts.answer(answers.Alive, "It is.")}),
        "/readyz": _ask("readyz", "Can the service answer from its ledger?", ready),
        "/metrics": _ask("metrics", "Figures for Prometheus", text("text/plain", "The figures.")),
        "/openapi.yaml": _ask("contract", "This document", text("application/yaml", "The contract.", "object")),
        "/docs/problems/{name}": _ask(
            "problemPage",
            "What a type of problem means",
            {**text("text/markdown", "The page."), **parts.problems("not-found")},
            parameters=[page],
        ),
    }


def _ask(name: str, summary: str, responses: Operation, **more: Any) -> dict[str, Operation]:
    """A question that needs no key."""
    asked = {"operationId": name, "tags": ["operating"], "summary": summary, "security": []}
    return {"get": {**asked, **more, "responses": {**responses, **parts.problems("open-mode")}}}
