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
from studbook.formats.common import Cannot, Line, OtherGame, Read, Result, cards, quoted, read_hands, unknown_line
from studbook.formats.money import amount

NAME = "kingsclub"
GAMES = {
    "Seven Card Stud": "seven-card-stud",
    "Seven Card Stud Hi-Lo": "stud-hi-lo-8",
    "Seven Card Stud Hi/Lo": "stud-hi-lo-8",
    "Razz": "razz",
    "2-7 Razz": "deuce-to-seven-razz",
    "Five Card Stud": "five-card-stud",
}
STRUCTURES = {"Limit": "fixed-limit", "Pot Limit": "pot-limit", "No Limit": "no-limit"}
HIDDEN = ("X",)
ZERO = Decimal(0)

_BEGINS = re.compile(r"#\d+: (?:No |Pot )?Limit ")
_HEADER = re.compile(r"#(\d+): (No Limit|Pot Limit|Limit) (.+) - ([\d.,]+)/([\d.,]+)")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2} \d{1,2}:\d{2}:\d{2}")
_TABLE = re.compile(r"Table '(.*)'(?: Seat (\d+) is the button)?")
_TOURNAMENT = re.compile(r"T(\d+) \[.*\]")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([\d.,]+)\)")
_STREET = re.compile(r"\*\*\* (\d)(?:ST|ND|RD|TH) STREET \*\*\*(?: \[(..)\])?")
_DEALT = re.compile(r"\[([^\[\]]*)\]")
_ALL_IN = r"(, and is all[ -]in)?(?: \(disconnect\))?"
_PUTS = re.compile(rf"(brings in for|calls|bets|raises to|completes to) ([\d.,]+?){_ALL_IN}")
_ANTE = re.compile(rf"posts ante ([\d.,]+?){_ALL_IN}")
_PASSIVE = re.compile(r"(folds|checks|mucks)(?: \(disconnect\))?")
_SHOWS = re.compile(r"shows \[([^\[\]]*)\]")
_WINS = re.compile(
    r"wins (?:pot |(?:the )?(?:high |low )?(?:(main|side) )?pot (?:(\d+) )?)?\(([\d.,]+)\)(?: from (?:the )?pot)?"
)
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
    return read_hands(lines, file, _begins, _read_hand)


def _begins(line: str) -> bool:
    return line.startswith("#") and _BEGINS.match(line) is not None


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
        raise Cannot(f"the header {quoted(line)} is not understood", hand_no=line[1 : line.index(":")])
    hand_no, limit, game = found[1], found[2], found[3]
    if game not in GAMES:
        raise OtherGame(game, hand_no)
    # The text names no currency; the room plays for United States dollars.
    hand = HandBuilder(NAME, hand_no, GAMES[game], structure=STRUCTURES[limit], currency="USD")
    small, big = amount(found[4]), amount(found[5])
    if hand.structure == "fixed-limit":
        hand.stake(small_bet=small, big_bet=big)
        hand.rules["raise_over_bring_in"] = "adds_a_bet"
    else:
        hand.stake(min_bet=small)
    hand.meta["title"] = f"{limit} {game}"
    return hand


class _Reading:
    """One hand being read, line after line."""

    def __init__(self, hand: HandBuilder) -> None:
        self.hand = hand
        self.summary = False
        self.results: dict[int, Decimal] = {}
        self.won: dict[int, Decimal] = {}
        self.last_street = 5 if hand.game == "five-card-stud" else 7

    def line(self, line: str) -> None:
        """One line. Raises Cannot where it is not understood or contradicts what came before."""
        if self.summary:
            known = self._summary(line)
        elif line.startswith("*** "):
            known = self._section(line)
        else:
            known = self._set_up(line) or self._act(line) or self._dealt(line)
        if not known and not _PASSED_OVER.fullmatch(line):
            raise unknown_line(self.hand.at or 0, line)

    def finish(self) -> None:
        """The end of the hand: the seat lines say what was paid. Raises Cannot for a hand cut before them."""
        hand = self.hand
        if not self.won:
            raise hand.cannot("the hand ends before anybody wins")
        for seat, figure in self.won.items():
            hand.paid(seat, figure)
        if hand.currency:
            hand.infer("currency")
        over = hand.uncalled()
        for seat, net in self.results.items():
            place = hand.place(seat)
            back = over[1] if over and over[0] == seat else ZERO
            if place.put_in and place.paid - place.put_in + back != net:
                hand.doubt(
                    f"{place.player} is listed with {net}, by the chips it is {place.paid - place.put_in + back}"
                )

    def _set_up(self, line: str) -> bool:
        hand = self.hand
        if _TIME.fullmatch(line):
            hand.played_at = times.zoned(times.parse(line), "UTC")
            hand.infer("played_at")
            return True
        if table := _TABLE.fullmatch(line):
            hand.table = table[1]
            if tournament := _TOURNAMENT.fullmatch(table[1]):
                hand.currency = None
                hand.meta["tournament"] = tournament[1]
            return True
        if seat := _SEAT.fullmatch(line):
            if hand.streets:
                raise hand.cannot("a seat is listed after the deal")
            hand.seat(int(seat[1]), seat[2], amount(seat[3]))
            return True
        return False

    def _section(self, line: str) -> bool:
        if line in ("*** SHOWDOWN ***", "*** SHOW DOWN ***"):
            return True
        if line == "*** SUMMARY ***":
            self.summary = True
            return True
        street = _STREET.fullmatch(line)
        if street is None:
            return False
        self.hand.street()
        if int(street[1]) + 1 != self.hand.street_number:
            raise self.hand.cannot(f"{line} follows where {self.hand.street_number - 1} was due")
        if street[2]:
            self.hand.community(cards(street[2])[0])
        return True

    def _dealt(self, line: str) -> bool:
        if not line.startswith("Dealt to "):
            return False
        for seat, rest in self.hand.names.starting(line.removeprefix("Dealt to "), ": "):
            if group := _DEALT.fullmatch(rest):
                self._deal(seat, cards(group[1], HIDDEN))
                return True
        return False

    def _deal(self, seat: int, dealt: list[str]) -> None:
        hand, place = self.hand, self.hand.place(seat)
        if not hand.streets:
            hand.street()
        hidden = hand.street_number - 1
        if hand.streets == 1 and not place.cards and len(dealt) == hidden + 1:
            hand.deal(seat, dealt[:-1], dealt[-1:])
        elif hand.streets > 1 and len(dealt) == 1:
            last = hand.street_number == self.last_street == 7
            hand.deal(seat, dealt if last else (), () if last else dealt)
        else:
            raise hand.cannot(f"{place.player!r} is dealt {len(dealt)} cards on street {hand.street_number}")

    def _act(self, line: str) -> bool:
        hand = self.hand
        for seat, rest in hand.names.starting(line, ": "):
            if ante := _ANTE.fullmatch(rest):
                hand.ante(seat, amount(ante[1]))
                return True
        if (uncalled := _UNCALLED.fullmatch(line)) and uncalled[2] in hand.names:
            hand.returned(hand.names[uncalled[2]], amount(uncalled[1]))
            return True
        return any(self._acts(seat, rest) for seat, rest in hand.names.starting(line))

    def _acts(self, seat: int, rest: str) -> bool:
        hand = self.hand
        if passive := _PASSIVE.fullmatch(rest):
            {"folds": hand.fold, "checks": hand.check, "mucks": hand.muck}[passive[1]](seat)
        elif puts := _PUTS.fullmatch(rest):
            verb, figure = puts[1], amount(puts[2])
            if verb == "brings in for":
                hand.bring_in(seat, to=figure, all_in=bool(puts[3]))
            elif verb == "calls":
                hand.call(seat, to=figure)
            else:
                hand.wager(seat, to=figure)
        elif shown := _SHOWS.fullmatch(rest):
            hand.show(seat, cards(shown[1], HIDDEN))
        else:
            return False
        return True

    def _summary(self, line: str) -> bool:
        hand = self.hand
        if rake := _RAKE.fullmatch(line):
            hand.rake(amount(rake[1]))
            return True
        if found := re.match(r"Seat (\d+): ", line):
            name = hand.place(int(found[1])).player
            rest = line[found.end() :]
            result = _RESULT.fullmatch(rest, len(name)) if rest.startswith(name) else None
            if result:
                self.results[int(found[1])] = amount(result[2]) if result[2] else ZERO
            return result is not None
        for seat, rest in hand.names.starting(line):
            if wins := _WINS.fullmatch(rest):
                self.won[seat] = self.won.get(seat, ZERO) + amount(wins[3])
                return True
        return False
