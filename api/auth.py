"""Who asks, and what they may: a key, or, in open mode, anybody on this machine.

Under /v1 a key comes as ``Authorization: Bearer``. Elsewhere, for people's browsers, also as the password of HTTP
Basic; pages themselves refuse where ``g.app_id`` is not set (api/pages/site.py).
"""

from __future__ import annotations

import logging

from flask import Flask, current_app, g, request

from api.keys import KeyRing
from api.kinds import Problem
from api.ledger import pool
from api.settings import Settings, is_loopback
from db.apps import DEFAULT_APP

PROXY_HEADERS = {"HTTP_FORWARDED": "Forwarded", "HTTP_X_FORWARDED_FOR": "X-Forwarded-For"}
# What an operation needs where it is not read for asking and write for changing; None: any key.
SCOPES = {
    "adjudications.adjudicate": None,
    "disputes.post_ruling": "rule",
    "disputes.post_override": "rule",
    # Pages: trying a hand stores nothing, and the choice of a deck is nobody's business.
    "attempt.judge": None,
    "preferences.prefer": None,
    "dispute.rule": "rule",
    "dispute.overrule": "rule",
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

log = logging.getLogger("studbook.auth")


def init_app(app: Flask, settings: Settings) -> None:
    """Before each request: set ``g.app_id`` where it is known who asks; under /v1 refuse whoever is not."""
    if settings.open:
        app.before_request(_open)
        return
    if not settings.secret:
        log.warning("STUDBOOK_SECRET is not set: no key can be known, and every request under /v1 is refused")
    app.extensions["keys"] = KeyRing(settings.secret) if settings.secret else None
    app.before_request(_keyed)


def _open() -> None:
    """Open mode: no key, but nobody from elsewhere either, whoever forwarded the request here."""
    environ = request.environ
    for key, name in PROXY_HEADERS.items():
        if key in environ:
            raise Problem(
                "open-mode",
                f"The request carries {name}: it came through a proxy, and open mode (STUDBOOK_OPEN=1) serves this "
                "machine only. Behind a proxy leave STUDBOOK_OPEN away and make keys: studbook keys create",
            )
    if not is_loopback(environ.get("REMOTE_ADDR") or "") or not is_loopback(environ.get("HTTP_HOST") or request.host):
        # The name too: a page from elsewhere may have its own name point at this machine.
        raise Problem("open-mode", "Open mode (STUDBOOK_OPEN=1) answers requests from and to this machine only.")
    g.app_id = DEFAULT_APP


def _keyed() -> None:
    api = request.path.startswith("/v1/")
    key = _key(basic_too=not api)
    ring: KeyRing | None = current_app.extensions["keys"]
    holder = ring.holder(key, pool()) if key and ring else None
    if holder is None:
        if api:
            raise Problem(
                "no-credentials",
                "The key is not known, or was revoked." if key else "Send a key as Authorization: Bearer KEY.",
                headers={"WWW-Authenticate": 'Bearer realm="studbook"' + (', error="invalid_token"' if key else "")},
            )
        return
    needed = SCOPES.get(request.endpoint or "", "read" if request.method in SAFE_METHODS else "write")
    if needed is not None and needed not in holder.scopes:
        raise Problem(
            "not-allowed",
            f"This needs a key with the scope {needed}; this one has {', '.join(sorted(holder.scopes))}.",
            headers={"WWW-Authenticate": f'Bearer realm="studbook", error="insufficient_scope", scope="{needed}"'},
        )
    g.app_id = holder.app_id


def _key(basic_too: bool) -> str | None:
    given = request.authorization
    if given is None:
        return None
    if given.type == "bearer":
        return given.token
    return given.password if basic_too and given.type == "basic" else None
