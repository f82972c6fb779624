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
from studbook.formats.common import (
    UNSEEN,
    Cannot,
    Line,
    OtherGame,
    Read,
    Result,
    cards,
    quoted,
    read_hands,
    unknown_line,
)
from studbook.formats.money import amount, currency

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
STRUCTURES = {"fixed": "fixed-limit", "pot": "pot-limit", "no": "no-limit"}
STREETS = {"SECOND": 2, "THIRD": 3, "FOURTH": 4, "FIFTH": 5, "SIXTH": 6, "SEVENTH": 7}
HIDDEN = ("X",)
ZERO = Decimal(0)

_HEADER = re.compile(r"Winamax Poker - (.+?) - HandId: #(\S+) - (.+) (fixed|pot|no) limit \((.*)\) - (.+)")
_WHEN = re.compile(r"(\S+ \S+) (\w+)")
_TABLE = re.compile(r"Table: '(.*)' \d+-max(?: \((real money|play money)\))?(?: Seat #(\d+) is the button)?")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()\s,]+)(?:, [^()]+ bounty)?\)")
_STREET = re.compile(r"\*\*\* (?:(\d)(?:nd|rd|th) STREET|([A-Z]+)) \*\*\*(?: \[(..)\])?")
_DEALT = re.compile(r"\[([^\[\]]*)\](?: \[([^\[\]]*)\])?")
_ALL_IN = r"( and is all-in)?"
_PUTS = re.compile(rf"(posts ante|brings in|bring-in|calls|bets|completes to) (\S+?){_ALL_IN}")
_RAISES = re.compile(rf"raises (\S+) to (\S+?){_ALL_IN}")
_SHOWS = re.compile(r"shows \[([^\[\]]*)\](?: \(.*\))?")
_COLLECTED = re.compile(r"collected (\S+) from (pot|main pot|side pot(?: (\d+))?)(?: ?\((?:HI|LO)\))?")
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
    return read_hands(lines, file, _begins, _read_hand)


def _begins(line: str) -> bool:
    return line.startswith("Winamax Poker - ")


def _read_hand(block: list[Line], file: str) -> Read:
    hand = _header(block[0][1])
    reading = _Reading(hand)
    try:
        for number, line in block[1:]:
            hand.at = number
            if line.strip():
                reading.line(line.rstrip())
        reading.finish()
        return hand.read(file, block[0][0])
    except Cannot as error:
        raise Cannot(error.reason, error.line or hand.at, hand.hand_no) from error


def _header(line: str) -> HandBuilder:
    found = _HEADER.fullmatch(line.rstrip())
    if found is None:
        raise Cannot(f"the header {quoted(line)} is not understood")
    kind, hand_no, game, limit, stakes, when = found.groups()
    if game.lower() not in GAMES:
        raise OtherGame(game, hand_no)
    figures = [_figure(text) for text in stakes.split("/")]
    if len(figures) not in (2, 3):
        raise Cannot(f"the stakes ({stakes}) are not an ante and two bets", hand_no=hand_no)
    tournament = kind.startswith(("Tournament", "Escape"))
    time = _WHEN.fullmatch(when)
    hand = HandBuilder(
        NAME,
        hand_no,
        GAMES[game.lower()],
        structure=STRUCTURES[limit],
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


def _figure(text: str) -> Decimal:
    """An amount, in thousands where it ends in ``k``."""
    return amount(text[:-1]) * 1000 if text.endswith("k") else amount(text)


class _Reading:
    """One hand being read, line after line."""

    def __init__(self, hand: HandBuilder) -> None:
        self.hand = hand
        self.summary = False
        self.total: Decimal | None = None
        self.rake = ZERO
        self.collected: dict[tuple[int, int], Decimal] = {}
        self.button: int | None = None
        self.last_street = 5 if hand.game == "five-card-stud" else 7
        self.undealt: list[int] = []

    def line(self, line: str) -> None:
        """One line. Raises Cannot where it is not understood or contradicts what came before."""
        if self.summary:
            known = self._summary(line)
        elif line.startswith("*** "):
            known = self._section(line)
        else:
            known = self._set_up(line) or self._act(line) or self._dealt(line) or self._uncalled(line)
        if not known:
            raise unknown_line(self.hand.at or 0, line)

    def finish(self) -> None:
        """The end of the hand: what was collected is compared with the chips put in. Raises Cannot for a cut hand."""
        hand = self.hand
        if self.total is None:
            raise hand.cannot("the hand ends before the total of its summary")
        collected = sum(self.collected.values(), ZERO)
        if collected != self.total:
            hand.doubt(f"the total pot is said to be {self.total}, {collected} were collected")
        contested = sum((pot.amount for pot in hand.pots()), ZERO)
        over = hand.uncalled()
        if over and collected + self.rake > contested:
            # What was collected includes the uncalled bet, which lies in the last pot of the seat.
            mine = [key for key in sorted(self.collected) if key[0] == over[0]]
            if mine and self.collected[mine[-1]] >= over[1]:
                self.collected[mine[-1]] -= over[1]
        for (seat, pot), figure in self.collected.items():
            hand.paid(seat, figure, pot)

    def _set_up(self, line: str) -> bool:
        if table := _TABLE.fullmatch(line):
            self.hand.table = table[1]
            self.button = int(table[3]) if table[3] else None
            if table[2] == "play money":
                self.hand.currency = None
            return True
        if seat := _SEAT.fullmatch(line):
            if self.hand.streets:
                raise self.hand.cannot("a seat is listed after the deal")
            self.hand.seat(int(seat[1]), seat[2], _figure(seat[3]))
            return True
        return False

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
        self.hand.street()
        if number != self.hand.street_number:
            raise self.hand.cannot(f"{line} follows where street {self.hand.street_number} was due")
        if street[3]:
            self.hand.community(cards(street[3])[0])
        else:
            self.undealt = self.hand.live()
        return True

    def _deal_unseen(self) -> None:
        """A street that lists no cards at all: unseen ones to everybody, in turn, as some exports have it."""
        hidden = self.hand.street_number - 1 if self.hand.streets == 1 else 0
        last = self.hand.street_number == self.last_street == 7
        for seat in self.undealt:
            if not hidden and last:
                self.hand.deal(seat, [UNSEEN])
            else:
                self.hand.deal(seat, [UNSEEN] * hidden, [UNSEEN])
        if self.undealt and self.hand.streets == 1 and self.button is not None:
            self.hand.order_after(self.button)
        self.undealt = []

    def _dealt(self, line: str) -> bool:
        if not line.startswith("Dealt to "):
            return False
        for seat, rest in self.hand.names.starting(line.removeprefix("Dealt to ")):
            if groups := _DEALT.fullmatch(rest):
                new = None if groups[2] is None else cards(groups[2], HIDDEN)
                self._deal(seat, cards(groups[1], HIDDEN), new)
                return True
        return False

    def _deal(self, seat: int, first: list[str], new: list[str] | None) -> None:
        hand, place = self.hand, self.hand.place(seat)
        hidden = hand.street_number - 1
        self.undealt = []
        if hand.streets == 1 and new is None and not place.cards and len(first) == hidden + 1:
            hand.deal(seat, first[:-1], first[-1:])
        elif hand.streets > 1 and new is not None and len(new) == 1:
            hand.check_listed(seat, first)
            last = hand.street_number == self.last_street == 7
            hand.deal(seat, new if last else (), () if last else new)
        else:
            raise hand.cannot(f"the cards dealt to {place.player!r} do not suit the street")

    def _act(self, line: str) -> bool:
        return any(self._acts(seat, rest) for seat, rest in self.hand.names.starting(line))

    def _acts(self, seat: int, rest: str) -> bool:
        hand = self.hand
        if rest in ("folds", "checks", "mucks", "mucks hand"):
            self._deal_unseen()
            {"folds": hand.fold, "checks": hand.check}.get(rest, hand.muck)(seat)
        elif puts := _PUTS.fullmatch(rest):
            self._deal_unseen()
            self._puts_in(seat, puts[1], _figure(puts[2]), bool(puts[3]))
        elif raises := _RAISES.fullmatch(rest):
            self._deal_unseen()
            self._raise(seat, _figure(raises[2]))
        elif shown := _SHOWS.fullmatch(rest):
            self._deal_unseen()
            hand.show(seat, cards(shown[1], HIDDEN))
        elif collected := _COLLECTED.fullmatch(rest):
            pot = int(collected[3] or 1) if collected[2].startswith("side") else 0
            self.collected[seat, pot] = self.collected.get((seat, pot), ZERO) + _figure(collected[1])
        else:
            return False
        return True

    def _puts_in(self, seat: int, verb: str, figure: Decimal, all_in: bool) -> None:
        hand = self.hand
        if verb == "posts ante":
            hand.ante(seat, figure)
        elif verb in ("brings in", "bring-in"):
            hand.bring_in(seat, to=figure, all_in=all_in)
        elif verb == "calls":
            hand.call(seat, added=figure)
        else:
            hand.wager(seat, to=figure)

    def _raise(self, seat: int, figure: Decimal) -> None:
        """A raise whose figure is the total of the street or the chips added.

        The same where the seat had nothing in. Else it is the total where that makes a full raise, or where as many
        added would be more chips than the seat has; otherwise the chips added, as seen of an all-in bring-in.
        """
        hand, place = self.hand, self.hand.place(seat)
        size = hand.stakes.get("small_bet" if hand.street_number < 5 else "big_bet")
        whole = size is not None and figure in (hand.level + size, size)
        if place.in_round and (whole or (place.left is not None and figure > place.left)):
            hand.wager(seat, to=figure)
        else:
            hand.wager(seat, added=figure)

    def _uncalled(self, line: str) -> bool:
        uncalled = _UNCALLED.fullmatch(line)
        if uncalled is None or uncalled[2] not in self.hand.names:
            return False
        self.hand.returned(self.hand.names[uncalled[2]], _figure(uncalled[1]))
        return True

    def _summary(self, line: str) -> bool:
        hand = self.hand
        if total := _TOTAL.fullmatch(line):
            self.total = _figure(total[1])
            self.rake = _figure(total[2]) if total[2] else ZERO
            hand.rake(self.rake)
            return True
        if line.startswith("Board: ["):
            return True
        found = re.match(r"Seat (\d+): ", line)
        if found is None:
            return False
        name = hand.place(int(found[1])).player
        rest = line[found.end() :]
        return rest.startswith(name) and _SUMMARY_SEAT.fullmatch(rest, len(name)) is not None
