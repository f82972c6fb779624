"""Records the verdicts in examples/verdicts: one complete verdict of each status, with its record and its rulings.

    python -m tests.engine.record_examples

writes them anew; test_examples.py checks that they are what the referee says.
"""

from __future__ import annotations

import json
from pathlib import Path

from studbook.record import record_from_dict
from studbook.referee import replay
from tests.engine.rulebook_hands import TEN_TWENTY, Document, hand

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "verdicts"

RECORDS: dict[str, Document] = {
    # Four-way hi-lo with two side pots; the only low is all-in and in the main pot alone.
    "settled": hand(
        "stud-hi-lo-8",
        [11, 200, 41, 200],
        "d 1 2s3d/4c 2 KsKd/Qh 3 JsJd/Th 4 9s9d/2c; bring-in 4 3; complete 1 10; call 2; call 3; call 4; "
        "street 5h Qc Tc 2h; bet 2 10; call 3; call 4; street 8h 6c 7c 8d; bet 2 20; call 3; call 4; "
        "street As 3c 3h 6h; bet 2 20; call 4; street Kh 8s Jc Td; check 2; check 4",
        ref="example-settled",
    ),
    # Wall Street on fourth street: seat 2 may buy any card of the row that it can pay, or take the deck's.
    "in-progress": hand(
        "wall-street",
        [200, 7, 200],
        "d 1 AsKd/9d 2 QhJh/2c 3 8s7s/Kc; turn 1 5d; turn 2 6d; turn 3 7d; turn 4 Ah; check 3; check 1; check 2; "
        "buy 1 3; turn 3 4s",
        stakes={"structure": "fixed-limit", "ante": 1, "small_bet": 10, "big_bet": 20, "unit": 2},
        rules={"wild": "bought_from_top_price"},
        ref="example-in-progress",
    ),
    # Seat 1 is all-in and its cards were never shown: the side pot is decided, the main pot is not.
    "undecided": hand(
        "seven-card-stud",
        [4, 200, 200],
        "d 1 ????/9d 2 AsAd/2c 3 QhJh/Kc; bring-in 2 3; call 3; call 1; street 5h Ah 4s; check 2; check 3; "
        "street 9h 3d Js; check 2; check 3; street 4d 7s 8d; check 2; check 3; d 1 ??/ 2 7h/ 3 8s/; "
        "check 2; bet 3 20; call 2",
        ref="example-undecided",
    ),
    # 10 and 20: an all-in raise of 4 does not reopen the betting to seat 4, which raises all the same.
    "illegal": hand(
        "seven-card-stud",
        [200, 28, 200, 200],
        "d 1 KsKd/2c 2 QhJh/9d 3 8s7s/Ac 4 QsJs/Tc; bring-in 1 3; call 2; call 3; call 4; street 5h 6h 4s 8d; "
        "bet 3 10; raise 4 20; call 1; raise 2 24; call 3; raise 4 30",
        stakes=TEN_TWENTY,
        ref="example-illegal",
    ),
}


def verdict(record: Document) -> Document:
    """The verdict with its rulings, as JSON gives it back."""
    told: Document = json.loads(json.dumps(replay(record_from_dict(record), explain=True).to_dict()))
    return told


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for status, record in RECORDS.items():
        text = json.dumps({"record": record, "verdict": verdict(record)}, indent=1, ensure_ascii=False)
        (FOLDER / f"{status}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
