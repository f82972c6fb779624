"""API keys: what they look like, what is kept of them, and how one that comes with a request is known again.

A key is ``sb_<app>_<prefix>_<secret>``. The visible prefix finds it, and tells a scanner for leaked secrets what it is;
the secret is 256 random bits, so a fast keyed hash (HMAC-SHA256 under STUDBOOK_SECRET) is as good as a slow one.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from dataclasses import dataclass

from api.ledger import Ledger
from db import keys
from db.errors import Unavailable

SCOPES = ("read", "write", "rule")
REMEMBERED = 30.0  # seconds for which a worker takes a key for known; a revoked key lives on for so long at most
# While the ledger cannot be asked, keys that were known before stay known: the stateless referee needs no ledger.
REMEMBERED_WITHOUT_LEDGER = 3600.0
MOST_REMEMBERED = 10_000

_KEY = re.compile(r"sb_([1-9]\d{0,17})_([0-9a-f]{12})_([A-Za-z0-9_-]{43})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose key it is, and what it allows."""

    app_id: int
    scopes: frozenset[str]


def new_key(app_id: int, secret: str) -> tuple[str, str, bytes]:
    """A new key for an app: the key itself, its prefix, and the hash to keep."""
    prefix = secrets.token_hex(6)
    key = f"sb_{app_id}_{prefix}_{secrets.token_urlsafe(32)}"
    return key, prefix, hash_of(key, secret)


def hash_of(key: str, secret: str) -> bytes:
    """The keyed hash of a key."""
    return hmac.digest(secret.encode(), key.encode(), hashlib.sha256)


class KeyRing:
    """Knows keys again: asks the ledger, and remembers the answer for a short while, each worker for itself."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._remembered: dict[bytes, tuple[float, Holder]] = {}

    def holder(self, key: str, ledger: Ledger) -> Holder | None:
        """Who holds this key; None where it is none, or revoked. Raises the ledger's errors where it is not known."""
        match = _KEY.fullmatch(key)
        if match is None:
            return None
        hashed, now = hash_of(key, self._secret), time.monotonic()
        asked_at, holder = self._remembered.get(hashed, (None, None))
        if asked_at is not None and now - asked_at < REMEMBERED:
            return holder
        app_id, prefix = int(match[1]), match[2]
        try:
            with ledger.connection() as connection:
                known = keys.known(connection, app_id, prefix)
        except Unavailable:
            if asked_at is not None and now - asked_at < REMEMBERED_WITHOUT_LEDGER:
                return holder
            raise
        if known is None or not hmac.compare_digest(known.hash, hashed):
            self._remembered.pop(hashed, None)
            return None
        if len(self._remembered) >= MOST_REMEMBERED:
            self._remembered.clear()
        found = Holder(app_id, known.scopes)
        self._remembered[hashed] = (now, found)
        return found
