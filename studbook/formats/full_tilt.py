"""Reader of Full Tilt Poker hand histories: stud, stud hi/lo, razz and five-card stud, cash and tournament.

Wording: antes come in any order; ``completes it to`` and ``raises to`` are totals of the street, calls chips added;
the own hand is ``[7d Kh] [6d]`` with the door card in the second brackets; hands shown all-in are listed whole from
then on. What the last player "mucks" when nobody called is no muck. A seated player's ``NAME: text`` is talk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal

from studbook.formats import times
from studbook.formats.builder import HandBuilder
from studbook.formats.common import UNSEEN, Cannot, Line, OtherGame, Result, cards
from studbook.formats.lines import (
    Rules,
    blank_or_counter,
    follow,
    header,
    in_summary,
    put_in,
    read_told,
    returned,
    rule,
    seated,
    total,
)
from studbook.formats.money import amount, currency
from studbook.formats.rooms import Listed, structure_named

NAME = "full_tilt"
GAMES = {
    "Stud Hi": "seven-card-stud",
    "Stud H/L": "stud-hi-lo-8",
    "Razz": "razz",
    "5 Card Stud": "five-card-stud",
    "2-7 Razz": "deuce-to-seven-razz",
}
KINDS = {"antes": "ante", "brings in for": "bring-in", "brings in low for": "bring-in", "calls": "call"}

_BEGINS = re.compile(r"Full ?Tilt ?Poker(?:\.\w+)? Game #(\d+)")
_STAKES = r"(?P<small>[^\s/]+)/(?P<big>[^\s/]+)(?: Ante (?P<ante>\S+?))?(?:,? [^\s]+ Cap)?"
_GAME = r"(?:Cap )?(?P<limit>No Limit|Pot Limit|Limit) (?P<game>.+?)"
# In July 2010 a time was "15:13 ET - Wed, July 21, 2010".
_CLOCK, _DATE = r"\d{1,2}:\d\d(?::\d\d)?", r"\d{4}/\d{1,2}/\d{1,2}|\w+, \w+ \d{1,2}, \d{4}"
# In 2013 the game stood before the stakes.
_HEADER, _HEADER_2013 = (
    re.compile(
        r"Full ?Tilt ?Poker(?:\.\w+)? Game #(?P<hand_no>\d+)(?P<partial> \(partial\))?: "
        rf"(?P<table>.*) - {first} - {second} - "
        rf"(?P<time>{_CLOCK}) (?P<zone>\w+) - (?P<date>{_DATE})"
        rf"(?: \[(?P<time_et>{_CLOCK}) ET - (?P<date_et>{_DATE})\])?"
    )
    for first, second in ((_STAKES, _GAME), (_GAME, _STAKES))
)
_SECONDS = re.compile(r":\d\d:\d\d")
_NAMED_DATE = re.compile(r"\w+, (\w+) (\d{1,2}), (\d{4})")
_TABLE = re.compile(r"Table (.*?)((?: \((?:\d+ max|[a-z][a-z, ]*)\))*)")
_TOURNAMENT = re.compile(r"(.*) \((\d+)\), (Table \d+.*)")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()\s]+)\)(, is sitting out)?")
_STREET = re.compile(r"\*\*\* (\d)(?:ND|RD|TH) STREET \*\*\*(?: \[(..)\])?(?: \(Total Pot: .*\))?")
_UNCALLED = re.compile(r"Uncalled bet of (\S+) returned to (.+)")
_TOTAL = re.compile(r"Total pot (\S+)(?: (?:Main|Side) pot(?: ?[#-]?\d+)? \S+\.?)* \| Rake (\S+)(?: \| [\w ]+ \S+)*")
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
    r"|(?:.+ has )?\d+ seconds? left to (?:act|reconnect)"
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
_DURATION = re.compile(r"Duration \d+s")
_NEWCOMER = re.compile(r"(.+) (?:sits down|(?:adds|rebuys for|reloads) \S+)")
_CANCELLED = re.compile(r"Hand #\d+ has been cancell?ed.*")


def sniff(head: str) -> bool:
    """Whether a text has a Full Tilt hand near its beginning."""
    return any(_begins(line) for line in head.split("\n"))


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of a Full Tilt file, one by one."""
    return read_told(lines, file, _begins, _Hand, blank_or_counter)


def _begins(line: str) -> bool:
    return _BEGINS.match(line) is not None


def _moment(date: str, clock: str) -> datetime | None:
    """The local time of a header; that of the full minute where it has no seconds."""
    if named := _NAMED_DATE.fullmatch(date):
        date = f"{named[3]}/{times.month_number(named[1]) or 0}/{named[2]}"
    return times.parse(f"{date} {clock}" if _SECONDS.search(clock) else f"{date} {clock}:00")


def _header(line: str) -> HandBuilder:
    found = _HEADER_2013.fullmatch(line.rstrip()) or header(_HEADER, line, _BEGINS)
    hand_no, game = found["hand_no"], found["game"]
    if game not in GAMES:
        raise OtherGame(game, hand_no)
    if found["partial"]:
        raise Cannot("the source calls this hand partial", hand_no=hand_no)
    tournament = _TOURNAMENT.fullmatch(found["table"])
    table = _TABLE.fullmatch(found["table"])
    eastern = _moment(found["date_et"], found["time_et"]) if found["date_et"] else None
    hand = HandBuilder(
        NAME,
        hand_no,
        GAMES[game],
        structure=structure_named(found["limit"], hand_no),
        currency=None if tournament else currency(found["small"]),
        table=tournament[0] if tournament else table[1] if table else found["table"],
        played_at=times.zoned(_moment(found["date"], found["time"]), found["zone"], eastern),
    )
    if hand.played_at and not _SECONDS.search(found["time"]):
        hand.infer("played_at")  # no seconds are stated
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


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        self.build = _header(block[0][1])
        self.listed = Listed(self.build)
        self.summary = False
        self.newcomers: set[str] = set()

    def line(self, line: str) -> bool:
        if _CANCELLED.fullmatch(line):
            raise self.build.cannot("the room cancelled the hand")
        if self.summary:
            known = self._summary(line)
        elif line.startswith("*** "):
            known = self._section(line)
        else:
            known = (
                follow(self, line, _DEALT, lead="Dealt to ")
                or follow(self, line, _ACT, before=self.listed.close)
                or seated(self.build, _SEAT.fullmatch(line))
                or returned(self.build, _UNCALLED.fullmatch(line))
            )
        return known or self._passed_over(line)

    def finish(self) -> None:
        if self.build.stated_total is None:
            raise self.build.cannot("the hand ends before the total of its summary")

    def _section(self, line: str) -> bool:
        if street := _STREET.fullmatch(line):
            self.listed.begin(int(street[1]), line, street[2])
            return True
        self.listed.close()
        self.summary = line == "*** SUMMARY ***"
        return self.summary or line == "*** SHOW DOWN ***"

    def dealt(self, seat: int, first: list[str], new: list[str] | None) -> None:
        build, place = self.build, self.build.place(seat)
        if not build.streets:
            raise build.cannot("cards are dealt before the first street")
        if build.streets > 1:
            if new is None:
                raise build.cannot(f"it is not said which card {place.player!r} is dealt")
            self.listed.deal(seat, first, new)
            return
        hidden = build.street_number - 1
        down, up = ([UNSEEN] * hidden, first) if new is None else (first, new)
        if place.cards or len(down) != hidden or len(up) != 1:
            raise build.cannot(f"{place.player!r} is not dealt {hidden} down and one up")
        build.deal(seat, down, up)

    def _passed_over(self, line: str) -> bool:
        if newcomer := _NEWCOMER.fullmatch(line):
            self.newcomers.add(newcomer[1])
        if _PASSED_OVER.fullmatch(line) or line.startswith("Dealer: "):
            return True
        speakers = [*self.build.names.seats(), *self.newcomers]
        return any(line.startswith(f"{name}: ") for name in speakers)

    def _summary(self, line: str) -> bool:
        build = self.build
        if total(build, _TOTAL.fullmatch(line)):
            return True
        if _DURATION.fullmatch(line):
            return True
        found = in_summary(build, line, _SUMMARY_SEAT)
        if found and found[1]["mucked"]:
            build.fill(found[0], cards(found[1]["mucked"]))
        return found is not None


_DEALT: Rules[_Hand] = Rules(
    rule(
        r"\[([^\[\]]*)\](?: \[([^\[\]]*)\])?",
        lambda hand, seat, m: hand.dealt(seat, cards(m[1]), None if m[2] is None else cards(m[2])),
    ),
)
_ACT: Rules[_Hand] = Rules(
    rule(r"folds", lambda hand, seat, m: hand.build.fold(seat)),
    rule(r"checks", lambda hand, seat, m: hand.build.check(seat)),
    rule(
        r"(antes|brings in for|brings in low for|calls|bets|completes it to|raises to) (\S+?)(, and is all in)?",
        lambda hand, seat, m: put_in(hand.build, seat, KINDS.get(m[1], "wager"), amount(m[2]), bool(m[3])),
    ),
    rule(r"shows \[([^\[\]]*)\].*", lambda hand, seat, m: hand.build.show(seat, cards(m[1]))),
    rule(r"mucks", lambda hand, seat, m: hand.build.muck(seat)),
    rule(
        r"(?:wins|ties for) (?:the )?(?:(?:high|low) )?(?:pot|main pot|(side) pot(?: ?[#-]?(\d+))?)"
        r" \(([^()\s]+)\)(?: with .+)?",
        lambda hand, seat, m: hand.build.paid(seat, amount(m[3]), int(m[2] or 1) if m[1] else 0),
    ),
)
