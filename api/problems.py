"""Errors as RFC 9457 problems: one catalogue of types, one exception, and every error of the service made into one.

A problem's ``type`` is a stable address of this service, ``/docs/problems/<name>``, where a page says what it means and
what to do. A test holds catalogue and pages together.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException

from api.answers import json_text
from db import errors as ledger
from schemas.errors import Invalid, NotJson

MEDIA_TYPE = "application/problem+json"
ADDRESS = "/docs/problems/"

log = logging.getLogger("studbook.problems")


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of problem: its HTTP status and what it is, in words that never change for the type."""

    status: int
    title: str


KINDS: dict[str, Kind] = {
    "bad-json": Kind(400, "The body is not JSON that can be kept as posted"),
    "bad-record": Kind(400, "The document is not of the schema"),
    "bad-query": Kind(400, "The query is not one that this address knows"),
    "bad-cursor": Kind(400, "The cursor is not one that this list gave"),
    "bad-key": Kind(400, "The Idempotency-Key is no key"),
    "key-missing": Kind(400, "The hand has no name under which a repeated post would be known"),
    "bad-request": Kind(400, "The request could not be read"),
    "no-credentials": Kind(401, "A key is needed, and none that is known came with the request"),
    "not-allowed": Kind(403, "The key does not allow this"),
    "open-mode": Kind(403, "In open mode only this machine is served, and no proxy"),
    "not-found": Kind(404, "There is nothing at this address"),
    "method-not-allowed": Kind(405, "The address does not know this method"),
    "conflict": Kind(409, "Somebody else is changing the same thing"),
    "key-reused": Kind(409, "Another hand is stored under this name"),
    "too-large": Kind(413, "The body is too large"),
    "unsupported-media-type": Kind(415, "The body is of a media type that this address does not read"),
    "illegal-hand": Kind(422, "The hand breaks a rule"),
    "not-finished": Kind(422, "The hand is not over"),
    "not-storable": Kind(422, "The ledger cannot hold one of these values"),
    "internal": Kind(500, "The service has a fault"),
    "ledger-unavailable": Kind(503, "The ledger cannot be reached"),
    "too-slow": Kind(503, "The ledger took too long"),
}
BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
}
RETRY_AFTER = 1  # seconds


class Problem(Exception):
    """A request that cannot be answered as asked. ``extensions`` are members of the problem beside the usual ones."""

    def __init__(self, kind: str, detail: str, *, headers: dict[str, str] | None = None, **extensions: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.headers = headers or {}
        self.extensions = extensions

    def document(self) -> dict[str, Any]:
        """The problem as the members of RFC 9457, ours after them."""
        kind = KINDS[self.kind]
        return {
            "type": ADDRESS + self.kind,
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail,
            **self.extensions,
        }


def from_not_json(error: NotJson) -> Problem:
    """The problem of a text that is no JSON, with its place."""
    place: dict[str, Any] = {"pointer": error.pointer, "line": error.line, "column": error.column}
    return Problem("bad-json", f"{error}.", **{name: value for name, value in place.items() if value is not None})


def from_invalid(error: Invalid, kind: str = "bad-record") -> Problem:
    """The problem of a document that is not of its schema, with every fault and its pointer."""
    first = error.errors[0]
    more = f" (and {error.total - 1:,} more)" if error.total > 1 else ""
    faults = [{"pointer": fault.pointer, "detail": fault.detail} for fault in error.errors]
    return Problem(kind, f"{first.pointer}: {first.detail}{more}.".removeprefix(": "), errors=faults)


def answer(problem: Problem) -> Response:
    """The problem as an answer; the request's id goes in, so that the log can be asked about it."""
    document = problem.document()
    if request_id := g.get("request_id"):
        document["request_id"] = request_id
    response = Response(json_text(document), status=document["status"], content_type=MEDIA_TYPE)
    response.headers.update(problem.headers)
    g.problem = problem.kind
    return response


def from_http(error: HTTPException) -> Response:
    """Flask's and werkzeug's own refusals as problems, their headers kept: 405 must say what is allowed."""
    response = error.get_response()
    if error.code is None or error.code < 400 or error.response is not None:
        assert isinstance(response, Response)
        return response
    headers = {
        name: value for name, value in response.headers if name.lower() not in ("content-type", "content-length")
    }
    kind = BY_STATUS.get(error.code)
    if kind is not None:
        return answer(Problem(kind, error.description or KINDS[kind].title, headers=headers))
    document = {"type": "about:blank", "title": HTTPStatus(error.code).phrase, "status": error.code}
    if request_id := g.get("request_id"):
        document["request_id"] = request_id
    made = Response(json_text(document), status=error.code, content_type=MEDIA_TYPE)
    made.headers.update(headers)
    return made


def from_ledger(error: ledger.LedgerError) -> Response:
    """What the ledger could not do. What may work in a moment says when to try again."""
    later = {"Retry-After": str(RETRY_AFTER)}
    if isinstance(error, ledger.Unavailable):
        return answer(Problem("ledger-unavailable", str(error), headers=later))
    if isinstance(error, ledger.TooSlow):
        return answer(Problem("too-slow", str(error), headers=later))
    if isinstance(error, ledger.Conflict):
        return answer(Problem("conflict", str(error), headers=later))
    if isinstance(error, ledger.BadData | ledger.Refused):
        return answer(Problem("not-storable", str(error)))
    return from_fault(error)


def from_fault(error: Exception) -> Response:
    """A fault of ours: the log has all of it, the caller the id under which to find it there."""
    log.error("unhandled %s", type(error).__name__, exc_info=error)
    return answer(Problem("internal", "This is a fault of the service, not of the request. The log has it by its id."))


def init_app(app: Flask) -> None:
    """Every error of the service leaves as a problem."""
    app.register_error_handler(Problem, answer)
    app.register_error_handler(NotJson, lambda error: answer(from_not_json(error)))
    app.register_error_handler(Invalid, lambda error: answer(from_invalid(error)))
    app.register_error_handler(ledger.LedgerError, from_ledger)
    app.register_error_handler(HTTPException, from_http)
    app.register_error_handler(Exception, from_fault)
