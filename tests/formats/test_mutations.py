"""Damaged real hands: a line lost, doubled, swapped, cut, a byte changed. Nothing may crash, hang or pass in silence.

A mutant may be read as a hand with another outcome only where it is itself a consistent hand: the referee settles it,
its own source's result agrees with the referee's to the chip, no more than a tenth of what was put in is missing, and
there was nothing to doubt or to warn of; or where its source states no result (PHH without finishing stacks). What is
not consistent must be said: unread, illegal, undecided, doubted or warned about.

300 mutants with the ordinary tests, 20,000 with STUDBOOK_SOAK=1.
"""

from __future__ import annotations

import io
import os
import random
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from studbook.formats import registry
from studbook.formats.common import Read, Result
from studbook.record import RecordError, record_from_dict
from studbook.referee import replay
from tests.formats.real_hands import CORPUS, corpus_rows

SOAK = bool(os.environ.get("STUDBOOK_SOAK"))
MUTANTS = 20_000 if SOAK else 300
BATCHES = 20
# A file of the corpus is read in some hundredths of a second; this only tells a hang.
HANG = 60
LOUD = {"outcome-differs", "taken-as-given"}

pytestmark = pytest.mark.skipif(not corpus_rows(), reason="the corpus does not lie beside the checkout")


@dataclass(frozen=True)
class Told:
    """What is said about one hand: who is paid what by the referee and by its source (None: it does not say), whether
    anything was said against it, and whether no chip was lost."""

    awards: dict[int, int]
    by_source: dict[int, int] | None
    loud: bool
    conserved: bool
    missing: int = 0
    put_in: int = 0

    @property
    def silent(self) -> bool:
        """Whether another outcome was taken over without a word."""
        if self.loud:
            return False
        return self.by_source not in (None, self.awards) or self.missing * 10 > self.put_in


@dataclass(frozen=True)
class Base:
    """A stretch of a real file to damage: few hands, so that a mutant costs little."""

    name: str
    data: bytes


@cache
def bases() -> list[Base]:
    """Two hands at a time of every file of the corpus; the whole file where a stretch does not read like the file."""
    found = []
    for path in sorted((CORPUS / "raw").rglob("*")):
        if path.is_file():
            found += stretches(path)
    return found


def stretches(path: Path) -> list[Base]:
    """The file in stretches of two hands, each behind what stands before the first hand."""
    data = path.read_bytes()
    read = [result for result in registry.read_path(path) if isinstance(result, Read)]
    starts = [result.line - 1 for result in read]
    if len(starts) < 4 or b"\r" in data:
        return [Base(path.name, data)]
    lines = data.split(b"\n")
    found = []
    for first in range(0, len(starts) - 1, 2):
        end = starts[first + 2] if first + 2 < len(starts) else len(lines)
        stretch = Base(path.name, b"\n".join([*lines[: starts[0]], *lines[starts[first] : end]]))
        again = [r for r in registry.read_stream(io.BytesIO(stretch.data), path.name) if isinstance(r, Read)]
        if [r.document for r in again] != [r.document for r in read[first : first + 2]]:
            return [Base(path.name, data)]
        found.append(stretch)
    return found


def told(result: Read) -> Told:
    """The referee's word on a hand that was read; a document that is no record counts as a word against it."""
    document = result.document
    outcome = document.get("outcome")
    try:
        verdict = replay(record_from_dict(document)).to_dict()
    except RecordError:
        return Told({}, {}, True, True)
    codes = {warning["code"] for warning in verdict["warnings"]}
    paid = sum(seat["won"] for seat in verdict["seats"])
    rake_and_open = sum(pot["rake"] + pot["open"] for pot in verdict["pots"])
    returned = sum(verdict["returned"].values())
    put_in = sum(seat["put_in"] for seat in verdict["seats"])
    return Told(
        awards={seat["seat"]: seat["won"] for seat in verdict["seats"] if seat["won"]},
        by_source=None if outcome is None else {int(seat): chips for seat, chips in outcome["won"].items()},
        loud=verdict["status"] != "settled" or bool(codes & LOUD) or bool(result.doubts),
        conserved=put_in == paid + rake_and_open + returned,
        missing=rake_and_open if "rake" in result.inferred else 0,
        put_in=put_in - returned,
    )


def number_of(result: Result) -> str | None:
    """The hand's number, however the hand came out."""
    return result.document.get("hand_no") or result.document["ref"] if isinstance(result, Read) else result.hand_no


def mutate(data: bytes, rng: random.Random) -> bytes:
    """One small accident."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[at])
    elif kind == 2:
        other = min(at + 1, len(lines) - 1)
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        return data[: rng.randrange(len(data))]
    elif kind == 4:
        spot = rng.randrange(len(data))
        return data[:spot] + bytes([rng.randrange(256)]) + data[spot + 1 :]
    else:
        spot = rng.randrange(len(data))
        wrong = rng.choice(b"0123456789AKQJTcdhs,.$ []")
        return data[:spot] + bytes([wrong]) + data[spot + 1 :]
    return b"\n".join(lines)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_damage_passes_in_silence(batch: int) -> None:
    rng = random.Random(20_260 + batch)
    silent: list[str] = []
    for _ in range(MUTANTS // BATCHES):
        base = rng.choice(bases())
        mutant = mutate(base.data, rng)
        began = time.monotonic()
        found = list(registry.read_stream(io.BytesIO(mutant), base.name))
        assert time.monotonic() - began < HANG, f"{base.name} hangs"
        for result in found:
            if isinstance(result, Read):
                word = told(result)
                assert word.conserved, (base.name, number_of(result))
                if word.silent:
                    silent.append(f"{base.name} {number_of(result)}: {word.awards} against {word.by_source}")
    assert not silent, silent
