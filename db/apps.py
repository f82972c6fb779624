"""The applications that post hands."""

from __future__ import annotations

DEFAULT_APP = 1
"""The app of the open mode; migration 0001 makes it."""
