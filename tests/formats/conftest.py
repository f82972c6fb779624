"""What the tests of the readers share: reading of small texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats import registry
from studbook.formats.common import Read, Result, Unread
from studbook.record import record_from_dict
from studbook.referee import replay


@pytest.fixture
def results() -> Callable[[str], list[Result]]:
    """All results of a text, its format told from the text."""
    return lambda text: list(registry.read_text(text, "test.txt"))


@pytest.fixture
def read_hand() -> Callable[[str], Read]:
    """The one hand of a text that must be read."""

    def read(text: str) -> Read:
        found = list(registry.read_text(text, "test.txt"))
        assert len(found) == 1, found
        assert isinstance(found[0], Read), found[0]
        return found[0]

    return read


@pytest.fixture
def unread_hand() -> Callable[[str], Unread]:
    """The one failure of a text that must not be read."""

    def read(text: str) -> Unread:
        found = list(registry.read_text(text, "test.txt"))
        assert len(found) == 1, found
        assert isinstance(found[0], Unread), found[0]
        return found[0]

    return read


@pytest.fixture
def ruling() -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The verdict on a document, as a document."""
    return lambda document: replay(record_from_dict(document)).to_dict()
