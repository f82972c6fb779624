"""Documents as the compact JSON that the service and the command line write."""

from __future__ import annotations

from typing import Any

import msgspec

json_bytes = msgspec.json.Encoder().encode


def json_text(document: Any) -> str:
    """The document as JSON: UTF-8, no spaces, members in the document's own order."""
    return json_bytes(document).decode()
