"""What operators do to stored hands, and nobody else: purge them, rename a player in them. Both are noted first.

A purged hand leaves the key and the digest of its first post, so that the same post is known again; it is superseded by
itself, and no query of the service finds it. Functions over an open connection, each for one app.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import psycopg

from db.errors import translated
from db.ids import new_id
from db.queries import QUERIES

# Texts of one hand in, the same with another player out: (record, verdict) and a dispute's documents.
RewriteHand = Callable[[str, str], tuple[str, str]]
RewriteDispute = Callable[["DisputeTexts"], "DisputeTexts"]


class Operation(NamedTuple):
    """What an operator did; ``ended_at`` and ``hands`` are None where it was interrupted."""

    id: uuid.UUID
    what: str
    by: str
    detail: dict[str, Any]
    note: str | None
    began_at: datetime
    ended_at: datetime | None
    hands: int | None


class DisputeTexts(NamedTuple):
    """Where a dispute names people: JSON texts beside who filed it."""

    filed_by: str
    claim: str
    ruling: str
    decision: str | None
    override: str | None


@dataclass(frozen=True, slots=True)
class Purged:
    """What became of hands that were to be purged: how many went, revisions counted with them; ``disputed`` stayed."""

    hands: int
    disputed: tuple[uuid.UUID, ...]


def begin(
    connection: psycopg.Connection, app_id: int, what: str, by: str, detail: Mapping[str, Any], note: str | None
) -> uuid.UUID:
    """Note what is about to be done; its id, for `end`."""
    operation = new_id()
    row = {"app_id": app_id, "id": operation, "what": what, "by": by, "detail": json.dumps(detail), "note": note}
    with translated():
        connection.execute(QUERIES["begin_operation"], row)
    return operation


def end(connection: psycopg.Connection, app_id: int, operation: uuid.UUID, hands: int) -> None:
    """Note to how many hands it was done."""
    with translated():
        connection.execute(QUERIES["end_operation"], {"app_id": app_id, "id": operation, "hands": hands})


def operations(connection: psycopg.Connection, app_id: int) -> list[Operation]:
    """What operators did to the hands of an app, the latest first."""
    with translated():
        return [Operation(*row) for row in connection.execute(QUERIES["operations_of_app"], {"app_id": app_id})]


def purge(connection: psycopg.Connection, app_id: int, ids: Sequence[uuid.UUID], *, disputed: bool = False) -> Purged:
    """Purge some hands with all of their revisions, seats, tags, links and disputes, all or none of it.

    A hand that is disputed, in any of its revisions, stays as a whole unless ``disputed``.
    """
    with translated(), connection.transaction():
        chains = _chains(connection, app_id, ids)
        members = [hand for chain in chains for hand in chain]
        asked = {"app_id": app_id, "ids": members}
        under_dispute = {row[0] for row in connection.execute(QUERIES["disputed_of"], asked)}
        kept = [] if disputed else [chain for chain in chains if not under_dispute.isdisjoint(chain)]
        going = [chain for chain in chains if chain not in kept]
        gone = {"app_id": app_id, "ids": [hand for chain in going for hand in chain]}
        for query in ("purge_shares", "purge_disputes", "purge_tags", "purge_seats"):
            connection.execute(QUERIES[query], gone)
        # The first lets go of its revisions before they are deleted.
        connection.execute(QUERIES["empty_hands"], {"app_id": app_id, "ids": [chain[0] for chain in going]})
        later = [hand for chain in going for hand in chain[1:]]
        connection.execute(QUERIES["delete_hands"], {"app_id": app_id, "ids": later})
    return Purged(sum(map(len, going)), tuple(chain[-1] for chain in kept))


def _chains(connection: psycopg.Connection, app_id: int, ids: Sequence[uuid.UUID]) -> list[list[uuid.UUID]]:
    """The hands with their revisions, the first post first. Locked."""
    members: list[tuple[uuid.UUID, uuid.UUID | None]] = []
    while True:
        wanted = list({*ids, *(hand for hand, _ in members)})
        found = connection.execute(QUERIES["chains_of"], {"app_id": app_id, "ids": wanted}).fetchall()
        # Who revised one of them while the lock was waited for has made the chain longer.
        if len(found) == len(members):
            break
        members = found
    revised_by = {revises: hand for hand, revises in members if revises is not None}
    chains = []
    for hand, revises in members:
        if revises is None:
            chain = [hand]
            while (later := revised_by.get(chain[-1])) is not None:
                chain.append(later)
            chains.append(chain)
    return chains


def hands_with_player(connection: psycopg.Connection, app_id: int, player: str) -> int:
    """In how many stored hands a player sits, revised ones counted."""
    with translated():
        row = connection.execute(QUERIES["count_hands_to_rename"], {"app_id": app_id, "player": player}).fetchone()
    assert row is not None
    return int(row[0])


def hands_with_both(connection: psycopg.Connection, app_id: int, player: str, other: str) -> list[uuid.UUID]:
    """Up to four hands in which both sit: one person cannot be both."""
    asked = {"app_id": app_id, "player": player, "other": other}
    with translated():
        return [row[0] for row in connection.execute(QUERIES["hands_with_both"], asked)]


def rename_some(
    connection: psycopg.Connection,
    app_id: int,
    player: str,
    new: str,
    rewrite: RewriteHand,
    *,
    naming: bool = False,
    name: str | None = None,
    after: uuid.UUID | None = None,
    most: int = 200,
) -> tuple[int, uuid.UUID] | None:
    """Rename a player in the next hands after one, all of it together: how many, and the last; None at the end.

    ``rewrite`` changes record and verdict; with ``naming`` the name that people are shown becomes ``name``.
    """
    with translated(), connection.transaction():
        asked = {"app_id": app_id, "player": player, "after": after, "limit": most}
        found = connection.execute(QUERIES["hands_to_rename"], asked).fetchall()
        if not found:
            return None
        changed = [rewrite(record, verdict) for _, record, verdict in found]
        ids = [row[0] for row in found]
        texts = {"records": [record for record, _ in changed], "verdicts": [verdict for _, verdict in changed]}
        connection.execute(QUERIES["rewrite_hands"], {"app_id": app_id, "ids": ids, **texts})
        seats = {"app_id": app_id, "ids": ids, "player": player, "new": new, "naming": naming, "name": name}
        connection.execute(QUERIES["rename_seats"], seats)
    return len(ids), ids[-1]


def rename_elsewhere(
    connection: psycopg.Connection, app_id: int, player: str, new: str, rewrite: RewriteDispute
) -> None:
    """Rename a player in links and disputes, all together. Dispute by dispute ``rewrite`` changes what it says."""
    with translated(), connection.transaction():
        people = {"app_id": app_id, "player": player, "new": new}
        connection.execute(QUERIES["rename_viewers"], people)
        for dispute, *texts in connection.execute(QUERIES["disputes_naming"], people).fetchall():
            before = DisputeTexts(*texts)
            after = rewrite(before)
            if after != before:
                changed = {"app_id": app_id, "id": dispute, **after._asdict()}
                connection.execute(QUERIES["rewrite_dispute"], changed)
