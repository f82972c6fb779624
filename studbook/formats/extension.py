"""What a foreign format has no field for, carried beside it: the difference between the record and what is read back.

A writer writes all that its format can say, reads that back with the format's own reader, and adds the difference as
one JSON object where the format lets others add their own. The reader puts the difference on again. Whoever does not
know the extension reads the same hand, only with less about it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from studbook.formats.common import Cannot

KEY = "studbook"
# Objects of which single keys may be added or taken away; every other key of a record is carried whole.
MERGED = ("stakes",)


class CannotWrite(ValueError):
    """A record that a format cannot carry at all; the message says why."""


def difference(native: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """What turns ``native`` into ``document``, events left out. null takes a key away."""
    patch: dict[str, Any] = {}
    for key in [*document, *(key for key in native if key not in document)]:
        if key == "events" or _same(native.get(key), document.get(key)):
            continue
        if key in MERGED and key in native and key in document:
            patch[key] = _merged_difference(native[key], document[key])
        elif key == "seats" and len(native[key]) == len(document[key]):
            patch[key] = [_merged_difference(was, now) for was, now in zip(native[key], document[key], strict=True)]
        else:
            patch[key] = document.get(key)
    return patch


def extended(native: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """``native`` with the difference put on. Raises Cannot where the difference is not of this document."""
    made = dict(native)
    for key, value in patch.items():
        if key == "events":
            raise Cannot(f"the extension {KEY!r} may not carry events")
        if value is None:
            made.pop(key, None)
        elif key in MERGED and isinstance(made.get(key), dict):
            made[key] = _merged(made[key], value)
        elif key == "seats":
            if not isinstance(value, list) or len(value) != len(made["seats"]):
                raise Cannot(f"the extension {KEY!r} has other seats than the hand")
            made[key] = [_merged(was, now) for was, now in zip(made["seats"], value, strict=True)]
        else:
            made[key] = value
    return made


def event_difference(native: Mapping[str, Any], event: Mapping[str, Any]) -> dict[str, Any]:
    """What turns the event that a notation reads as into ``event``."""
    return _merged_difference(native, event)


def extended_event(native: Mapping[str, Any], patch: Any) -> dict[str, Any]:
    """The event with the difference put on. Raises Cannot where it is no object."""
    return _merged(native, patch)


def plain(value: Any) -> Any:
    """A copy of a document in which integral floats are integers, as they are read (hand-record: conventions)."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def compact(value: Any) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _same(left: Any, right: Any) -> bool:
    # 1 and true are equal to Python, but not the same to JSON; the order of keys is no difference.
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def _merged_difference(native: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    changed = {key: value for key, value in document.items() if key not in native or native[key] != value}
    return changed | {key: None for key in native if key not in document}


def _merged(native: Mapping[str, Any], patch: Any) -> dict[str, Any]:
    if not isinstance(patch, dict):
        raise Cannot(f"the extension {KEY!r} holds {patch!r} where an object belongs")
    merged = dict(native) | patch
    return {key: value for key, value in merged.items() if value is not None}
