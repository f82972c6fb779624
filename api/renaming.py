"""Another id for a player, wherever stored documents name people: records, verdicts, disputes.

Texts that an app or a person wrote freely (``meta``, notes, a hand's ref) are not looked into.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.text import json_text
from db.upkeep import DisputeTexts


@dataclass(frozen=True, slots=True)
class Renaming:
    """``player`` becomes ``new``. With ``naming`` the name that people are shown becomes ``name`` (None: none)."""

    player: str
    new: str
    naming: bool = False
    name: str | None = None

    def hand(self, record: str, verdict: str) -> tuple[str, str]:
        """Record and verdict of a hand, JSON texts, with the player renamed."""
        return self._seats_of(record), self._seats_of(verdict)

    def dispute(self, texts: DisputeTexts) -> DisputeTexts:
        """What a dispute says with the player renamed: who filed it, who decided, records and verdicts."""
        return DisputeTexts(
            self._who(texts.filed_by),
            self._everywhere(texts.claim),
            self._everywhere(texts.ruling),
            None if texts.decision is None else self._everywhere(texts.decision),
            None if texts.override is None else self._everywhere(texts.override),
        )

    def _who(self, player: Any) -> Any:
        return self.new if player == self.player else player

    def _seats_of(self, text: str) -> str:
        document = json.loads(text)
        if not any(seat["player"] == self.player for seat in document["seats"]):
            return text  # as it was posted
        return json_text(document | {"seats": [self._seat(seat) for seat in document["seats"]]})

    def _seat(self, seat: Mapping[str, Any]) -> dict[str, Any]:
        if seat["player"] != self.player:
            return dict(seat)
        renamed = {**seat, "player": self.new}
        if self.naming and "name" in seat:
            del renamed["name"]
        if self.naming and self.name is not None and "outcome" not in seat:  # a verdict's seat has no name
            renamed["name"] = self.name
        return renamed

    def _everywhere(self, text: str) -> str:
        document = json.loads(text)
        renamed = self._renamed(document)
        return text if renamed == document else json_text(renamed)

    def _renamed(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._renamed(item) for item in value]
        if not isinstance(value, dict):
            return value
        made = {
            key: self._who(item) if key in ("player", "by") else item if key == "meta" else self._renamed(item)
            for key, item in value.items()
        }
        return self._seat_name(made, value)

    def _seat_name(self, made: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
        return self._seat(before) if "seat" in before and before.get("player") == self.player else made
