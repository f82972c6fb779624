"""What the ledger takes and gives: frozen values, chips in the smallest unit, times with an offset."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from db.ids import new_id


@dataclass(frozen=True, slots=True)
class NewSeat:
    """How a hand ended for one seat.

    ``put_in`` and ``net`` are None where the record knows only its pots. ``showdown``: the seat's hand was among
    those compared; ``won``: it got something; ``declared_won``: it got what it declared for (None: no declaration).
    """

    seat: int
    player: str
    name: str | None = None
    put_in: int | None = None
    net: int | None = None
    outcome: str = "won"
    showdown: bool = False
    won: bool = False
    declared: str | None = None
    declared_won: bool | None = None


@dataclass(frozen=True, slots=True)
class NewHand:
    """A judged hand to store.

    ``record`` is the text as it was posted, ``verdict`` the verdict's JSON, ``digest`` the SHA-256 of the record.
    The key that makes a repeated post safe is ``ref``, or ``idem_key`` where the record has none.
    """

    digest: bytes
    game: str
    status: str
    played_at: datetime
    record: str
    verdict: str
    engine: str
    ref: str | None = None
    idem_key: str | None = None
    hand_no: str | None = None
    table: str | None = None
    currency: str = "chips"
    decimals: int = 0
    pot: int | None = None
    had_showdown: bool = False
    tags: tuple[str, ...] = ()
    seats: tuple[NewSeat, ...] = ()
    id: uuid.UUID = field(default_factory=new_id)


class Stored(NamedTuple):
    """What became of a post: the hand under its key, whether this post made it, whether it is the same hand.

    ``stored_at`` is given for a single post that made the hand: all that its answer needs beside what was posted.
    """

    id: uuid.UUID
    created: bool
    same: bool
    superseded_by: uuid.UUID | None = None
    stored_at: datetime | None = None

    @property
    def purged(self) -> bool:
        """Whether an operator purged the hand: only its key and its digest are left (db/upkeep.py)."""
        return self.superseded_by == self.id


@dataclass(frozen=True, slots=True)
class Hand:
    """A stored hand with its documents, which are JSON texts."""

    id: uuid.UUID
    ref: str | None
    digest: bytes
    game: str
    status: str
    played_at: datetime
    stored_at: datetime
    hand_no: str | None
    table: str | None
    currency: str
    decimals: int
    pot: int | None
    had_showdown: bool
    record: str
    verdict: str
    engine: str
    revises: uuid.UUID | None
    superseded_by: uuid.UUID | None


class SeatSummary(NamedTuple):
    """A seat in a list of hands."""

    seat: int
    player: str
    name: str | None
    put_in: int | None
    net: int | None
    outcome: str
    declared: str | None


@dataclass(frozen=True, slots=True)
class HandSummary:
    """A stored hand in a list, without its documents."""

    id: uuid.UUID
    ref: str | None
    game: str
    status: str
    played_at: datetime
    stored_at: datetime
    hand_no: str | None
    table: str | None
    currency: str
    decimals: int
    pot: int | None
    had_showdown: bool
    revises: uuid.UUID | None
    tags: tuple[str, ...] = ()
    seats: tuple[SeatSummary, ...] = ()


class Cursor(NamedTuple):
    """The last hand of a page; the next page begins after it."""

    played_at: datetime
    id: uuid.UUID


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list, newest first; ``next`` is None on the last."""

    hands: tuple[HandSummary, ...]
    next: Cursor | None


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list is narrowed by; None means any. ``since`` is included, ``until`` is not.

    ``net_from``, ``net_to`` speak of the first of ``players``, and so does ``declared`` where players are named.
    """

    ref: str | None = None
    hand_no: str | None = None
    game: str | None = None
    players: tuple[str, ...] = ()
    table: str | None = None
    tag: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    pot_from: int | None = None
    pot_to: int | None = None
    net_from: int | None = None
    net_to: int | None = None
    status: str | None = None
    showdown: bool | None = None
    declared: str | None = None

    @property
    def selective(self) -> bool:
        """Whether an index leads to the hands; the other filters only narrow what such a one found."""
        return bool(
            self.ref or self.hand_no or self.game or self.players or self.table or self.tag or self.since or self.until
        )
