"""Logs as lines of JSON, and the id by which a request is found in them."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, g, has_request_context, request

# What a caller may choose as the id of its request; anything else is given one of ours.
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_NOT_OURS = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}

access = logging.getLogger("studbook.access")
_as_json = json.JSONEncoder(default=str).encode


class JsonLines(logging.Formatter):
    """One record as one line: time, level, logger, message, request id, and what the caller put beside."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if has_request_context() and (request_id := g.get("request_id")):
            line["request_id"] = request_id
        line.update((name, value) for name, value in record.__dict__.items() if name not in _NOT_OURS)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return _as_json(line)


class ToStandardError(logging.Handler):
    """Writes to what standard error is at that moment, which need not be what it was at the start."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line; a log that cannot be written stops nothing."""
        try:
            sys.stderr.write(self.format(record) + "\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            self.handleError(record)


def configure() -> None:
    """Send the service's logs to standard error as lines of JSON, and those of the ledger's pool; done once."""
    logger = logging.getLogger("studbook")
    if logger.handlers:
        return
    handler = ToStandardError()
    handler.setFormatter(JsonLines())
    logger.setLevel(logging.INFO)
    for each in (logger, logging.getLogger("psycopg.pool")):
        each.addHandler(handler)
        each.propagate = False


def init_app(app: Flask) -> None:
    """Give each request its id, and a line in the log when it is answered."""

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()
        given = request.headers.get("X-Request-Id", "")
        g.request_id = given if _REQUEST_ID.fullmatch(given) else os.urandom(8).hex()

    @app.after_request
    def end(response: Response) -> Response:
        # The objects themselves: each attribute of the stand-ins looks for the context again.
        asked, known = request._get_current_object(), g._get_current_object()  # type: ignore[attr-defined]
        response.headers["X-Request-Id"] = known.request_id
        if access.isEnabledFor(logging.INFO):
            # The address of a shared hand is the key to it.
            path = "/s/..." if asked.path.startswith("/s/") else asked.path
            message = f"{asked.method} {path} {response.status_code}"
            # Not access.info(), which looks through the stack for the line of code that called it.
            line = logging.LogRecord(access.name, logging.INFO, "", 0, message, None, None)
            line.method = asked.method
            line.route = asked.url_rule.rule if asked.url_rule else None
            line.status = response.status_code
            line.problem = known.get("problem")
            line.milliseconds = round((time.perf_counter() - known.began) * 1000, 2)
            line.app = known.get("app_id")
            access.handle(line)
        return response
