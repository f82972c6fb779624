"""The real hands of the corpus in PHH: the referee gives what their finishing stacks say, to the chip."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from studbook.formats import registry
from studbook.formats.common import Read
from studbook.record import record_from_dict
from studbook.referee import replay
from tests.formats.real_hands import CORPUS

FILES = sorted((CORPUS / "raw" / "wsop").glob("*.phh"))
SPLIT = CORPUS / "raw" / "wsop" / "2023-43-day5-48-stud8.phh"
needs_files = pytest.mark.skipif(not FILES, reason="the corpus does not lie beside the checkout")


def document_of(path: Path) -> dict[str, Any]:
    found = list(registry.read_path(path))
    assert len(found) == 1
    assert isinstance(found[0], Read), found[0]
    assert found[0].doubts == ()
    return found[0].document


@needs_files
def test_all_22_hands_end_with_the_stacks_that_they_state() -> None:
    assert len(FILES) == 22
    for path in FILES:
        verdict = replay(record_from_dict(document_of(path))).to_dict()
        assert verdict["status"] == "settled", path.name
        stated = tomllib.loads(path.read_text())["finishing_stacks"]
        assert [seat["stack"] for seat in verdict["seats"]] == stated, path.name
        codes = {warning["code"] for warning in verdict["warnings"]}
        assert codes <= {"default-used", "not-checked"}, path.name  # the second: cards that no camera saw


@needs_files
def test_with_the_chips_that_were_in_play_the_odd_one_goes_to_the_high_hand() -> None:
    document = document_of(SPLIT)
    assert document["outcome"] == {"won": {"1": 2_412_500, "5": 2_412_500}}
    document["stakes"]["chip"] = 25_000
    verdict = replay(record_from_dict(document)).to_dict()
    awards = {award["for"]: (award["seat"], award["amount"]) for award in verdict["pots"][0]["awards"]}
    assert awards == {"high": (1, 2_425_000), "low": (5, 2_400_000)}
    assert "outcome-differs" in {warning["code"] for warning in verdict["warnings"]}
