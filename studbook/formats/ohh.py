"""Open Hand History (OHH): a JSON object a hand, ``{"ohh": {...}}``, hands separated by a blank line.

Written from the specification at hh-specs.handhistory.org, versions 1.2 to 1.4.7, which knows the games ``Stud`` and
``StudHiLo`` but no word of stud's own: how the project writes it is `ohh_actions` and `ohh_writer`'s business. Keys
that the specification does not have are reported, but for those that begin with an underscore.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from studbook.formats.common import MAX_LINES_OF_A_HAND, Cannot, Line, OtherGame, Read, Result, Skipped, Unread, quoted
from studbook.formats.ndjson import object_of
from studbook.formats.ohh_fields import NAME, ActionError, document_of

__all__ = ["NAME", "read", "sniff"]

_BEGINS = re.compile(r'\{\s*"ohh"\s*:|\{\s*$')
_STRING = re.compile(r'"(?:\\.|[^"\\])*"')


def sniff(head: str) -> bool:
    """Whether the text is JSON with an object ``ohh``."""
    return re.match(r'\s*\{\s*"ohh"\s*:\s*\{', head) is not None


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of the file, one by one. A hand that does not end is given up where the next one begins."""
    block: list[Line] = []
    depth = 0
    after_blank = True
    lost = False  # in a stretch that was reported as no hand
    for number, line in lines:
        begins = line.lstrip().startswith("{") if not depth else after_blank and _BEGINS.match(line) is not None
        after_blank = not line.strip()
        if block and (begins or len(block) >= MAX_LINES_OF_A_HAND):
            yield _hand(block, file)
            block, depth, lost = [], 0, not begins
        if not block and not begins:
            if not (after_blank or lost):
                yield Unread(file, number, f"the text {quoted(line)} between the hands is not understood")
                lost = True
            continue
        lost = False
        block.append((number, line))
        outside = _STRING.sub("", line)
        depth += outside.count("{") + outside.count("[") - outside.count("}") - outside.count("]")
        if depth <= 0:
            yield _hand(block, file)
            block, depth = [], 0
    if block:
        yield _hand(block, file)


def _hand(block: list[Line], file: str) -> Result:
    first = block[0][0]
    hand_no = None
    try:
        whole = object_of("\n".join(line for _, line in block), exact=True)
        found = whole.get("ohh")
        if not isinstance(found, dict):
            raise Cannot(f'an object {{"ohh": ...}} was expected, not {quoted(block[0][1])}')
        number = found.get("game_number")
        hand_no = str(number)[:200] if isinstance(number, str | int) and str(number) else None
        document, inferred, doubts = document_of(found)
        return Read(document, file, first, inferred, doubts)
    except Cannot as error:
        return Unread(file, _line(block, error), error.reason, hand_no)
    except OtherGame as other:
        return Skipped(file, first, other.game, hand_no)


def _line(block: list[Line], error: Cannot) -> int:
    """The line of an error: that of the action, or of bad JSON (`object_of` counts within the block), or the first."""
    if isinstance(error, ActionError):
        number = re.compile(rf'"action_number"\s*:\s*{error.number}\b')
        return next((at for at, line in block if number.search(line)), block[0][0])
    return block[0][0] if error.line is None else block[min(error.line, len(block)) - 1][0]
