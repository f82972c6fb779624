"""Reader of PokerStars hand histories: cash and tournament, home games, mixed games, any client since 2006.

Wording: ``raises A to B`` makes B the total of the street, calls are chips added; the door card of others is ``[x]``,
the player's own hand ``[a b c]`` with the last card up; a card behind ``*** RIVER ***`` is common; mucked cards stand
only in the summary. There is no button: the deal begins at the lowest seat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from studbook.cards import CARD_OF
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

NAME = "pokerstars"
GAMES = {
    "7 card stud": "seven-card-stud",
    "7 card stud hi/lo": "stud-hi-lo-8",
    "razz": "razz",
    "2-7 razz": "deuce-to-seven-razz",
    "5 card stud": "five-card-stud",
}
STRUCTURES = {"limit": "fixed-limit", "pot limit": "pot-limit", "no limit": "no-limit"}
# What the room prints for a card that it had no face for (seen on the last street of an old tournament hand).
NO_FACE = ("of",)

_BEGINS = re.compile(r"PokerStars (?:\w+ )*(?:Game|Hand) #(\d+)\b")
_HEADER = re.compile(r"PokerStars\b[^#:]*#(\d+): +(.*?) - (\d{4}/\d{1,2}/\d{1,2}\b.*)")
_CLUB = re.compile(r"\{.*\} ")
# Exports of tracking programs have the header in capitals.
_TOURNAMENT = re.compile(r"Tournament #(\d+), ", re.IGNORECASE)
_BUY_IN = re.compile(r"(?:Freeroll|(?:[^\sA-Za-z]*\d[\d.,]*\+?)+)(?: [A-Z]{2,3}(?= ))? +")
_GAME = re.compile(
    r"(?<![\w-])((?:[257][\w-]* Card Stud(?: Hi/Lo)?)|(?:2-7 )?Razz) (No Limit|Pot Limit|Limit)\b", re.IGNORECASE
)
_OTHER_GAME = re.compile(r"([^(),]+?) (?:(?:No |Pot |Fixed )?Limit|PL|NL)\b")
_STAKES = re.compile(r"([^\s(,/]*\d[\d.,]*)/([^\s),/]*\d[\d.,]*)(?: [A-Z]{2,3})?\)")
_WHEN = re.compile(r"(\S+)(?: -)? (\S+) \(?([A-Z]+)\)?(?: \[(.*) ET\])?")
_TABLE = re.compile(r"Table '(.*)' \d+-max((?: \([^()]*\)| Seat #\d+ is the button)*)")
_SEAT = re.compile(r"Seat (\d+): (.*) \((\S+) in chips(?:, [^()]+ bounty)?\)( is sitting out| out of hand .*)?")
_STREET = re.compile(r"\*\*\* (?:(\d)(?:nd|rd|th) STREET|(RIVER)) \*\*\*(?: \[(..)\])?")
_DEALT = re.compile(r"\[([^\[\]]*)\](?: \[([^\[\]]*)\])?")
_UNCALLED = re.compile(r"Uncalled bet \((\S+)\) returned to (.+)")
_COLLECTED = re.compile(r"collected (\S+) from (pot|main pot|side pot(?:-(\d+))?)")
_TOTAL = re.compile(r"Total pot (\S+)((?: (?:Main|Side) pot(?:-\d+)? \S+\.)*) \| Rake (\S+)((?: \| [\w ]+ \S+)*)")
_ACT = re.compile(
    r"(posts the ante|brings in for|calls|bets|raises|completes|completes to) (\S+)(?: to (\S+))?( and is all-in)?"
)
_SHOWS = re.compile(r"shows \[([^\[\]]*)\](?: \(.*\))?")
_FOLDS = re.compile(r"folds(?: \[[^\[\]]*\])?")
_SUMMARY_SEAT = re.compile(
    r"(?: \((?:button|small blind|big blind)\))*"
    r"(?P<what>"
    r" folded (?:on the (?:2nd|3rd|4th|5th|6th) Street|on the River|before the Draw)(?: \(didn't bet\))?"
    r"| collected \(\S+\)"
    r"| showed \[[^\[\]]*\](?: and (?:won|lost)\b.*)?"
    r"| mucked(?: \[(?P<mucked>[^\[\]]*)\])?"
    r"| (?:didn't|doesn't) (?:bet|show)[\w ]*"
    r"| is sitting out"
    r")"
)
# Known lines that say nothing about the hand: who comes and goes, the clock, talk, prizes.
_PASSED_OVER = re.compile(
    r'.+ said, ".*"'
    r"|.+ joins the table at seat #\d+"
    r"|.+ leaves the table"
    r"|.+ (?:is connected|is disconnected|is sitting out|sits out|has returned|has requested TIME)"
    r"|.+: (?:sits out|is sitting out|doesn't show hand|has returned|requests TIME)"
    r"|.+ has timed out(?: while (?:being )?disconnected)?"
    r"|.+ was (?:removed from|moved to|moved from) .*table.*"
    r"|.+ will be allowed to play after the button"
    r"|.+ finished the tournament(?: in \d+(?:st|nd|rd|th) place)?(?: and (?:received|won) .+)?\.?"
    r"|.+ wins the tournament(?: and receives .+)?(?: - congratulations!)?"
    r"|.+ (?:wins|wins the|splits the) .*(?:bounty|for (?:eliminating|splitting)) .+"
    r"|.+ (?:re-buys|takes the add-on) and receives .+"
    r"|.+ cashed out the hand for .+"
    r"|Betting is capped|Pair on board - a double bet is allowed|No low hand qualified"
)
_COUNTER = re.compile(r"\*{5,} # \d+ \*{5,}")


def sniff(head: str) -> bool:
    """Whether a text begins with PokerStars hands (a few lines of something else may come first)."""
    return any(_begins(line) for line in head.split("\n"))


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of a PokerStars file, one by one."""
    return read_hands(lines, file, _begins, _read_hand, _between)


def _begins(line: str) -> bool:
    return line.startswith("PokerStars ") and _BEGINS.match(line) is not None


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
    hand_no, what, when = found.groups()
    what = _CLUB.sub("", what, count=1)
    tournament = _TOURNAMENT.match(what)
    games = list(_GAME.finditer(what))
    game = GAMES.get(games[-1][1].lower()) if games else None
    if game is None:
        raise OtherGame(_other_game(what), hand_no)
    stakes = list(_STAKES.finditer(what))
    if not stakes:
        raise Cannot(f"the header {quoted(line)} states no stakes", hand_no=hand_no)
    small, big = amount(stakes[-1][1]), amount(stakes[-1][2])
    hand = HandBuilder(
        NAME,
        hand_no,
        game,
        structure=STRUCTURES[games[-1][2].lower()],
        currency=None if tournament else currency(stakes[-1][0]),
        played_at=_time(when),
    )
    if hand.structure == "fixed-limit":
        hand.stake(small_bet=small, big_bet=big)
        # The room's tournaments bring it in for three tenths of the small bet, its cash tables for a half.
        hand.guess_bring_in((small * 3 / 10).quantize(Decimal(1), "ROUND_DOWN") if tournament else None)
    else:
        hand.stake(min_bet=small)
    hand.meta["title"] = what[:200]
    if tournament:
        hand.meta["tournament"] = tournament[1]
    return hand


def _other_game(what: str) -> str:
    tournament = _TOURNAMENT.match(what)
    if tournament:
        what = _BUY_IN.sub("", what[tournament.end() :], count=1)
    found = _OTHER_GAME.findall(what)
    return found[-1].strip() if found else what[:60]


def _time(when: str) -> str | None:
    found = _WHEN.fullmatch(when.strip())
    if found is None:
        return None
    eastern = times.parse(found[4]) if found[4] else None
    return times.zoned(times.parse(f"{found[1]} {found[2]}"), found[3], eastern)


class _Reading:
    """One hand being read, line after line."""

    def __init__(self, hand: HandBuilder) -> None:
        self.hand = hand
        self.summary = False
        self.total_seen = False
        self.last_street = 5 if hand.game == "five-card-stud" else 7
        self.to_be_dealt: list[int] = []

    def line(self, line: str) -> None:
        """One line. Raises Cannot where it is not understood or contradicts what came before."""
        if line == "Hand cancelled":
            raise self.hand.cannot("the room cancelled the hand")
        if self.summary:
            known = self._summary(line)
        elif not self.hand.places or line.startswith("Seat "):
            known = self._set_up(line) or self._play(line)
        else:
            known = self._play(line)
        if not known and not _PASSED_OVER.fullmatch(line):
            raise unknown_line(self.hand.at or 0, line)

    def finish(self) -> None:
        """The end of the hand's text. Raises Cannot where the hand was cut before its total."""
        if not self.total_seen:
            raise self.hand.cannot("the hand ends before the total of its summary")

    def _set_up(self, line: str) -> bool:
        if table := _TABLE.fullmatch(line):
            self.hand.table = table[1]
            return True
        if seat := _SEAT.fullmatch(line):
            if self.hand.streets:
                raise self.hand.cannot("a seat is listed after the deal")
            self.hand.seat(int(seat[1]), seat[2], amount(seat[3]))
            return True
        return False

    def _play(self, line: str) -> bool:
        if line.startswith("*** "):
            return self._section(line)
        return self._dealt(line) or self._act(line) or self._payment(line)

    def _section(self, line: str) -> bool:
        if street := _STREET.fullmatch(line):
            self._deal_the_unseen()
            number = int(street[1]) if street[1] else self.last_street
            self.hand.street()
            if number != self.hand.street_number:
                raise self.hand.cannot(f"{line} follows where street {self.hand.street_number} was due")
            if street[3]:
                self.hand.community(cards(street[3])[0])
            elif street[2]:
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
                self._deal(seat, cards(groups[1], NO_FACE), None if groups[2] is None else cards(groups[2], NO_FACE))
                return True
        return False

    def _deal(self, seat: int, first: list[str], new: list[str] | None) -> None:
        place = self.hand.place(seat)
        if not self.hand.streets:
            raise self.hand.cannot("cards are dealt before the first street")
        if new is None:
            if place.cards:
                raise self.hand.cannot(f"{place.player!r} has cards already and is dealt {' '.join(first)}")
            hidden = self.hand.street_number - 1
            if len(first) not in (1, hidden + 1):
                raise self.hand.cannot(f"{place.player!r} is dealt {len(first)} cards")
            down = first[:-1] or [UNSEEN] * hidden
            self.hand.deal(seat, down, first[-1:])
            return
        self.hand.check_listed(seat, first)
        last = self.hand.street_number == self.last_street and self.last_street == 7
        if last:
            if seat not in self.to_be_dealt:
                raise self.hand.cannot(f"{place.player!r} is dealt a last card out of turn")
            self.to_be_dealt.remove(seat)
        self.hand.deal(seat, new if last else (), () if last else new)

    def _deal_the_unseen(self) -> None:
        """The last card of those whose card the text does not list; the deal goes round in `builder`."""
        for seat in self.to_be_dealt:
            self.hand.deal(seat, [UNSEEN])
        self.to_be_dealt = []

    def _act(self, line: str) -> bool:
        return any(self._acts(seat, rest) for seat, rest in self.hand.names.starting(line, ": "))

    def _acts(self, seat: int, rest: str) -> bool:
        hand = self.hand
        if shown := _SHOWS.fullmatch(rest):
            self._deal_the_unseen()
            hand.show(seat, cards(shown[1], NO_FACE))
        elif rest == "mucks hand":
            hand.muck(seat)
        elif rest == "checks":
            self._deal_the_unseen()
            hand.check(seat)
        elif _FOLDS.fullmatch(rest):
            self._deal_the_unseen()
            hand.fold(seat)
        elif act := _ACT.fullmatch(rest):
            self._deal_the_unseen()
            self._puts_in(seat, act[1], amount(act[2]), amount(act[3]) if act[3] else None, bool(act[4]))
        else:
            return False
        return True

    def _puts_in(self, seat: int, verb: str, figure: Decimal, total: Decimal | None, all_in: bool) -> None:
        hand = self.hand
        if (total is not None) != (verb in ("raises", "completes")):
            raise hand.cannot(f"{verb} {figure} to {total} is not understood")
        if verb == "posts the ante":
            hand.ante(seat, figure)
        elif verb == "brings in for":
            hand.bring_in(seat, to=figure, all_in=all_in)
        elif verb == "calls":
            hand.call(seat, added=figure)
        elif total is None:
            hand.wager(seat, to=figure)
        else:
            if total - hand.level != figure:
                hand.doubt(f"a raise of {figure} to {total} over {hand.level}")
            hand.wager(seat, to=total)
        if all_in and hand.place(seat).left:
            hand.doubt(f"{hand.place(seat).player} is said to be all-in with {hand.place(seat).left} left")

    def _payment(self, line: str) -> bool:
        hand = self.hand
        if uncalled := _UNCALLED.fullmatch(line):
            if uncalled[2] not in hand.names:
                return False
            hand.returned(hand.names[uncalled[2]], amount(uncalled[1]))
            return True
        for seat, rest in hand.names.starting(line):
            if paid := _COLLECTED.fullmatch(rest):
                pot = int(paid[3]) if paid[3] else int(paid[2].startswith("side"))
                hand.paid(seat, amount(paid[1]), pot)
                return True
        return False

    def _summary(self, line: str) -> bool:
        hand = self.hand
        if total := _TOTAL.fullmatch(line):
            hand.total_pot(amount(total[1]))
            hand.rake(amount(total[3]))
            self.total_seen = True
            return True
        if line.startswith("Board ["):
            return line[7:-1] in CARD_OF and line.endswith("]")
        found = re.match(r"Seat (\d+): ", line)
        if found is None:
            return False
        rest = line[found.end() :]
        name = hand.place(int(found[1])).player
        seat = _SUMMARY_SEAT.fullmatch(rest, len(name)) if rest.startswith(name) else None
        if seat is None:
            return False
        if seat["mucked"]:
            hand.fill(int(found[1]), cards(seat["mucked"], NO_FACE))
        return True
