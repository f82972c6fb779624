"""Every error of the service leaves as an RFC 9457 problem, with the request's id in it."""

from __future__ import annotations

import logging
from http import HTTPStatus

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException

from api.kinds import KINDS, Problem, from_invalid, from_not_json
from api.text import json_text
from db import errors as ledger
from schemas.errors import Invalid, NotJson

MEDIA_TYPE = "application/problem+json"
BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
}
RETRY_AFTER = 1  # seconds

log = logging.getLogger("studbook.problems")


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


def from_ledger(error: ledger.LedgerError) -> Problem:
    """What the ledger could not do. What may work in a moment says when to try again."""
    later = {"Retry-After": str(RETRY_AFTER)}
    if isinstance(error, ledger.Unavailable):
        return Problem("ledger-unavailable", str(error), headers=later)
    if isinstance(error, ledger.TooSlow):
        return Problem("too-slow", str(error), headers=later)
    if isinstance(error, ledger.Conflict):
        return Problem("conflict", str(error), headers=later)
    if isinstance(error, ledger.BadData | ledger.Refused):
        return Problem("not-storable", str(error))
    return fault(error)


def fault(error: Exception) -> Problem:
    """A fault of ours: the log has all of it, the caller the id under which to find it there."""
    log.error("unhandled %s", type(error).__name__, exc_info=error)
    return Problem("internal", "This is a fault of the service, not of the request. The log has it by its id.")


def init_app(app: Flask) -> None:
    """Every error of the service leaves as a problem."""
    app.register_error_handler(Problem, answer)
    app.register_error_handler(NotJson, lambda error: answer(from_not_json(error)))
    app.register_error_handler(Invalid, lambda error: answer(from_invalid(error)))
    app.register_error_handler(ledger.LedgerError, lambda error: answer(from_ledger(error)))
    app.register_error_handler(HTTPException, from_http)
    app.register_error_handler(Exception, lambda error: answer(fault(error)))
