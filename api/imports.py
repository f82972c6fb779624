"""POST /v1/imports: hand-history text of any known format; NDJSON, a line of result a hand.

The text is put aside on disk before it is read, so that memory does not grow with it. A hand is answered when it is
stored; what was answered is there even if the client goes away. Repeating an import stores nothing twice.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import IO, Any, BinaryIO, cast

from flask import Blueprint, Response, g, request, stream_with_context
from werkzeug.formparser import FormDataParser

from api import metrics
from api.importing import Imported, import_chunk, in_chunks
from api.kinds import Problem
from api.ledger import Ledger, pool
from api.problems import from_ledger
from api.requests import load_query, refuse_media_type
from api.text import json_text
from db.errors import LedgerError
from schemas.imports import ImportQuery
from studbook.formats.registry import read_stream
from studbook.games import GAMES

blueprint = Blueprint("imports", __name__)
_QUERY = ImportQuery()

MAX_UPLOAD = 64 * 1024 * 1024  # bytes of one request, all files together
MOST_FILES = 1000
PIECE = 256 * 1024
FORM = "multipart/form-data"
# A text says itself what it is; these are what programs call it.
TEXT_TYPES = (
    "text/plain", "application/octet-stream", "application/xml", "text/xml", "application/toml", "application/json",
    "application/x-ndjson",
)  # fmt: skip
NDJSON = "application/x-ndjson"

File = tuple[str | None, IO[bytes]]


@blueprint.post("/v1/imports")
def post_import() -> Response:
    """Judge and store the hands of a text, or of the files of a form; the answer has a line for each."""
    format_name = load_query(_QUERY).get("format")
    refuse_media_type((*TEXT_TYPES, FORM))
    request.max_content_length = MAX_UPLOAD
    with ExitStack() as stack:
        files = _of_form(stack) if request.mimetype == FORM else [(None, _put_aside(stack))]
        ledger = pool()
        with ledger.connection():
            pass  # a ledger that is away is told now, while the answer can still be 503
        kept = stack.pop_all()
        answers = _answers(kept, files, format_name, ledger, g.app_id)
        response = Response(stream_with_context(answers), content_type=NDJSON)
        response.call_on_close(kept.close)  # also where nobody asked for the first line
    return response


def _aside(stack: ExitStack) -> IO[bytes]:
    """A file that is in memory while it is small, and gone when the stack is closed."""
    made = tempfile.SpooledTemporaryFile(max_size=PIECE)  # noqa: SIM115 - the stack closes it
    return cast("IO[bytes]", stack.enter_context(made))


def _put_aside(stack: ExitStack) -> IO[bytes]:
    """The body in a file."""
    aside = _aside(stack)
    while piece := request.stream.read(PIECE):
        aside.write(piece)
    aside.seek(0)
    return aside


def _of_form(stack: ExitStack) -> list[File]:
    """The files of the form. (Those of `request.files` would be closed before the answer is streamed.)"""
    parser = FormDataParser(
        stream_factory=lambda *told, **more: _aside(stack),
        max_form_memory_size=PIECE,
        max_content_length=MAX_UPLOAD,
        max_form_parts=MOST_FILES,
        silent=False,
    )
    try:
        _, fields, uploads = parser.parse_from_environ(request.environ)
    except ValueError:  # werkzeug's word for a missing boundary, heads that are none, a form cut off
        raise Problem("bad-request", "The body is no form that can be read to its end.") from None
    for name in fields:
        raise Problem("bad-request", f"The form's field {name!r} is no file; every part of the form is to be a file.")
    if not uploads:
        raise Problem("bad-request", "The form holds no file.")
    return [(upload.filename or name, upload.stream) for name, upload in uploads.items(multi=True)]


def _answers(
    kept: ExitStack, files: Sequence[File], format_name: str | None, ledger: Ledger, app_id: int
) -> Iterator[bytes]:
    with kept:
        for name, stream in files:
            for chunk in in_chunks(read_stream(cast(BinaryIO, stream), name or "-", format_name)):
                try:
                    with ledger.connection() as connection:
                        results = import_chunk(connection, app_id, chunk, watch=_count)
                except LedgerError as error:
                    problem = from_ledger(error).document()
                    yield _line(Imported(chunk[0].file, chunk[0].line, "stopped", problem=problem), name)
                    return
                yield b"".join(_line(result, name) for result in results)


def _count(verdict: Mapping[str, Any]) -> None:
    metrics.count_verdict(verdict, GAMES)


def _line(result: Imported, name: str | None) -> bytes:
    return (json_text(result.document(file=name is not None)) + "\n").encode()
