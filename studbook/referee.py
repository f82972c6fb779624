"""The referee: a record in, a verdict out. The only entrance to the rules.

The record is replayed from its first event to its last; the first event that the rules refuse ends the replay. Nothing
is invented, dropped or reordered.
"""

from __future__ import annotations

from collections.abc import Callable

from studbook import house as houses
from studbook.dues import Due, Script, ShowdownDue
from studbook.games import GAMES, Game
from studbook.house import HOUSE_RULES, House
from studbook.record import Record
from studbook.showing import after_the_hand
from studbook.shown import play_showdown
from studbook.stakes import BadStakes, Stakes, for_showdown, read_stakes
from studbook.table import AllOthersOut, Refused, Table, Voided
from studbook.verdict import SetupFault, Verdict

Watcher = Callable[[Table, Due], None]


class _Unplayable(Exception):
    def __init__(self, code: str, pointer: str, message: str) -> None:
        super().__init__(message)
        self.fault = SetupFault(code, pointer, message)


def replay(record: Record, *, explain: bool = False, watch: Watcher | None = None) -> Verdict:
    """Judges a record. ``explain`` collects the rulings in words; ``watch`` is called with the table and what is due
    after the set-up and after every event. Never raises for what the record holds: an illegal hand is a verdict."""
    try:
        game, house, stakes = _set_up(record)
    except _Unplayable as unplayable:
        return Verdict(record, None, fault=unplayable.fault, explained=explain)
    table = Table(game, house, stakes, record, explain)
    for name in stakes.defaulted:
        table.index = -1
        table.warn("default-used", f"/stakes/{name}", f"The stake {name} was not given: its default is played.")
    if record.showdown is not None:
        return play_showdown(table)
    script = _run(game, table)
    due = next(script)
    if watch is not None:
        watch(table, due)
    index = -1
    try:
        for index, event in enumerate(record.events):
            table.index = index
            due = script.send(event)
            if watch is not None:
                watch(table, due)
    except Refused as refused:
        if refused.due is None:
            refused.due = due
        return Verdict(record, table, due, refused=refused, refused_at=index)
    return Verdict(record, table, due)


def _run(game: Game, table: Table) -> Script:
    try:
        yield from game.play(table)
    except AllOthersOut:
        pass
    except Voided:
        table.over = True
        yield from after_the_hand(table)
        return
    table.over = True
    try:
        yield from after_the_hand(table)
    except Voided:
        yield from after_the_hand(table)


# The same stakes and house rules come with every hand of a session: what was made of them is kept, by their exact text
# (1, 1.0 and true differ there, as they do in the record).
_kept: dict[tuple[str, str, str], tuple[House, Stakes]] = {}


def _set_up(record: Record) -> tuple[Game, House, Stakes]:
    game = GAMES.get(record.game)
    if game is None:
        known = ", ".join(sorted(GAMES))
        raise _Unplayable("unknown-game", "/game", f"{record.game!r} is no game that is judged here: {known}")
    key = (game.name, repr(record.stakes), repr(record.rules))
    kept = _kept.get(key) if record.showdown is None and "first_chooser" not in record.rules else None
    if kept is None:
        stakes = _stakes(game, record)
        house = _house(game, record, stakes)
        if record.showdown is None and "first_chooser" not in record.rules:
            if len(_kept) >= 256:
                _kept.clear()
            _kept[key] = house, stakes
    else:
        house, stakes = kept
    _seats(game, house, record)
    return game, house, stakes


def _stakes(game: Game, record: Record) -> Stakes:
    try:
        if record.showdown is not None:
            return for_showdown(record.stakes)
        return read_stakes(
            record.stakes,
            has_unit=game.has_unit,
            has_bring_in=game.has_bring_in,
            one_size=game.one_size,
            half_bring_in=game.half_bring_in,
        )
    except BadStakes as bad:
        pointer = f"/stakes/{bad.field}" if bad.field else "/stakes"
        raise _Unplayable("bad-stakes", pointer, bad.message) from None


def _house(game: Game, record: Record, stakes: Stakes) -> House:
    values = houses.defaults(game.rules, game.defaults, stakes.structure, stakes.bring_in, game.opens_by_high_card)
    for name, value in record.rules.items():
        pointer = f"/rules/{name}"
        if name not in values:
            known = ", ".join(sorted(game.rules))
            raise _Unplayable("bad-rule", pointer, f"{game.name} does not know the rule {name!r}; it knows {known}")
        rule = HOUSE_RULES[name]
        if not rule.accepts(value) or not game.accepts(name, value):
            raise _Unplayable("bad-rule", pointer, f"{name} is {rule.in_words()}, not {value!r}")
        values[name] = _whole(value)
        if (
            rule.kind == "chooser"
            and value != "dealers_left"
            and values[name] not in [seat.seat for seat in record.seats]
        ):
            raise _Unplayable("bad-rule", pointer, f"{name}: there is no seat {value} in this hand")
    return House(values, tuple(sorted(record.rules)))


def _whole(value: houses.Value | float) -> houses.Value:
    if isinstance(value, list):
        return [int(item) for item in value]
    return int(value) if isinstance(value, float) else value


def _seats(game: Game, house: House, record: Record) -> None:
    seats = record.seats
    if len(seats) < 2:
        raise _Unplayable("bad-seats", "/seats", "a hand needs two seats or more")
    if (
        len({seat.seat for seat in seats})
        == len({seat.player for seat in seats})
        == len(seats)
        <= game.most_seats(house)
    ):
        return
    for field in ("seat", "player"):
        met: dict[object, int] = {}
        for at, seat in enumerate(seats):
            value = getattr(seat, field)
            if value in met:
                raise _Unplayable(
                    "bad-seats", f"/seats/{at}/{field}", f"{field} {value!r} sits twice: also at /seats/{met[value]}"
                )
            met[value] = at
    most = game.most_seats(house)
    if len(seats) > most and record.showdown is None:
        raise _Unplayable(
            "not-enough-cards", "/seats", f"{game.name} plays up to {most}: the deck has no cards for {len(seats)}"
        )


__all__ = ["Due", "ShowdownDue", "replay"]
