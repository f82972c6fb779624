"""Reader of Winamax hand histories: stud, stud hi/lo and razz of the mixed-game tables, real and play money.

Wording: stakes are (ante/small/big); streets are ``3rd STREET`` or ``THIRD``; the deal of later streets begins with
the best board. ``raises A to B`` makes B the total of the street or the chips added by the action, which shows where
the seat had chips in (`_raise`). What is collected includes an uncalled bet, the total pot is what was collected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from studbook.formats import times
from studbook.formats.builder import HandBuilder
from studbook.formats.common import UNSEEN, Cannot, Line, OtherGame, Result, cards
from studbook.formats.lines import Rules, follow, header, in_summary, read_told, returned, rule, seated
from studbook.formats.money import currency, money
from studbook.formats.rooms import begin_street, structure_named

NAME = "winamax"
GAMES = {
    "7-card stud": "seven-card-stud",
    "7stud": "seven-card-stud",
    "7-card stud hi/lo": "stud-hi-lo-8",
    "7stud hi/lo": "stud-hi-lo-8",
    "7stud8": "stud-hi-lo-8",
    "razz": "razz",
    "2-7 razz": "deuce-to-seven-razz",
    "5-card stud": "five-card-stud",
    "5stud": "five-card-stud",
}
STREETS = {"SECOND": 2, "THIRD": 3, "FOURTH": 4, "FIFTH": 5, "SIXTH": 6, "SEVENTH": 7}
HIDDEN = ("X",)
ZERO = Decimal(0)

_HEADER = re.compile(r"Winamax Poker - (.+?) - HandId: #(\S+) - (.+) (fixed|pot|no) limit \((.*)\) - (.+)")
_WHEN = re.compile(r"(\S+ \S+) (\w+)")
_TABLE = re.compile(r"Table: '(.*)' \d+-max(?: \((real money|play money)\))?(?: Seat #(\d+) is the button)?")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()\s,]+)(?:, [^()]+ bounty)?\)")
_STREET = re.compile(r"\*\*\* (?:(\d)(?:nd|rd|th) STREET|([A-Z]+)) \*\*\*(?: \[(..)\])?")
_UNCALLED = re.compile(r"Uncalled bet \(?([^\s()]+)\)? returned to (.+)")
_TOTAL = re.compile(r"Total pot (\S+) \| (?:No rake|Rake (\S+))")
_SUMMARY_SEAT = re.compile(
    r"(?: \([a-z ]+\))*"
    r"(?: (?:showed \[[^\[\]]*\] and )?(?:won \S+|lost)(?: with .+)?| showed \[[^\[\]]*\]"
    r"| folded on .+| mucked| is sitting out)"
)


def sniff(head: str) -> bool:
    """Whether a text has a Winamax hand near its beginning."""
    return any(_begins(line) for line in head.split("\n"))


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of a Winamax file, one by one."""
    return read_told(lines, file, _begins, _Hand)


def _begins(line: str) -> bool:
    return line.startswith("Winamax Poker - ")


def _header(line: str) -> HandBuilder:
    kind, hand_no, game, limit, stakes, when = header(_HEADER, line).groups()
    if game.lower() not in GAMES:
        raise OtherGame(game, hand_no)
    figures = [money(text) for text in stakes.split("/")]
    if len(figures) not in (2, 3):
        raise Cannot(f"the stakes ({stakes}) are not an ante and two bets", hand_no=hand_no)
    tournament = kind.startswith(("Tournament", "Escape"))
    time = _WHEN.fullmatch(when)
    hand = HandBuilder(
        NAME,
        hand_no,
        GAMES[game.lower()],
        structure=structure_named(limit, hand_no),
        currency=None if tournament else currency(stakes),
        played_at=times.zoned(times.parse(time[1]), time[2]) if time else None,
    )
    hand.stake(ante=figures[-3] if len(figures) == 3 else None)
    if hand.structure == "fixed-limit":
        hand.stake(small_bet=figures[-2], big_bet=figures[-1])
        hand.guess_bring_in(figures[-2] * 2 / 5)  # the room's bring-in is two fifths of the small bet
    else:
        hand.stake(min_bet=figures[-2])
    hand.meta["title"] = f"{game} {limit} limit"
    if tournament:
        hand.meta["tournament"] = kind[:200]
    return hand


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        self.build = _header(block[0][1])
        self.summary = False
        self.total: Decimal | None = None
        self.collected: dict[tuple[int, int], Decimal] = {}
        self.button: int | None = None
        self.undealt: list[int] = []

    def line(self, line: str) -> bool:
        if self.summary:
            return self._summary(line)
        if line.startswith("*** "):
            return self._section(line)
        return (
            self._set_up(line)
            or follow(self, line, _ACT, before=self._deal_unseen)
            or follow(self, line, _COLLECTED)
            or follow(self, line, _DEALT, lead="Dealt to ")
            or returned(self.build, _UNCALLED.fullmatch(line))
        )

    def finish(self) -> None:
        """What was collected is compared with the chips put in. Raises Cannot for a hand without its total."""
        build = self.build
        if self.total is None:
            raise build.cannot("the hand ends before the total of its summary")
        collected = sum(self.collected.values(), ZERO)
        if collected != self.total:
            build.doubt(f"the total pot is said to be {self.total}, {collected} were collected")
        contested = sum((pot.amount for pot in build.pots()), ZERO)
        over = build.uncalled()
        if over and collected + sum(build.stated_rake or (), ZERO) > contested:
            # What was collected includes the uncalled bet, which lies in the last pot of the seat.
            mine = [key for key in sorted(self.collected) if key[0] == over[0]]
            if mine and self.collected[mine[-1]] >= over[1]:
                self.collected[mine[-1]] -= over[1]
        for (seat, pot), figure in self.collected.items():
            build.paid(seat, figure, pot)

    def _set_up(self, line: str) -> bool:
        if table := _TABLE.fullmatch(line):
            self.build.table = table[1]
            self.button = int(table[3]) if table[3] else None
            if table[2] == "play money":
                self.build.currency = None
            return True
        return seated(self.build, _SEAT.fullmatch(line))

    def _section(self, line: str) -> bool:
        if line == "*** ANTE/BLINDS ***":
            return True
        if line in ("*** SHOW DOWN ***", "*** SUMMARY ***"):
            self._deal_unseen()
            self.summary = line == "*** SUMMARY ***"
            return True
        street = _STREET.fullmatch(line)
        number = street and (int(street[1]) if street[1] else STREETS.get(street[2]))
        if street is None or number is None:
            return False
        self._deal_unseen()
        begin_street(self.build, number, line, street[3])
        if not street[3]:
            self.undealt = self.build.live()
        return True

    def _deal_unseen(self) -> None:
        """A street that lists no cards at all: unseen ones to everybody, in turn, as some exports have it."""
        build = self.build
        for seat in self.undealt:
            if build.streets == 1:
                build.deal(seat, [UNSEEN] * (build.street_number - 1), [UNSEEN])
            else:
                build.deal_next(seat, [UNSEEN])
        if self.undealt and build.streets == 1 and self.button is not None:
            build.order_after(self.button)
        self.undealt = []

    def dealt(self, seat: int, first: list[str], new: list[str] | None) -> None:
        build, place = self.build, self.build.place(seat)
        self.undealt = []
        if build.streets == 1 and new is None and not place.cards and len(first) == build.street_number:
            build.deal(seat, first[:-1], first[-1:])
        elif build.streets > 1 and new is not None and len(new) == 1:
            build.check_listed(seat, first)
            build.deal_next(seat, new)
        else:
            raise build.cannot(f"the cards dealt to {place.player!r} do not suit the street")

    def raises(self, seat: int, figure: Decimal) -> None:
        """A raise whose figure is the total of the street or the chips added.

        The same where the seat had nothing in. Else it is the total where that makes a full raise, or where as many
        added would be more chips than the seat has; otherwise the chips added, as seen of an all-in bring-in.
        """
        build, place = self.build, self.build.place(seat)
        size = build.stakes.get("small_bet" if build.street_number < 5 else "big_bet")
        whole = size is not None and figure in (build.level + size, size)
        if place.in_round and (whole or (place.left is not None and figure > place.left)):
            build.wager(seat, to=figure)
        else:
            build.wager(seat, added=figure)

    def collects(self, seat: int, figure: Decimal, pot: int) -> None:
        self.collected[seat, pot] = self.collected.get((seat, pot), ZERO) + figure

    def _summary(self, line: str) -> bool:
        if total := _TOTAL.fullmatch(line):
            self.total = money(total[1])
            self.build.rake(money(total[2]) if total[2] else ZERO)
            return True
        return line.startswith("Board: [") or in_summary(self.build, line, _SUMMARY_SEAT) is not None


def _cards(text: str) -> list[str]:
    return cards(text, HIDDEN)


_ALL_IN = r"(?: and is all-in)?"
_DEALT: Rules[_Hand] = Rules(
    rule(
        r"\[([^\[\]]*)\](?: \[([^\[\]]*)\])?",
        lambda hand, seat, m: hand.dealt(seat, _cards(m[1]), None if m[2] is None else _cards(m[2])),
    ),
)
_ACT: Rules[_Hand] = Rules(
    rule(rf"posts ante (\S+?){_ALL_IN}", lambda hand, seat, m: hand.build.ante(seat, money(m[1]))),
    rule(
        r"(?:brings in|bring-in) (\S+?)( and is all-in)?",
        lambda hand, seat, m: hand.build.bring_in(seat, to=money(m[1]), all_in=bool(m[2])),
    ),
    rule(r"folds", lambda hand, seat, m: hand.build.fold(seat)),
    rule(r"checks", lambda hand, seat, m: hand.build.check(seat)),
    rule(rf"calls (\S+?){_ALL_IN}", lambda hand, seat, m: hand.build.call(seat, added=money(m[1]))),
    rule(rf"(?:bets|completes to) (\S+?){_ALL_IN}", lambda hand, seat, m: hand.build.wager(seat, to=money(m[1]))),
    rule(rf"raises \S+ to (\S+?){_ALL_IN}", lambda hand, seat, m: hand.raises(seat, money(m[1]))),
    rule(r"shows \[([^\[\]]*)\](?: \(.*\))?", lambda hand, seat, m: hand.build.show(seat, _cards(m[1]))),
    rule(r"mucks(?: hand)?", lambda hand, seat, m: hand.build.muck(seat)),
)
_COLLECTED: Rules[_Hand] = Rules(
    rule(
        r"collected (\S+) from (?:pot|main pot|(side) pot(?: (\d+))?)(?: ?\((?:HI|LO)\))?",
        lambda hand, seat, m: hand.collects(seat, money(m[1]), int(m[3] or 1) if m[2] else 0),
    ),
)
