"""Reader of Full Tilt Poker hand histories: stud, stud hi/lo, razz and five-card stud, cash and tournament.

Wording: antes come in any order; ``completes it to`` and ``raises to`` are totals of the street, calls chips added;
the own hand is ``[7d Kh] [6d]`` with the door card in the second brackets; hands shown all-in are listed whole from
then on. What the last player "mucks" when nobody called is no muck. A seated player's ``NAME: text`` is talk.
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

NAME = "full_tilt"
GAMES = {
    "Stud Hi": "seven-card-stud",
    "Stud H/L": "stud-hi-lo-8",
    "Razz": "razz",
    "5 Card Stud": "five-card-stud",
    "2-7 Razz": "deuce-to-seven-razz",
}
STRUCTURES = {"Limit": "fixed-limit", "Pot Limit": "pot-limit", "No Limit": "no-limit"}

_BEGINS = re.compile(r"Full ?Tilt ?Poker(?:\.\w+)? Game #(\d+)")
_HEADER = re.compile(
    r"Full ?Tilt ?Poker(?:\.\w+)? Game #(?P<hand_no>\d+)(?P<partial> \(partial\))?: "
    r"(?P<table>.*) - "
    r"(?P<small>[^\s/]+)/(?P<big>[^\s/]+)(?: Ante (?P<ante>\S+?))?(?:,? [^\s]+ Cap)? - "
    r"(?:Cap )?(?P<limit>No Limit|Pot Limit|Limit) (?P<game>.+?) - "
    r"(?P<time>\d{1,2}:\d\d:\d\d) (?P<zone>\w+) - (?P<date>\d{4}/\d{1,2}/\d{1,2})"
    r"(?: \[(?P<time_et>\d{1,2}:\d\d:\d\d) ET - (?P<date_et>\d{4}/\d{1,2}/\d{1,2})\])?"
)
_TABLE = re.compile(r"Table (.*?)((?: \((?:\d+ max|[a-z][a-z, ]*)\))*)")
_TOURNAMENT = re.compile(r"(.*) \((\d+)\), (Table \d+.*)")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()\s]+)\)(, is sitting out)?")
_STREET = re.compile(r"\*\*\* (\d)(?:ND|RD|TH) STREET \*\*\*(?: \[(..)\])?(?: \(Total Pot: .*\))?")
_DEALT = re.compile(r"\[([^\[\]]*)\](?: \[([^\[\]]*)\])?")
_ALL_IN = r"(, and is all in)?"
_PUTS = re.compile(rf"(antes|brings in for|brings in low for|calls|bets|completes it to|raises to) (\S+?){_ALL_IN}")
_SHOWS = re.compile(r"shows \[([^\[\]]*)\].*")
_WINS = re.compile(
    r"(?:wins|ties for) (?:the )?(?:(?:high|low) )?(?P<pot>pot|main pot|side pot(?: ?[#-]?(?P<number>\d+))?)"
    r" \((?P<sum>[^()\s]+)\)(?: with .+)?"
)
_UNCALLED = re.compile(r"Uncalled bet of (\S+) returned to (.+)")
_TOTAL = re.compile(
    r"Total pot (\S+)((?: (?:Main|Side) pot(?: ?[#-]?\d+)? \S+\.?)*) \| Rake (\S+)((?: \| [\w ]+ \S+)*)"
)
_SUMMARY_SEAT = re.compile(
    r"(?: \((?:button|small blind|big blind)\))*"
    r"(?:"
    r" folded on \d(?:nd|rd|th) St\."
    r"| folded on the \w+"
    r"| collected \(\S+\)(?:, mucked)?"
    r"| showed \[[^\[\]]*\](?: and (?:won|lost|tied)\b.*)?"
    r"| mucked(?: \[(?P<mucked>[^\[\]]*)\](?: - .*)?)?"
    r"| didn't bet \(folded\)"
    r"| is sitting out"
    r")"
)
_PASSED_OVER = re.compile(
    r".+ (?:sits down|stands up|is sitting out|has returned|has timed out|has reconnected|has requested TIME)"
    r"|.+ (?:has been disconnected|is disconnected|is connected|is reconnected)"
    r"|.+ has \d+ seconds? left to (?:act|reconnect)"
    r"|.+ (?:adds|rebuys for|reloads) \S+"
    r"|.+ is feeling \w+"
    r"|.+ is (?:low|high) with \[..\]"
    r"|.+ \(Observer\): .*"
    r"|.+ (?:stands up|sits down) \(.+\)"
    r"|.+ finished in \d+(?:st|nd|rd|th) place.*|.+ (?:wins|has won) the tournament.*"
    r"|.+ has left the table"
    r"|The (?:blinds|limits|antes|stakes) are now .+"
    r"|The button is in seat #\d+"
    r"|No low hand qualified|Betting is capped|Pair on board.*|The maximum number of raises .*"
)
_COUNTER = re.compile(r"\*{5,} # \d+ \*{5,}")  # between the hands of an archive that was sent by mail
_DURATION = re.compile(r"Duration \d+s")
_SITS_DOWN = re.compile(r"(.+) sits down")
_CANCELLED = re.compile(r"Hand #\d+ has been cancell?ed.*")


def sniff(head: str) -> bool:
    """Whether a text has a Full Tilt hand near its beginning."""
    return any(_begins(line) for line in head.split("\n"))


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of a Full Tilt file, one by one."""
    return read_hands(lines, file, _begins, _read_hand, _between)


def _begins(line: str) -> bool:
    return _BEGINS.match(line) is not None


def _between(line: str) -> bool:
    return not line.strip() or _COUNTER.fullmatch(line.strip()) is not None


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
        begins = _BEGINS.match(line)
        raise Cannot(f"the header {quoted(line)} is not understood", hand_no=begins and begins[1])
    hand_no, game = found["hand_no"], found["game"]
    if game not in GAMES:
        raise OtherGame(game, hand_no)
    if found["partial"]:
        raise Cannot("the source calls this hand partial", hand_no=hand_no)
    tournament = _TOURNAMENT.fullmatch(found["table"])
    table = _TABLE.fullmatch(found["table"])
    local = times.parse(f"{found['date']} {found['time']}")
    eastern = times.parse(f"{found['date_et']} {found['time_et']}") if found["date_et"] else None
    hand = HandBuilder(
        NAME,
        hand_no,
        GAMES[game],
        structure=STRUCTURES[found["limit"]],
        currency=None if tournament else currency(found["small"]),
        table=tournament[0] if tournament else table[1] if table else found["table"],
        played_at=times.zoned(local, found["zone"], eastern),
    )
    small, big = amount(found["small"]), amount(found["big"])
    if hand.structure == "fixed-limit":
        hand.stake(small_bet=small, big_bet=big)
        # The room's usual bring-in is three tenths of the small bet, in whole chips at tournaments.
        three_tenths = small * 3 / 10
        hand.guess_bring_in(three_tenths.quantize(Decimal(1) if tournament else Decimal("0.01"), "ROUND_DOWN"))
    else:
        hand.stake(min_bet=small)
    if found["ante"]:
        hand.stake(ante=amount(found["ante"]))
    hand.meta["title"] = f"{found['limit']} {game}"
    if tournament:
        hand.meta["tournament"] = tournament[2]
    return hand


class _Reading:
    """One hand being read, line after line."""

    def __init__(self, hand: HandBuilder) -> None:
        self.hand = hand
        self.summary = False
        self.total_seen = False
        self.last_street = 5 if hand.game == "five-card-stud" else 7
        self.to_be_dealt: list[int] = []
        self.newcomers: set[str] = set()

    def line(self, line: str) -> None:
        """One line. Raises Cannot where it is not understood or contradicts what came before."""
        if _CANCELLED.fullmatch(line):
            raise self.hand.cannot("the room cancelled the hand")
        if self.summary:
            known = self._summary(line)
        elif line.startswith("*** "):
            known = self._section(line)
        else:
            known = self._dealt(line) or self._act(line) or self._seat(line) or self._uncalled(line)
        if not known and not self._passed_over(line):
            raise unknown_line(self.hand.at or 0, line)

    def finish(self) -> None:
        """The end of the hand's text. Raises Cannot where the hand was cut before its total."""
        if not self.total_seen:
            raise self.hand.cannot("the hand ends before the total of its summary")

    def _seat(self, line: str) -> bool:
        seat = _SEAT.fullmatch(line)
        if seat is None:
            return False
        if self.hand.streets:
            raise self.hand.cannot("a seat is listed after the deal")
        self.hand.seat(int(seat[1]), seat[2], amount(seat[3]))
        return True

    def _section(self, line: str) -> bool:
        if street := _STREET.fullmatch(line):
            self._deal_the_unseen()
            self.hand.street()
            if int(street[1]) != self.hand.street_number:
                raise self.hand.cannot(f"{line} follows where street {self.hand.street_number} was due")
            if street[2]:
                self.hand.community(cards(street[2])[0])
            elif self.hand.street_number == self.last_street == 7:
                self.to_be_dealt = self.hand.live()
            return True
        if line in ("*** SHOW DOWN ***", "*** SUMMARY ***"):
            self._deal_the_unseen()
            self.summary = line == "*** SUMMARY ***"
            return True
        return False

    def _dealt(self, line: str) -> bool:
        if not line.startswith("Dealt to "):
            return False
        for seat, rest in self.hand.names.starting(line.removeprefix("Dealt to ")):
            if groups := _DEALT.fullmatch(rest):
                self._deal(seat, cards(groups[1]), None if groups[2] is None else cards(groups[2]))
                return True
        return False

    def _deal(self, seat: int, first: list[str], new: list[str] | None) -> None:
        hand, place = self.hand, self.hand.place(seat)
        if not hand.streets:
            raise hand.cannot("cards are dealt before the first street")
        hidden = hand.street_number - 1
        if hand.streets == 1:
            down, up = ([UNSEEN] * hidden, first) if new is None else (first, new)
            if place.cards or len(down) != hidden or len(up) != 1:
                raise hand.cannot(f"{place.player!r} is not dealt {hidden} down and one up")
            hand.deal(seat, down, up)
            return
        if new is None:
            raise hand.cannot(f"it is not said which card {place.player!r} is dealt")
        hand.check_listed(seat, first)
        if hand.street_number == self.last_street == 7:
            if seat not in self.to_be_dealt:
                raise hand.cannot(f"{place.player!r} is dealt a last card out of turn")
            self.to_be_dealt.remove(seat)
            hand.deal(seat, new)
        else:
            hand.deal(seat, (), new)

    def _deal_the_unseen(self) -> None:
        """The last card of those whose card the text does not list."""
        for seat in self.to_be_dealt:
            self.hand.deal(seat, [UNSEEN])
        self.to_be_dealt = []

    def _act(self, line: str) -> bool:
        return any(self._acts(seat, rest) for seat, rest in self.hand.names.starting(line))

    def _acts(self, seat: int, rest: str) -> bool:
        hand = self.hand
        if rest in ("folds", "checks", "mucks"):
            self._deal_the_unseen()
            {"folds": hand.fold, "checks": hand.check, "mucks": hand.muck}[rest](seat)
        elif puts := _PUTS.fullmatch(rest):
            self._deal_the_unseen()
            self._puts_in(seat, puts[1], amount(puts[2]), bool(puts[3]))
        elif shown := _SHOWS.fullmatch(rest):
            self._deal_the_unseen()
            hand.show(seat, cards(shown[1]))
        elif wins := _WINS.fullmatch(rest):
            pot = int(wins["number"]) if wins["number"] else int(wins["pot"].startswith("side"))
            hand.paid(seat, amount(wins["sum"]), pot)
        else:
            return False
        return True

    def _puts_in(self, seat: int, verb: str, figure: Decimal, all_in: bool) -> None:
        hand = self.hand
        if verb == "antes":
            hand.ante(seat, figure)
        elif verb.startswith("brings in"):
            hand.bring_in(seat, to=figure, all_in=all_in)
        elif verb == "calls":
            hand.call(seat, added=figure)
        else:
            hand.wager(seat, to=figure)
        if all_in and hand.place(seat).left:
            hand.doubt(f"{hand.place(seat).player} is said to be all-in with {hand.place(seat).left} left")

    def _uncalled(self, line: str) -> bool:
        uncalled = _UNCALLED.fullmatch(line)
        if uncalled is None or uncalled[2] not in self.hand.names:
            return False
        self.hand.returned(self.hand.names[uncalled[2]], amount(uncalled[1]))
        return True

    def _passed_over(self, line: str) -> bool:
        if newcomer := _SITS_DOWN.fullmatch(line):
            self.newcomers.add(newcomer[1])
        if _PASSED_OVER.fullmatch(line) or line.startswith("Dealer: "):
            return True
        speakers = [*self.hand.names.seats(), *self.newcomers]
        return any(line.startswith(f"{name}: ") for name in speakers)

    def _summary(self, line: str) -> bool:
        hand = self.hand
        if total := _TOTAL.fullmatch(line):
            hand.total_pot(amount(total[1]))
            hand.rake(amount(total[3]))
            self.total_seen = True
            return True
        found = re.match(r"Seat (\d+): ", line)
        if found is None:
            return _DURATION.fullmatch(line) is not None
        name = hand.place(int(found[1])).player
        rest = line[found.end() :]
        seat = _SUMMARY_SEAT.fullmatch(rest, len(name)) if rest.startswith(name) else None
        if seat is None:
            return False
        if seat["mucked"]:
            hand.fill(int(found[1]), cards(seat["mucked"]))
        return True
