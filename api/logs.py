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
        return json.dumps(line, default=str)


def configure() -> None:
    """Send the service's logs to standard error as lines of JSON; called once by what serves."""
    logger = logging.getLogger("studbook")
    if not logger.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines())
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
        logger.propagate = False


def init_app(app: Flask) -> None:
    """Give each request its id, and a line in the log when it is answered."""

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()
        given = request.headers.get("X-Request-Id", "")
        g.request_id = given if _REQUEST_ID.fullmatch(given) else os.urandom(8).hex()

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.request_id
        access.info(
            "%s %s %s",
            request.method,
            request.path,
            response.status_code,
            extra={
                "method": request.method,
                "route": request.url_rule.rule if request.url_rule else None,
                "status": response.status_code,
                "problem": g.get("problem"),
                "milliseconds": round((time.perf_counter() - g.began) * 1000, 2),
                "app": g.get("app_id"),
            },
        )
        return response
