"""Logs as lines of JSON, and the id by which a request is found in them."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Flask, Response, g, has_request_context, request

# What a caller may choose as the id of its request; anything else is given one of ours.
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_NOT_OURS = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}

access = logging.getLogger("studbook.access")
_encoded = msgspec.json.Encoder(enc_hook=str).encode


def _as_json(line: Mapping[str, Any]) -> str:
    # What is not ASCII is escaped: some of it a terminal would obey, and half a surrogate pair cannot be written.
    with contextlib.suppress(UnicodeEncodeError):
        if (text := _encoded(line).decode()).isascii():
            return text
    return json.dumps(line, default=str)


class JsonLines(logging.Formatter):
    """One record as one line: time, level, logger, message, request id, and what the caller put beside."""

    def format(self, record: logging.LogRecord) -> str:
        request_id = g.get("request_id") if has_request_context() else None
        beside = {name: value for name, value in record.__dict__.items() if name not in _NOT_OURS}
        if record.exc_info:
            beside["error"] = self.formatException(record.exc_info)
        return _line(record.created, record.levelname.lower(), record.name, record.getMessage(), request_id, beside)


def _line(
    seconds: float, level: str, logger: str, message: str, request_id: str | None, beside: Mapping[str, Any]
) -> str:
    line: dict[str, Any] = {
        "time": datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds"),
        "level": level,
        "logger": logger,
        "message": message,
    }
    if request_id:
        line["request_id"] = request_id
    return _as_json({**line, **beside})


class ToStandardError(logging.Handler):
    """Writes to what standard error is at that moment, which need not be what it was at the start."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line; a log that cannot be written stops nothing."""
        try:
            _write(self.format(record))
        except (OSError, ValueError):
            self.handleError(record)


def _write(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


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
        # The objects themselves, here and below: each attribute of the stand-ins looks for the context again.
        asked, known = request._get_current_object(), g._get_current_object()  # type: ignore[attr-defined]
        known.began = time.perf_counter()
        given = asked.environ.get("HTTP_X_REQUEST_ID", "")
        known.request_id = given if _REQUEST_ID.fullmatch(given) else os.urandom(8).hex()

    @app.after_request
    def end(response: Response) -> Response:
        asked, known = request._get_current_object(), g._get_current_object()  # type: ignore[attr-defined]
        response.headers["X-Request-Id"] = known.request_id
        if access.isEnabledFor(logging.INFO):
            # The address of a shared hand is the key to it.
            path = "/s/..." if asked.path.startswith("/s/") else asked.path
            beside = {
                "method": asked.method,
                "route": asked.url_rule.rule if asked.url_rule else None,
                "status": response.status_code,
                "problem": known.get("problem"),
                "milliseconds": round((time.perf_counter() - known.began) * 1000, 2),
                "app": known.get("app_id"),
            }
            message = f"{asked.method} {path} {response.status_code}"
            # Straight to where the handler writes: a record of each request would cost as much as the rest of it.
            with contextlib.suppress(OSError, ValueError):
                _write(_line(time.time(), "info", access.name, message, known.request_id, beside))
        return response
