"""The SQL of the ledger, by name: blocks of db/queries/*.sql, each headed by its name and a line that describes it.

-- name: hand_by_id
-- One hand with its documents.
select ...
"""

from __future__ import annotations

import re
from importlib import resources
from typing import LiteralString


def parse(text: str) -> dict[str, LiteralString]:
    """The blocks of one file by name. Raises ValueError for a block without description or a name used twice."""
    blocks: dict[str, LiteralString] = {}
    for block in re.split(r"^-- name:", text, flags=re.MULTILINE)[1:]:
        name, described, sql = (part.strip() for part in (block + "\n\n").split("\n", 2))
        if not described.startswith("-- ") or not sql or name in blocks:
            raise ValueError(f"query {name!r}: a name used once, a line that describes it, then SQL")
        blocks[name] = re.sub(r"^--[^\n]*\n", "", sql, flags=re.MULTILINE).strip()
    return blocks


def load() -> dict[str, LiteralString]:
    """All named queries of the package."""
    found: dict[str, LiteralString] = {}
    for file in sorted(resources.files("db").joinpath("queries").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".sql"):
            blocks = parse(file.read_text(encoding="utf-8"))
            if twice := found.keys() & blocks.keys():
                raise ValueError(f"{file.name}: {', '.join(sorted(twice))} named in another file too")
            found |= blocks
    return found


QUERIES = load()
