"""Stored hands in other formats than JSON: PHH, OHH, PokerStars text, and records as NDJSON. By `Accept`, or by the
suffix of the address."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from flask import Response, request, stream_with_context

from api.kinds import Problem
from api.ledger import Ledger
from api.renditions import rendition, with_number
from db.find import find
from db.hands import documents
from db.rows import Cursor, Filters, Hand
from studbook.formats.writers import CannotWrite, joined, write

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Form:
    """A form in which hands are answered: what it is called, who writes it, its media type."""

    name: str
    writer: str
    media_type: str


# By suffix. PHH and OHH have no registered media type.
FORMS = {
    "phh": Form("PHH", "phh", "application/x-phh"),
    "ohh": Form("OHH", "ohh", "application/x-ohh+json"),
    "txt": Form("PokerStars text", "pokerstars", "text/plain"),
    "ndjson": Form("NDJSON", "ndjson", "application/x-ndjson"),
}
SUFFIXES = ("json", *FORMS)
LEFT_OUT = "Studbook-Left-Out"
MOST_NAMED = 50
PAGE = 100  # hands that an export holds at a time


def asked_form(suffix: str | None = None) -> Form | None:
    """The form that the suffix names, or the request's `Accept`; None for JSON. Raises the problems ``not-found`` for a
    suffix that is none, and ``not-acceptable``."""
    if suffix is not None:
        if suffix not in SUFFIXES:
            raise Problem("not-found", f"There is no .{suffix} of a hand; there are {', '.join(SUFFIXES)}.")
        return FORMS.get(suffix)
    types = [JSON, *(form.media_type for form in FORMS.values())]
    accepted = request.accept_mimetypes
    best = accepted.best_match(types) if accepted else JSON
    if best is None:
        raise Problem("not-acceptable", f"Hands are to be had as {', '.join(types)}.")
    return next((form for form in FORMS.values() if form.media_type == best), None)


def asks_for_a_page() -> bool:
    """Whether the request would rather have a page for people: a browser's would."""
    types = [JSON, *(form.media_type for form in FORMS.values()), "text/html"]
    return bool(request.accept_mimetypes) and request.accept_mimetypes.best_match(types) == "text/html"


def written_hand(hand: Hand, form: Form, query: Mapping[str, Any]) -> Response:
    """A stored hand, its documents already as the viewer may see them, in this form."""
    for name in ("explain", "hinges"):
        if query.get(name):
            raise Problem("bad-query", f"{name} adds to the verdict, which stands in JSON only.")
    document, verdict = json.loads(hand.record), with_number(hand.id, json.loads(hand.verdict))
    try:
        text = write(document, form.writer, verdict).encode()
    except CannotWrite as error:
        raise Problem("not-acceptable", f"The hand is not to be had as {form.name}: {error}.") from None
    response = Response(text, content_type=_content_type(form))
    response.set_etag(hashlib.sha256(text).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def written_page(
    hands: Iterable[uuid.UUID], texts: Mapping[uuid.UUID, tuple[str, str]], form: Form, viewer: str | None
) -> Response:
    """A page of hands in this form. Those that it has no place for are named in a header."""
    pieces: list[str] = []
    left_out: list[str] = []
    for hand in hands:
        if hand in texts:
            document, verdict = rendition(hand, texts[hand], viewer)
            try:
                pieces.append(write(document, form.writer, verdict))
            except CannotWrite:
                left_out.append(str(hand))
    response = Response(joined(pieces, form.writer).encode(), content_type=_content_type(form))
    if left_out:
        more = [f"and {len(left_out) - MOST_NAMED} more"] if len(left_out) > MOST_NAMED else []
        response.headers[LEFT_OUT] = ", ".join([*left_out[:MOST_NAMED], *more])
    return response


def exported(ledger: Ledger, app_id: int, filters: Filters, after: Cursor | None, viewer: str | None) -> Response:
    """Every hand that the filters let through, newest first, as a record a line, in constant memory."""

    def lines() -> Iterator[bytes]:
        here = after
        while True:
            with ledger.connection() as connection:
                page = find(connection, app_id, filters, after=here, limit=PAGE)
                texts = documents(connection, app_id, [hand.id for hand in page.hands])
            hands = (rendition(hand.id, texts[hand.id], viewer) for hand in page.hands if hand.id in texts)
            yield "".join(write(document, "ndjson") for document, _ in hands).encode()
            if page.next is None:
                return
            here = page.next

    answer = lines()
    first = next(answer)  # what goes wrong at once is answered with its own status
    return Response(stream_with_context(chain((first,), answer)), content_type=FORMS["ndjson"].media_type)


def _content_type(form: Form) -> str:
    return f"{form.media_type}; charset=utf-8" if form.media_type.startswith("text/") else form.media_type
