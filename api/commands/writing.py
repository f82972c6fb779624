"""Writing hands in any of the formats that can be written, for the commands that do."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO

import click

from studbook.formats.writers import WRITERS, CannotWrite, Document, left_out, written


def to_option(required: bool) -> Callable[[Any], Any]:
    """The option ``--to``."""
    return click.option("--to", "target", type=click.Choice(list(WRITERS)), required=required, help="What to write.")


class Output:
    """Hands on their way out. What the format has no place for is told on standard error and counted in ``refused``."""

    def __init__(self, target: str, stream: BinaryIO | None = None) -> None:
        self.target = target
        self.refused = self.hands = 0
        self._stream = sys.stdout.buffer if stream is None else stream
        self._left_out: Counter[str] = Counter()
        self._where = ""

    def write(self, hands: Iterable[tuple[str, Document, Mapping[str, Any] | None]]) -> None:
        """Write all of them: where each is from, its record, and its verdict where that is known."""
        for piece in written(self._noted(hands), self.target):
            if isinstance(piece, CannotWrite):
                self.refused += 1
                click.echo(f"{self._where}: not written: {piece}", err=True)
            else:
                self._stream.write(piece.encode())
        self._stream.flush()

    def tell(self) -> None:
        """Say on standard error what the format did not carry."""
        if self._left_out:
            told = ", ".join(f"{name} ({count:,})" for name, count in self._left_out.most_common())
            click.echo(f"{self.target} text has no place for these, left out of so many hands: {told}", err=True)

    def _noted(
        self, hands: Iterable[tuple[str, Document, Mapping[str, Any] | None]]
    ) -> Iterator[tuple[Document, Mapping[str, Any] | None]]:
        for self._where, document, verdict in hands:
            if self.target == "pokerstars" and "events" in document:
                self._left_out.update(left_out(document, self.target))
            self.hands += 1
            yield document, verdict
