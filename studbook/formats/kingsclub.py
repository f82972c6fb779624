"""Reader of KingsClub hand histories: limit stud, stud hi/lo, razz and deuce-to-seven razz of its mixed tables.

Wording: street labels are one behind (``3RD STREET`` is fourth street), every amount of an action is the total of the
street, the seat lines of the summary give what each seat won or lost. The room's raises count on from the bring-in
(125 and 500 make 625): house rule ``raise_over_bring_in: adds_a_bet``. Times carry no zone and are taken for UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import pairwise

from studbook.formats import times
from studbook.formats.builder import HandBuilder
from studbook.formats.common import Line, OtherGame, Result, card, cards
from studbook.formats.lines import Rules, follow, header, in_summary, read_told, returned, rule, seated
from studbook.formats.money import amount
from studbook.formats.rooms import structure_named

NAME = "kingsclub"
GAMES = {
    "Seven Card Stud": "seven-card-stud",
    "Seven Card Stud Hi-Lo": "stud-hi-lo-8",
    "Seven Card Stud Hi/Lo": "stud-hi-lo-8",
    "Razz": "razz",
    "2-7 Razz": "deuce-to-seven-razz",
    "Five Card Stud": "five-card-stud",
}
HIDDEN = ("X",)
ZERO = Decimal(0)

_BEGINS = re.compile(r"#(\d+): (?:No |Pot )?Limit ")
_HEADER = re.compile(r"#(\d+): (No Limit|Pot Limit|Limit) (.+) - ([\d.,]+)/([\d.,]+)")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2} \d{1,2}:\d{2}:\d{2}")
_TABLE = re.compile(r"Table '(.*)'(?: Seat (\d+) is the button)?")
_TOURNAMENT = re.compile(r"T(\d+) \[.*\]")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([\d.,]+)\)")
_STREET = re.compile(r"\*\*\* (\d)(?:ST|ND|RD|TH) STREET \*\*\*(?: \[(..)\])?")
_RESULT = re.compile(r" \(([\d.,]+)\)(?: ([+-]?[\d.,]+))?")
_RAKE = re.compile(r"Rake ([\d.,]+)")
_UNCALLED = re.compile(r"Uncalled bet \(([\d.,]+)\) returned to (.+)")
_PASSED_OVER = re.compile(
    r".+ (?:sits out|sits in|joins the table|leaves the table|is disconnected|has reconnected|has timed out)"
    r"|.+ finished the tournament(?: in \d+\w\w place)?(?: and received .+)?"
    r"|.+ wins the tournament(?: and receives .+)?"
)


def sniff(head: str) -> bool:
    """Whether a text has a KingsClub hand near its beginning: its header, then its time on a line of its own."""
    lines = head.split("\n")
    return any(_begins(line) and _TIME.fullmatch(after.strip()) for line, after in pairwise(lines))


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of a KingsClub file, one by one."""
    return read_told(lines, file, _begins, _Hand)


def _begins(line: str) -> bool:
    return line.startswith("#") and _BEGINS.match(line) is not None


def _header(line: str) -> HandBuilder:
    found = header(_HEADER, line, _BEGINS)
    hand_no, limit, game = found[1], found[2], found[3]
    if game not in GAMES:
        raise OtherGame(game, hand_no)
    # The text names no currency; the room plays for United States dollars.
    hand = HandBuilder(NAME, hand_no, GAMES[game], structure=structure_named(limit, hand_no), currency="USD")
    small, big = amount(found[4]), amount(found[5])
    if hand.structure == "fixed-limit":
        hand.stake(small_bet=small, big_bet=big)
        hand.rules["raise_over_bring_in"] = "adds_a_bet"
    else:
        hand.stake(min_bet=small)
    hand.meta["title"] = f"{limit} {game}"
    return hand


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        self.build = _header(block[0][1])
        self.summary = False
        self.results: dict[int, Decimal] = {}
        self.won: dict[int, Decimal] = {}

    def line(self, line: str) -> bool:
        if self.summary:
            known = self._summary(line)
        elif line.startswith("*** "):
            known = self._section(line)
        else:
            known = (
                self._set_up(line)
                or follow(self, line, _ANTE, ": ")
                or returned(self.build, _UNCALLED.fullmatch(line))
                or follow(self, line, _ACT)
                or follow(self, line, _DEALT, ": ", lead="Dealt to ")
            )
        return known or _PASSED_OVER.fullmatch(line) is not None

    def finish(self) -> None:
        """The seat lines say what was paid. Raises Cannot for a hand cut before them."""
        build = self.build
        if not self.won:
            raise build.cannot("the hand ends before anybody wins")
        for seat, figure in self.won.items():
            build.paid(seat, figure)
        if build.currency:
            build.infer("currency")
        over = build.uncalled()
        for seat, net in self.results.items():
            place = build.place(seat)
            by_chips = place.paid - place.put_in + (over[1] if over and over[0] == seat else ZERO)
            if place.put_in and by_chips != net:
                build.doubt(f"{place.player} is listed with {net}, by the chips it is {by_chips}")

    def _set_up(self, line: str) -> bool:
        build = self.build
        if _TIME.fullmatch(line):
            build.played_at = times.zoned(times.parse(line), "UTC")
            build.infer("played_at")
            return True
        if table := _TABLE.fullmatch(line):
            build.table = table[1]
            if tournament := _TOURNAMENT.fullmatch(table[1]):
                build.currency = None
                build.meta["tournament"] = tournament[1]
            return True
        return seated(build, _SEAT.fullmatch(line))

    def _section(self, line: str) -> bool:
        if line in ("*** SHOWDOWN ***", "*** SHOW DOWN ***"):
            return True
        if line == "*** SUMMARY ***":
            self.summary = True
            return True
        street = _STREET.fullmatch(line)
        if street is None:
            return False
        self.build.street()
        if int(street[1]) + 1 != self.build.street_number:
            raise self.build.cannot(f"{line} follows where {self.build.street_number - 1} was due")
        if street[2]:
            self.build.community(card(street[2]))
        return True

    def dealt(self, seat: int, cards: list[str]) -> None:
        build, place = self.build, self.build.place(seat)
        if not build.streets:
            build.street()
        if build.streets == 1 and not place.cards and len(cards) == build.street_number:
            build.deal(seat, cards[:-1], cards[-1:])
        elif build.streets > 1 and len(cards) == 1:
            build.deal_next(seat, cards)
        else:
            raise build.cannot(f"{place.player!r} is dealt {len(cards)} cards on street {build.street_number}")

    def wins(self, seat: int, figure: Decimal) -> None:
        self.won[seat] = self.won.get(seat, ZERO) + figure

    def _summary(self, line: str) -> bool:
        if rake := _RAKE.fullmatch(line):
            self.build.rake(amount(rake[1]))
            return True
        if listed := in_summary(self.build, line, _RESULT):
            seat, result = listed
            self.results[seat] = amount(result[2]) if result[2] else ZERO
            return True
        return follow(self, line, _WINS)


_ALL_IN = r"(, and is all[ -]in)?(?: \(disconnect\))?"
_ANTE: Rules[_Hand] = Rules(
    rule(rf"posts ante ([\d.,]+?){_ALL_IN}", lambda hand, seat, m: hand.build.ante(seat, amount(m[1]))),
)
_DEALT: Rules[_Hand] = Rules(
    rule(r"\[([^\[\]]*)\]", lambda hand, seat, m: hand.dealt(seat, cards(m[1], HIDDEN))),
)
_ACT: Rules[_Hand] = Rules(
    rule(r"folds(?: \(disconnect\))?", lambda hand, seat, m: hand.build.fold(seat)),
    rule(r"checks(?: \(disconnect\))?", lambda hand, seat, m: hand.build.check(seat)),
    rule(
        rf"brings in for ([\d.,]+?){_ALL_IN}",
        lambda hand, seat, m: hand.build.bring_in(seat, to=amount(m[1]), all_in=bool(m[2])),
    ),
    rule(rf"calls ([\d.,]+?){_ALL_IN}", lambda hand, seat, m: hand.build.call(seat, to=amount(m[1]))),
    rule(
        rf"(?:bets|raises to|completes to) ([\d.,]+?){_ALL_IN}",
        lambda hand, seat, m: hand.build.wager(seat, to=amount(m[1])),
    ),
    rule(r"shows \[([^\[\]]*)\]", lambda hand, seat, m: hand.build.show(seat, cards(m[1], HIDDEN))),
    rule(r"mucks(?: \(disconnect\))?", lambda hand, seat, m: hand.build.muck(seat)),
)
_WINS: Rules[_Hand] = Rules(
    rule(
        r"wins (?:pot |(?:the )?(?:high |low )?(?:(?:main|side) )?pot (?:\d+ )?)?\(([\d.,]+)\)(?: from (?:the )?pot)?",
        lambda hand, seat, m: hand.wins(seat, amount(m[1])),
    ),
)
