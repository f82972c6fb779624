"""The formats that can be written, by name, and writing of one hand or many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from studbook.formats.extension import CannotWrite
from studbook.formats.settled import Verdict

__all__ = ["WRITERS", "CannotWrite", "joined", "left_out", "write", "written"]

# The module that writes each format.
WRITERS = {"ndjson": "ndjson", "phh": "phh_writer", "ohh": "ohh_writer", "pokerstars": "pokerstars_writer"}

Document = Mapping[str, Any]


def write(document: Document, name: str, verdict: Verdict | None = None) -> str:
    """One hand as text of the format. ``verdict`` saves judging the hand again; where a hand is shown as one player
    saw it, it is what that player may know.

    Raises KeyError for a format that is not written, and CannotWrite where the format has no place for the hand.
    """
    found = _writer(name)
    text: str = found.write(document) if name == "ndjson" else found.write(document, verdict)
    return text


def written(hands: Iterable[tuple[Document, Verdict | None]], name: str) -> Iterator[str | CannotWrite]:
    """Many hands as the text of one file, piece by piece in order; a hand that the format has no place for gives its
    CannotWrite instead and takes nothing from the others."""
    number, first = 0, ""
    for document, verdict in hands:
        try:
            text = write(document, name, verdict)
        except CannotWrite as error:
            yield error
            continue
        number += 1
        if name != "phh":
            yield text
        elif number == 1:
            first = text
        else:
            yield _table(1, first) + _table(2, text) if number == 2 else _table(number, text)
    if number == 1 and first:
        yield first


def joined(texts: Sequence[str], name: str) -> str:
    """The texts of some hands, as `write` gives them, as the text of one file."""
    if name != "phh" or len(texts) == 1:
        return "".join(texts)
    return "".join(_table(number, text) for number, text in enumerate(texts, start=1))


def _table(number: int, text: str) -> str:
    # Several hands of PHH are the numbered tables of one document, a single one has none.
    return f"[{number}]\n{text}\n"


def left_out(document: Document, name: str) -> list[str]:
    """What the record has and the format does not carry, by name; only PokerStars text leaves anything out."""
    names: list[str] = _writer(name).left_out(document) if name == "pokerstars" else []
    return names


def _writer(name: str) -> Any:
    return import_module(f"studbook.formats.{WRITERS[name]}")
