"""Ctrl-C that lets a command finish what it has in hand."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Patience:
    """Inside ``with Patience() as patience:`` Ctrl-C (and SIGTERM) raise KeyboardInterrupt as ever, but within
    ``with patience.finishing():`` only at its end. Asked a second time it does not wait."""

    def __init__(self) -> None:
        self._finishing = self._asked = False
        self._before: list[Any] = []

    def __enter__(self) -> Patience:
        self._before = [signal.signal(number, self._came) for number in SIGNALS]
        return self

    def __exit__(self, *exc: object) -> None:
        for number, handler in zip(SIGNALS, self._before, strict=True):
            signal.signal(number, handler)

    @contextmanager
    def finishing(self) -> Iterator[None]:
        """What stands inside is done before an interruption is heard."""
        self._finishing = True
        try:
            yield
        finally:
            self._finishing = False
        if self._asked:
            self._asked = False
            raise KeyboardInterrupt

    def _came(self, number: int, frame: FrameType | None) -> None:
        if self._finishing and not self._asked:
            self._asked = True
        else:
            raise KeyboardInterrupt
