"""The ledger as the service reaches it: the worker's pool, and a posted hand as the row that keeps it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import psycopg
from flask import current_app

from api.text import json_text
from db.errors import Unavailable
from db.pool import Pool
from db.rows import Hand, NewHand, NewSeat
from schemas.fields import moment
from studbook.record import Record


class NoLedger:
    """Stands where the pool would: no DATABASE_URL was set, and only the stateless referee answers."""

    def open(self) -> None:
        """Nothing to open."""

    def close(self) -> None:
        """Nothing to close."""

    @contextlib.contextmanager
    def connection(self, timeout: float | None = None) -> Iterator[psycopg.Connection]:
        """Always refuses."""
        raise Unavailable("This service was started without a ledger: DATABASE_URL is not set.")
        yield

    def stats(self) -> dict[str, int]:
        """No figures."""
        return {}


Ledger = Pool | NoLedger


def pool() -> Ledger:
    """The pool of this worker."""
    found: Ledger = current_app.extensions["ledger"]
    return found


def new_hand(
    record: Record, verdict: Mapping[str, Any], text: str, idem_key: str | None, arrived: datetime | None = None
) -> NewHand:
    """The row of a judged hand. ``text`` is the record as it was posted, ``verdict`` the document of its verdict.

    ``arrived`` (now) is when it was played, where the record does not say.
    """
    raw = record.raw
    played_at = moment(raw["played_at"]) if "played_at" in raw else None
    currency = raw.get("currency", "chips")
    pots = verdict["pots"]
    showdown = verdict["status"] == "undecided" or any(
        award["basis"] != "last-hand" for pot in pots for award in pot["awards"]
    )
    halves: dict[int, set[str]] = {}
    for pot in pots:
        for award in pot["awards"]:
            halves.setdefault(award["seat"], set()).add(award["for"])
    names = {seat.seat: seat.name for seat in record.seats}
    return NewHand(
        ref=record.ref,
        idem_key=None if record.ref is not None else idem_key,
        digest=bytes.fromhex(verdict["digest"]),
        game=record.game,
        status=verdict["status"],
        played_at=played_at or arrived or datetime.now(UTC),
        hand_no=raw.get("hand_no"),
        table=raw.get("table"),
        currency=currency,
        decimals=raw.get("decimals", 0 if currency == "chips" else 2),
        pot=sum(pot["amount"] for pot in pots),
        had_showdown=showdown,
        record=text,
        verdict=json_text(verdict),
        engine=verdict["engine"],
        tags=tuple(dict.fromkeys(raw.get("tags", ()))),
        seats=tuple(
            NewSeat(
                seat=seat["seat"],
                player=seat["player"],
                name=names[seat["seat"]],
                put_in=seat["put_in"],
                net=seat["net"],
                outcome=seat["outcome"],
                declared=seat["declared"],
                declared_won=_declared_won(seat["declared"], halves.get(seat["seat"], set())),
                showdown=showdown and seat["outcome"] not in ("folded", "dead"),
                won=seat["won"] > 0,
            )
            for seat in verdict["seats"]
        ),
    )


def as_stored(hand: NewHand, stored_at: datetime) -> Hand:
    """A hand that was just stored, as the ledger would give it back."""
    return Hand(
        id=hand.id,
        ref=hand.ref,
        digest=hand.digest,
        game=hand.game,
        status=hand.status,
        played_at=hand.played_at.astimezone(UTC),
        stored_at=stored_at,
        hand_no=hand.hand_no,
        table=hand.table,
        currency=hand.currency,
        decimals=hand.decimals,
        pot=hand.pot,
        had_showdown=hand.had_showdown,
        record=hand.record,
        verdict=hand.verdict,
        engine=hand.engine,
        revises=None,
        superseded_by=None,
    )


def _declared_won(way: str | None, halves: set[str]) -> bool | None:
    """Whether a seat won what it declared for; None where it declared nothing. ``whole`` is every half."""
    if way is None:
        return None
    if "whole" in halves:
        return True
    return {"high", "low"} <= halves if way == "both" else way in halves
