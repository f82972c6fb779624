"""Who asks, and what they may: a key in `Authorization: Bearer`, or, in open mode, anybody on this machine."""

from __future__ import annotations

from flask import Flask, g, request

from api.kinds import Problem
from api.settings import Settings, is_loopback
from db.apps import DEFAULT_APP

PROXY_HEADERS = ("Forwarded", "X-Forwarded-For")


def init_app(app: Flask, settings: Settings) -> None:
    """Before each request under /v1: set ``g.app_id``, or refuse."""
    app.before_request(_open if settings.open else _keyed)


def _open() -> None:
    """Open mode: no key, but nobody from elsewhere either, whoever forwarded the request here."""
    for name in PROXY_HEADERS:
        if name in request.headers:
            raise Problem(
                "open-mode",
                f"The request carries {name}: it came through a proxy, and open mode (STUDBOOK_OPEN=1) serves this "
                "machine only. Behind a proxy leave STUDBOOK_OPEN away and make keys: studbook keys create",
            )
    if not is_loopback(request.remote_addr or "") or not is_loopback(request.host):
        # The name too: a page from elsewhere may have its own name point at this machine.
        raise Problem("open-mode", "Open mode (STUDBOOK_OPEN=1) answers requests from and to this machine only.")
    g.app_id = DEFAULT_APP


def _keyed() -> None:
    if request.path.startswith("/v1/"):
        raise Problem(
            "no-credentials",
            "Send a key as Authorization: Bearer KEY; studbook keys create makes one.",
            headers={"WWW-Authenticate": 'Bearer realm="studbook"'},
        )
