"""Where the real hands lie: a folder beside the checkout, or STUDBOOK_CORPUS. They are never part of the project."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("STUDBOOK_CORPUS") or HOME.parent / "shared" / "corpus")


def corpus_rows() -> list[dict[str, Any]]:
    """The rows of the index; none where the corpus is absent."""
    index = CORPUS / "index.jsonl"
    return [json.loads(line) for line in index.read_text().splitlines()] if index.is_file() else []
