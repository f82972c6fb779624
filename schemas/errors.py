"""What is wrong with a posted text or document, said for people and with its place.

Two kinds, because they are mended in different ways: `NotJson`, the text could not be read or is not fit to be
evidence; `Invalid`, it was read but is not a document of the schema.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# A record of junk can have thousands of faults; nobody reads more than these.
MOST_FAULTS = 50
SCHEMA_ERRORS = "_schema"  # marshmallow's name for faults of a whole object


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: where (a JSON Pointer, empty for the whole document) and what is wrong, without a full stop."""

    pointer: str
    detail: str


class NotJson(ValueError):
    """A text that is no JSON, or that could not be kept as posted. ``pointer``, or ``line`` and ``column``, say where.

    ``line`` and ``column`` count from 1; all three are None where there is nothing to point at.
    """

    def __init__(
        self, detail: str, *, pointer: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        place = pointer if pointer else f"line {line}, column {column}" if line else None
        super().__init__(f"{place}: {detail}" if place else detail)
        self.detail = detail
        self.pointer = pointer
        self.line = line
        self.column = column


class Invalid(ValueError):
    """A document that is not of its schema; ``errors`` says where and why, in the document's own order of fields."""

    def __init__(self, errors: tuple[Fault, ...], total: int | None = None) -> None:
        super().__init__("; ".join(f"{fault.pointer or '/'}: {fault.detail}" for fault in errors))
        self.errors = errors
        self.total = len(errors) if total is None else total

    @classmethod
    def of(cls, pointer: str, detail: str) -> Invalid:
        """The one fault at a place."""
        return cls((Fault(pointer, detail),))


def pointer_to(path: tuple[str | int, ...]) -> str:
    """The JSON Pointer (RFC 6901) of a path of keys and list positions."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def invalid_from(messages: Any, whole: str = "the record") -> Invalid:
    """An `Invalid` from marshmallow's nested messages.

    Messages of this project's fields are predicates ("must be ..."); the subject is the key they stand at, or
    ``whole`` for the document itself.
    """
    faults: list[Fault] = []
    total = 0
    for path, message in _leaves(messages, ()):
        total += 1
        if len(faults) < MOST_FAULTS:
            faults.append(Fault(pointer_to(path), f"{_subject(path, whole)} {message}"))
    return Invalid(tuple(faults), total)


def _leaves(messages: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _leaves(inner, path if key == SCHEMA_ERRORS and not isinstance(inner, dict) else (*path, key))
    elif isinstance(messages, list):
        for message in messages:
            yield from _leaves(message, path)
    else:
        yield path, str(messages)


def _subject(path: tuple[str | int, ...], whole: str) -> str:
    if not path:
        return whole
    last = path[-1]
    if isinstance(last, str):
        return shown(last)
    named = next((step for step in reversed(path) if isinstance(step, str)), "item")
    return f"{named}[{last}]"


def shown(value: Any) -> str:
    """A posted value as an error text quotes it: short, and never the inside of an object or a list."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        text = value if len(value) <= 60 else value[:57] + "..."
        return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text) + '"'
    if isinstance(value, int | float):
        # A number of thousands of digits cannot even be printed; and nobody could read it.
        return str(value) if not isinstance(value, int) or abs(value) < 10**30 else "a number of more than 30 digits"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    return f"a {type(value).__name__}"
