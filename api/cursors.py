"""Where a page ended, as an opaque text that goes on with the same filters only.

A cursor is the last hand's time and id and a signature over both and the filters: a cursor that was made up, cut, or
taken to another list is noticed, and refused rather than answered with the wrong page.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import struct
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from api.kinds import Problem
from db.rows import Cursor

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_POSITION = struct.Struct(">q16s")  # microseconds since the epoch, id
_SIGNATURE_BYTES = 12
# The filters are signed, not how many and what of each hand: a page may be longer than the one before.
_NOT_FILTERS = ("cursor", "limit", "include")


def write_cursor(cursor: Cursor, query: Mapping[str, Any], secret: str | None) -> str:
    """The cursor as text, bound to the filters of ``query``."""
    microseconds = (cursor.played_at - _EPOCH) // timedelta(microseconds=1)
    position = _POSITION.pack(microseconds, cursor.id.bytes)
    return base64.urlsafe_b64encode(position + _signature(position, query, secret)).decode()


def read_cursor(text: str, query: Mapping[str, Any], secret: str | None) -> Cursor:
    """The cursor that `write_cursor` wrote for the same filters. Raises the problem ``bad-cursor`` for any other."""
    try:
        data = base64.b64decode(text.encode(), altchars=b"-_", validate=True)
        position, signature = data[: _POSITION.size], data[_POSITION.size :]
        microseconds, identity = _POSITION.unpack(position)
    except (ValueError, binascii.Error, struct.error):
        raise Problem("bad-cursor", "The cursor is not one that this list gave.") from None
    if not hmac.compare_digest(signature, _signature(position, query, secret)):
        raise Problem(
            "bad-cursor", "The cursor was not given by this list with these filters; begin again without a cursor."
        )
    return Cursor(_EPOCH + timedelta(microseconds=microseconds), uuid.UUID(bytes=identity))


def _signature(position: bytes, query: Mapping[str, Any], secret: str | None) -> bytes:
    filters = {name: value for name, value in query.items() if name not in _NOT_FILTERS}
    text = json.dumps(filters, sort_keys=True, default=str).encode()
    return hmac.digest((secret or "open").encode(), position + text, hashlib.sha256)[:_SIGNATURE_BYTES]
