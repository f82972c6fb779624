"""What the service counts, for Prometheus; over all workers where they share a folder (PROMETHEUS_MULTIPROC_DIR)."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

# By route rule, never by path, and by known methods only: each path or word of a caller would be a series of its own.
REQUESTS = Counter("studbook_requests_total", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram(
    "studbook_request_seconds",
    "Time to answer a request",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
VERDICTS = Counter("studbook_adjudications_total", "Hands judged", ["game", "status"])
VIOLATIONS = Counter("studbook_violations_total", "Hands that broke a rule, by the rule", ["code"])
METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))
POOL = Gauge("studbook_pool", "Connections to the ledger", ["figure"], multiprocess_mode="livesum")


def count_verdict(verdict: Mapping[str, Any], known_games: Mapping[str, object]) -> None:
    """Count a verdict by game and status, and its violation by code. A game nobody knows is counted as one."""
    game = verdict["game"]
    VERDICTS.labels(game if game in known_games else "unknown", verdict["status"]).inc()
    for violation in verdict["violations"]:
        VIOLATIONS.labels(violation["code"]).inc()


def exposition(pool: Mapping[str, int]) -> bytes:
    """All figures in Prometheus' text format, with those of this worker's pool brought up to date."""
    _note_pool(pool)
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _note_pool(pool: Mapping[str, int]) -> None:
    for name in ("pool_size", "pool_available", "requests_waiting", "requests_errors"):
        POOL.labels(name).set(pool.get(name, 0))


def init_app(app: Flask) -> None:
    """Count each request when it is answered; and, once a second at most, note how the worker's pool is, since another
    worker may be the one that is asked."""
    noted = 0.0

    @app.after_request
    def count(response: Response) -> Response:
        nonlocal noted
        if (now := time.monotonic()) - noted >= 1:
            noted = now
            _note_pool(app.extensions["ledger"].stats())
        asked = request._get_current_object()  # type: ignore[attr-defined]
        method = asked.method if asked.method in METHODS else "other"
        requests, seconds = _series(method, asked.url_rule.rule if asked.url_rule else "none", response.status_code)
        requests.inc()
        seconds.observe(time.perf_counter() - g.began)
        return response


@functools.lru_cache(maxsize=1024)
def _series(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, status), SECONDS.labels(route)


MEDIA_TYPE = CONTENT_TYPE_LATEST
