"""The stakes of a hand: which structure, which amounts. All amounts are chips in the smallest unit of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from studbook.record import MAX_CHIPS

STRUCTURES = {
    "fixed-limit": ("small_bet", "big_bet"),
    "spread-limit": ("min_bet", "max_bet"),
    "pot-limit": ("min_bet",),
    "no-limit": ("min_bet",),
}
OPTIONAL = ("ante", "bring_in", "chip")


class BadStakes(ValueError):
    """Stakes that no hand can be played at: ``field`` names the stake (empty: the whole), the message what is right."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True)
class Stakes:
    """``small`` and ``big`` are the two sizes in fixed limit; in the other structures ``small`` is the minimum bet and
    ``big`` the maximum (0: none). ``unit`` prices Wall Street's row. ``defaulted`` names what the record left out."""

    structure: str
    small: int
    big: int
    ante: int = 0
    bring_in: int = 0
    chip: int = 1
    unit: int = 0
    defaulted: tuple[str, ...] = ()

    @property
    def fixed(self) -> bool:
        return self.structure == "fixed-limit"


def for_showdown(given: Mapping[str, Any] | None) -> Stakes:
    """The stakes of a ``showdown`` record, of which only ``chip`` is used. Raises BadStakes."""
    chip = _amount(given or {}, "chip", 1)
    if chip < 1:
        raise BadStakes("chip", "the smallest chip is 1 or more")
    return Stakes("fixed-limit", chip, chip, chip=chip, defaulted=() if given and "chip" in given else ("chip",))


def read_stakes(
    given: Mapping[str, Any] | None, *, has_unit: bool, has_bring_in: bool, one_size: bool, half_bring_in: bool
) -> Stakes:
    """The stakes of a record. ``has_unit``: the game prices cards; ``has_bring_in``: somebody may owe one;
    ``one_size``: every round is at the small bet; ``half_bring_in``: the bring-in defaults to half the small bet.
    Raises BadStakes naming the stake and what would be right."""
    if given is None:
        raise BadStakes("", f"a record with events needs stakes: a structure ({', '.join(STRUCTURES)}) and its amounts")
    structure = given.get("structure")
    if structure not in STRUCTURES:
        raise BadStakes("structure", f"{structure!r} is no structure: {', '.join(STRUCTURES)}")
    required = STRUCTURES[structure]
    known = ("structure", *required, *OPTIONAL, *(("unit",) if has_unit else ()))
    for name in given:
        if name not in known:
            raise BadStakes(name, f"{structure} does not know the stake {name!r}: {', '.join(known[1:])}")
    defaulted = [name for name in OPTIONAL if name not in given and (has_bring_in or name != "bring_in")]
    chip = _amount(given, "chip", 1)
    if chip < 1:
        raise BadStakes("chip", "the smallest chip is 1 or more")
    ante = _amount(given, "ante", 0)
    if structure == "fixed-limit":
        small = _amount(given, "small_bet", None)
        if one_size and "big_bet" not in given:
            defaulted.append("big_bet")
        big = _amount(given, "big_bet", small if one_size else None)
        if big < small:
            raise BadStakes("big_bet", f"the big bet, {big}, is below the small bet, {small}")
    elif structure == "spread-limit":
        small, big = _amount(given, "min_bet", None), _amount(given, "max_bet", None)
        if big < small:
            raise BadStakes("max_bet", f"the largest bet, {big}, is below the smallest, {small}")
    else:
        if "min_bet" not in given:
            if not given.get("bring_in"):
                raise BadStakes("min_bet", f"{structure} needs min_bet, unless a bring_in is set")
            defaulted.append("min_bet")
        small, big = _amount(given, "min_bet", given.get("bring_in")), 0
    if small < 1:
        raise BadStakes(required[0], f"{required[0]} is 1 or more")
    half = small // 2 // chip * chip if half_bring_in and structure == "fixed-limit" else 0
    bring_in = _amount(given, "bring_in", half)
    if bring_in and not has_bring_in:
        raise BadStakes("bring_in", "nobody brings it in in this game: leave bring_in out")
    if bring_in > small:
        raise BadStakes("bring_in", f"the bring-in, {bring_in}, is above {required[0]}, {small}")
    unit = _amount(given, "unit", None) if has_unit else 0
    if has_unit and unit < 1:
        raise BadStakes("unit", "the unit is 1 or more")
    stakes = Stakes(structure, small, big, ante, bring_in, chip, unit, tuple(defaulted))
    for name, amount in (
        ("ante", ante),
        ("bring_in", bring_in),
        (required[0], small),
        (required[-1], big),
        ("unit", unit),
    ):
        if amount % chip:
            raise BadStakes(name, f"{name}, {amount}, is no multiple of the smallest chip, {chip}")
    return stakes


def _amount(given: Mapping[str, Any], name: str, default: int | None) -> int:
    value = given.get(name, default)
    if value is None:
        raise BadStakes(name, f"the stake {name} is missing")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not 0 <= value <= MAX_CHIPS:
        raise BadStakes(name, f"{name} is a whole number of chips, 0 to 2^53 - 1, not {value!r}")
    return value
