"""The catalogue of problems (RFC 9457), and the one exception that carries one. It knows no HTTP server.

A problem's ``type`` is a stable address of this service, ``/docs/problems/<name>``, where a page says what it means and
what to do. A test holds catalogue and pages together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from schemas.errors import Invalid, NotJson

ADDRESS = "/docs/problems/"


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of problem: its HTTP status and what it is, in words that never change for the type."""

    status: int
    title: str


KINDS: dict[str, Kind] = {
    "bad-json": Kind(400, "The body is not JSON that can be kept as posted"),
    "bad-record": Kind(400, "The document is not of the schema"),
    "bad-query": Kind(400, "The query is not one that this address knows"),
    "bad-cursor": Kind(400, "The cursor is not one that this list gave"),
    "bad-key": Kind(400, "The Idempotency-Key is no key"),
    "key-missing": Kind(400, "The hand has no name under which a repeated post would be known"),
    "bad-request": Kind(400, "The request could not be read"),
    "no-credentials": Kind(401, "A key is needed, and none that is known came with the request"),
    "not-allowed": Kind(403, "The key does not allow this"),
    "other-site": Kind(403, "The form was sent from another site"),
    "open-mode": Kind(403, "In open mode only this machine is served, and no proxy"),
    "not-found": Kind(404, "There is nothing at this address"),
    "method-not-allowed": Kind(405, "The address does not know this method"),
    "not-acceptable": Kind(406, "The hand is not to be had in this form"),
    "conflict": Kind(409, "Somebody else is changing the same thing"),
    "dispute-closed": Kind(409, "The dispute is in a state in which this cannot be done"),
    "hand-revised": Kind(409, "The hand was revised"),
    "key-reused": Kind(409, "Another hand is stored under this name"),
    "purged": Kind(410, "The hand under this name was purged"),
    "stale": Kind(412, "It has changed since it was seen"),
    "too-large": Kind(413, "The body is too large"),
    "unsupported-media-type": Kind(415, "The body is of a media type that this address does not read"),
    "illegal-hand": Kind(422, "The hand breaks a rule"),
    "unread-hand": Kind(422, "The text of a hand could not be read"),
    "not-finished": Kind(422, "The hand is not over"),
    "not-disputable": Kind(422, "The claim cannot be held against this hand"),
    "not-storable": Kind(422, "The ledger cannot hold one of these values"),
    "precondition-required": Kind(428, "The change must say what was seen"),
    "internal": Kind(500, "The service has a fault"),
    "ledger-unavailable": Kind(503, "The ledger cannot be reached"),
    "too-slow": Kind(503, "The ledger took too long"),
}


class Problem(Exception):
    """A request that cannot be answered as asked. ``extensions`` are members of the problem beside the usual ones."""

    def __init__(self, kind: str, detail: str, *, headers: dict[str, str] | None = None, **extensions: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.headers = headers or {}
        self.extensions = extensions

    def document(self) -> dict[str, Any]:
        """The problem as the members of RFC 9457, ours after them."""
        kind = KINDS[self.kind]
        return {
            "type": ADDRESS + self.kind,
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail,
            **self.extensions,
        }


def from_not_json(error: NotJson) -> Problem:
    """The problem of a text that is no JSON, with its place."""
    place: dict[str, Any] = {"pointer": error.pointer, "line": error.line, "column": error.column}
    return Problem("bad-json", f"{error}.", **{name: value for name, value in place.items() if value is not None})


def from_invalid(error: Invalid, kind: str = "bad-record") -> Problem:
    """The problem of a document that is not of its schema, with every fault and its pointer."""
    first = error.errors[0]
    more = f" (and {error.total - 1:,} more)" if error.total > 1 else ""
    faults = [{"pointer": fault.pointer, "detail": fault.detail} for fault in error.errors]
    return Problem(kind, f"{first.pointer}: {first.detail}{more}.".removeprefix(": "), errors=faults)
