"""Hands of hand histories on their way into the ledger, some at a time: known ones passed over, the others judged and
stored. The service and the command line both come through here.

Hands are known by their ``ref`` (``<site>:<hand_no>``), or by their digest where a record has none, so that an import
can be repeated, and broken off and begun again, without storing anything twice.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import psycopg

from api.kinds import Problem, from_invalid, from_not_json
from api.ledger import new_hand
from api.text import json_text
from db.errors import BadData, LedgerError, Refused
from db.hands import first_posts, store, store_batch
from db.rows import NewHand, Stored
from schemas.errors import Invalid, NotJson
from schemas.json_text import read_json
from schemas.record import load_record
from studbook.formats.common import Read, Result, Skipped, Unread
from studbook.record import digest_of
from studbook.referee import replay

CHUNK = 100  # hands that are looked up, judged and stored together

# What became of a hand. NEW only where nothing is stored, to see what an import would do.
STORED, NEW, KNOWN, SKIPPED = "stored", "new", "known", "skipped"
DIFFERS, ILLEGAL, UNFINISHED, UNREAD, REFUSED = "differs", "illegal", "unfinished", "unread", "refused"
STATUSES = (STORED, NEW, KNOWN, SKIPPED, DIFFERS, ILLEGAL, UNFINISHED, UNREAD, REFUSED)
FAILURES = frozenset({DIFFERS, ILLEGAL, UNFINISHED, UNREAD, REFUSED})
# Warnings that say nothing about how far to trust the outcome.
_USUAL = frozenset({"default-used", "fold-not-facing-bet", "call-is-check"})

Watch = Callable[[Mapping[str, Any]], None]
Key = tuple[str | None, str | None]  # a ref, or what stands for an idempotency key


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one hand of a file.

    ``game``: the referee's name for it, for a skipped hand the source's. ``id``: where it is stored, or what is stored
    under its ref. ``verdict``: the verdict's status. ``doubts``: sentences about figures that do not agree, in the
    text or with the ruling. ``inferred``: what the text does not state and was worked out. ``problem``: of RFC 9457.
    """

    file: str
    line: int
    status: str
    hand_no: str | None = None
    ref: str | None = None
    game: str | None = None
    id: uuid.UUID | None = None
    verdict: str | None = None
    warnings: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()
    problem: dict[str, Any] | None = None

    def document(self, *, file: bool = True) -> dict[str, Any]:
        """The result as a line of JSON has it; members that say nothing are left out, ``file`` where it is plain."""
        made: dict[str, Any] = {"file": self.file} if file else {}
        made |= {"line": self.line, "status": self.status, "hand_no": self.hand_no, "ref": self.ref}
        made |= {"game": self.game, "id": None if self.id is None else str(self.id)}
        for name in ("verdict", "warnings", "doubts", "inferred", "problem"):
            if value := getattr(self, name):
                made[name] = list(value) if isinstance(value, tuple) else value
        return made


def in_chunks(results: Iterable[Result], size: int = CHUNK) -> Iterator[list[Result]]:
    """The results in lists of ``size``, the last one shorter."""
    iterator = iter(results)
    while chunk := list(islice(iterator, size)):
        yield chunk


@dataclass(slots=True)
class _Hand:
    """A hand that was read: its record as it will be stored, and the key under which it is known."""

    read: Read
    body: bytes

    @property
    def digest(self) -> str:
        """Of the record; made when it is asked for, since a new hand with a ref needs none here."""
        return digest_of(self.read.document)

    @property
    def key(self) -> Key:
        """The ref, or the digest in place of an idempotency key. (A ref that is no text is refused when judged.)"""
        ref = self.read.document.get("ref")
        return (ref, None) if isinstance(ref, str) and "\0" not in ref else (None, self.digest)

    def result(self, status: str, **more: Any) -> Imported:
        document, read = self.read.document, self.read
        made = Imported(read.file, read.line, status, document.get("hand_no"), document.get("ref"), document["game"])
        return replace(made, doubts=read.doubts, inferred=read.inferred, **more)


def import_chunk(
    connection: psycopg.Connection | None,
    app_id: int,
    results: Sequence[Result],
    *,
    keep: bool = True,
    watch: Watch | None = None,
) -> list[Imported]:
    """Store what is new of these results; an answer for each, in order. ``watch`` is told of each verdict.

    With ``keep`` false nothing is stored; without a connection nothing is looked up either. Raises the ledger's errors
    where nothing could be stored at all; a hand that the ledger cannot hold costs itself only.
    """
    answers: list[Imported | None] = [None] * len(results)
    hands: dict[int, _Hand] = {}
    for at, result in enumerate(results):
        answer = _prepared(result)
        if isinstance(answer, _Hand):
            hands[at] = answer
        else:
            answers[at] = answer
    keys = {at: hand.key for at, hand in hands.items()}
    known = _known(connection, app_id, keys.values())
    rows: dict[int, NewHand] = {}
    for at, hand in hands.items():
        if (found := known.get(keys[at])) is not None:
            stored_id, digest, purged = found
            if purged:
                answers[at] = _purged(hand)
            else:
                answers[at] = _under_its_name(hand, stored_id, digest == bytes.fromhex(hand.digest))
            continue
        answers[at], row = _judged(hand, keys[at], watch)
        if row is not None:
            rows[at] = row
    if keep and connection is not None:
        for at, stored in _stored(connection, app_id, rows).items():
            answers[at] = _after_storing(hands[at], answers[at], stored)
    return [answer for answer in answers if answer is not None]


def _prepared(result: Result) -> _Hand | Imported:
    if isinstance(result, Skipped):
        return Imported(result.file, result.line, SKIPPED, result.hand_no, game=result.game)
    if isinstance(result, Unread):
        return _unread(result.file, result.line, result.hand_no, result.reason)
    try:
        return _Hand(result, json_text(result.document).encode())
    except ValueError as error:  # half a surrogate pair, or no finite number: only JSON made elsewhere holds those
        number = result.document.get("hand_no")
        told = number if isinstance(number, str) and number.isprintable() else None
        return _unread(result.file, result.line, told, f"The record cannot be written as JSON: {error}")


def _unread(file: str, line: int, hand_no: str | None, reason: str) -> Imported:
    return Imported(file, line, UNREAD, hand_no, problem=Problem("unread-hand", reason, line=line).document())


def _known(
    connection: psycopg.Connection | None, app_id: int, keys: Collection[Key]
) -> dict[Key, tuple[uuid.UUID, bytes, bool]]:
    if connection is None or not keys:
        return {}
    refs = [ref for ref, _ in keys if ref is not None]
    idem_keys = [digest for _, digest in keys if digest is not None]
    return first_posts(connection, app_id, refs=refs, idem_keys=idem_keys)


def _judged(hand: _Hand, key: Key, watch: Watch | None) -> tuple[Imported, NewHand | None]:
    try:
        record = load_record(read_json(hand.body))
    except NotJson as error:
        return hand.result(UNREAD, problem=from_not_json(error).document()), None
    except Invalid as error:
        return hand.result(UNREAD, problem=from_invalid(error).document()), None
    verdict = replay(record).to_dict()
    if watch is not None:
        watch(verdict)
    status = verdict["status"]
    if status == "illegal":
        violation = verdict["violations"][0]
        problem = Problem("illegal-hand", violation["message"], violation=violation)
        return hand.result(ILLEGAL, verdict=status, problem=problem.document()), None
    if status == "in-progress":
        due = verdict["next"]
        problem = Problem("not-finished", f"The hand ends before it is over: {due['what']} is due.", next=due)
        return hand.result(UNFINISHED, verdict=status, problem=problem.document()), None
    codes = [warning["code"] for warning in verdict["warnings"]]
    differing = [warning["message"] for warning in verdict["warnings"] if warning["code"] == "outcome-differs"]
    answer = hand.result(NEW, verdict=status, warnings=tuple(dict.fromkeys(c for c in codes if c not in _USUAL)))
    return (
        replace(answer, doubts=(*answer.doubts, *differing)),
        new_hand(record, verdict, hand.body.decode(), idem_key=key[1]),
    )


def _stored(
    connection: psycopg.Connection, app_id: int, rows: Mapping[int, NewHand]
) -> dict[int, Stored | LedgerError]:
    if not rows:
        return {}
    try:
        return dict(zip(rows, store_batch(connection, app_id, list(rows.values())), strict=True))
    except (BadData, Refused):
        # One of them holds a value that the ledger refuses. Which one, storing them one by one tells.
        return {at: _stored_alone(connection, app_id, row) for at, row in rows.items()}


def _stored_alone(connection: psycopg.Connection, app_id: int, row: NewHand) -> Stored | LedgerError:
    try:
        return store(connection, app_id, row)
    except (BadData, Refused) as error:
        return error


def _after_storing(hand: _Hand, judged: Imported | None, stored: Stored | LedgerError) -> Imported:
    assert judged is not None
    if isinstance(stored, LedgerError):
        return replace(judged, status=REFUSED, problem=Problem("not-storable", str(stored)).document())
    if stored.created:
        return replace(judged, status=STORED, id=stored.id)
    return _purged(hand) if stored.purged else _under_its_name(hand, stored.id, stored.same)


def _purged(hand: _Hand) -> Imported:
    """A hand that an operator took away: it does not come back by being imported again."""
    problem = Problem("purged", "This hand was stored and purged by the operator; it stays away.")
    return hand.result(REFUSED, problem=problem.document())


def _under_its_name(hand: _Hand, stored: uuid.UUID, same: bool) -> Imported:
    """A hand whose key is in the ledger already: the same hand, or another one."""
    if same:
        return hand.result(KNOWN, id=stored)
    where = f"/v1/hands/{stored}"
    problem = Problem(
        "key-reused",
        f"Another hand is stored under the ref {hand.read.document.get('ref')!r}: {where}. That one stays as it is.",
        hand=where,
    )
    return hand.result(DIFFERS, id=stored, problem=problem.document())
