"""POST /v1/hands/batch: NDJSON in, NDJSON out, a line for a line, in constant memory.

A line that is broken costs itself only. Lines are judged one by one and stored some at a time; a line is answered when
its hand is stored, so what was answered is there even if the client goes away. Repeating a batch stores nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from flask import Blueprint, Response, g, request
from werkzeug.exceptions import ClientDisconnected

from api import metrics
from api.hands import refuse_unless_over
from api.kinds import Problem, from_invalid, from_not_json
from api.ledger import Ledger, new_hand, pool
from api.problems import from_ledger
from api.requests import load_query, refuse_media_type
from api.text import json_text
from db.errors import BadData, LedgerError, Refused
from db.hands import store_batch
from db.rows import NewHand, Stored
from schemas.errors import Invalid, NotJson
from schemas.json_text import MAX_BYTES, read_json
from schemas.queries import NoQuery
from schemas.record import load_record
from studbook.games import GAMES
from studbook.referee import replay

blueprint = Blueprint("batch", __name__)
_NO_QUERY = NoQuery()

MEDIA_TYPES = ("application/x-ndjson", "application/ndjson", "application/jsonl")
CHUNK_LINES = 200
CHUNK_BYTES = 2 * 1024 * 1024


@dataclass(slots=True)
class Line:
    """A line of the batch: its number, counted from 1, and the hand it holds, or what is wrong with it."""

    number: int
    hand: NewHand | None = None
    problem: Problem | None = None


@blueprint.post("/v1/hands/batch")
def post_batch() -> Response:
    """Judge and store the records of the body, one a line; the answer has a line for each."""
    load_query(_NO_QUERY)
    refuse_media_type(MEDIA_TYPES)
    return Response(_answers(request.stream, pool(), g.app_id), content_type=MEDIA_TYPES[0])


def _answers(stream: IO[bytes], ledger: Ledger, app_id: int) -> Iterator[bytes]:
    """The answer, part by part. It is written when the request's context is gone, and needs none of it."""
    try:
        for chunk in _chunks(stream):
            yield b"".join(_stored(chunk, ledger, app_id))
    except ClientDisconnected:
        return  # nobody is there to be told; whatever was answered is stored


def _chunks(stream: IO[bytes]) -> Iterator[list[Line]]:
    """Judged lines, some at a time: so many that storing them together pays, and no more than memory should hold."""
    chunk: list[Line] = []
    size = 0
    for number, text in _lines(stream):
        chunk.append(judged(number, text))
        size += len(text)
        if len(chunk) >= CHUNK_LINES or size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty; one that is too long is cut just after the bound, so that reading it says so."""
    number = 0
    while line := stream.readline(MAX_BYTES + 2):
        number += 1
        if len(line) == MAX_BYTES + 2 and not line.endswith(b"\n"):
            while (more := stream.readline(MAX_BYTES)) and not more.endswith(b"\n"):
                pass
        if text := line.strip():
            yield number, text


def judged(number: int, text: bytes) -> Line:
    """A line's hand, ready to be stored, or its problem."""
    try:
        record = load_record(read_json(text))
        if record.ref is None:
            raise Problem("key-missing", "A record of a batch needs a ref: the batch could not be repeated without.")
        verdict = replay(record).to_dict()
        metrics.count_verdict(verdict, GAMES)
        refuse_unless_over(verdict)
        return Line(number, hand=new_hand(record, verdict, text.decode("utf-8-sig"), None))
    except NotJson as error:
        return Line(number, problem=from_not_json(error))
    except Invalid as error:
        return Line(number, problem=from_invalid(error))
    except Problem as problem:
        problem.extensions.pop("verdict", None)  # long, and to be had from POST /v1/adjudications
        return Line(number, problem=problem)


def _stored(chunk: list[Line], ledger: Ledger, app_id: int) -> Iterator[bytes]:
    """Store a chunk and answer its lines, in order."""
    hands = [line.hand for line in chunk if line.hand is not None]
    outcomes = iter(_store(hands, ledger, app_id))
    for line in chunk:
        outcome = line.problem if line.hand is None else next(outcomes)
        yield (json_text(_answer(line.number, outcome)) + "\n").encode()


def _store(hands: list[NewHand], ledger: Ledger, app_id: int) -> list[Stored | Problem]:
    if not hands:
        return []
    try:
        with ledger.connection() as connection:
            return list(store_batch(connection, app_id, hands))
    except (BadData, Refused) as error:
        if len(hands) == 1:
            return [Problem("not-storable", str(error))]
        # One hand that the ledger cannot hold costs itself only: find it by halves.
        half = len(hands) // 2
        return _store(hands[:half], ledger, app_id) + _store(hands[half:], ledger, app_id)
    except LedgerError as error:
        problem = from_ledger(error)
        return [problem] * len(hands)


def _answer(number: int, outcome: Stored | Problem | None) -> dict[str, Any]:
    if isinstance(outcome, Stored) and outcome.purged:
        outcome = Problem("purged", "The hand that was stored under this ref was purged by the operator.")
    if isinstance(outcome, Stored):
        if outcome.same:
            return {"line": number, "status": 201 if outcome.created else 200, "id": str(outcome.id)}
        outcome = Problem("key-reused", "Under this ref another hand is stored.", hand=f"/v1/hands/{outcome.id}")
    assert outcome is not None
    document = outcome.document()
    return {"line": number, "status": document["status"], "problem": document}
