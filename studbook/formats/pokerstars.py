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
from studbook.formats.common import UNSEEN, Cannot, Line, OtherGame, Result, cards, quoted
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

NAME = "pokerstars"
GAMES = {
    "7 card stud": "seven-card-stud",
    "7 card stud hi/lo": "stud-hi-lo-8",
    "razz": "razz",
    "2-7 razz": "deuce-to-seven-razz",
    "5 card stud": "five-card-stud",
}
KINDS = {"posts the ante": "ante", "brings in for": "bring-in", "calls": "call"}  # other verbs are wagers
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
_STAKES = re.compile(r"([^\s(,/]*\d[\d.,]*) ?/ ?([^\s),/]*\d[\d.,]*)(?: [A-Z]{2,3})?\)")
_WHEN = re.compile(r"(\S+)(?: -)? (\S+) \(?([A-Z]+)\)?(?: \[(.*) ET\])?")
_TABLE = re.compile(r"Table '(.*)' \d+-max((?: \([^()]*\)| Seat #\d+ is the button)*)")
_SEAT = re.compile(r"Seat (\d+): (.*) \((\S+) in chips(?:, [^()]+ bounty)?\)( is sitting out| out of hand .*)?")
_STREET = re.compile(r"\*\*\* (?:(\d)(?:nd|rd|th) STREET|(RIVER)) \*\*\*(?: \[(..)\])?")
_UNCALLED = re.compile(r"Uncalled bet \((\S+)\) returned to (.+)")
_TOTAL = re.compile(r"Total pot (\S+)(?: (?:Main|Side) pot(?:-\d+)? \S+\.)* \| Rake (\S+)(?: \| [\w ]+ \S+)*")
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


def sniff(head: str) -> bool:
    """Whether a text begins with PokerStars hands (a few lines of something else may come first)."""
    return any(_begins(line) for line in head.split("\n"))


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of a PokerStars file, one by one."""
    return read_told(lines, file, _begins, _Hand, blank_or_counter)


def _begins(line: str) -> bool:
    return line.startswith("PokerStars ") and _BEGINS.match(line) is not None


def _header(line: str) -> HandBuilder:
    hand_no, what, when = header(_HEADER, line, _BEGINS).groups()
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
        structure=structure_named(games[-1][2], hand_no),
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


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        self.build = _header(block[0][1])
        self.listed = Listed(self.build)
        self.summary = False

    def line(self, line: str) -> bool:
        if line == "Hand cancelled":
            raise self.build.cannot("the room cancelled the hand")
        if self.summary:
            known = self._summary(line)
        else:
            setting_up = not self.build.places or line.startswith("Seat ")
            known = (setting_up and self._set_up(line)) or self._play(line)
        return known or _PASSED_OVER.fullmatch(line) is not None

    def finish(self) -> None:
        if self.build.stated_total is None:
            raise self.build.cannot("the hand ends before the total of its summary")

    def _set_up(self, line: str) -> bool:
        if table := _TABLE.fullmatch(line):
            self.build.table = table[1]
            return True
        return seated(self.build, _SEAT.fullmatch(line))

    def _play(self, line: str) -> bool:
        if line.startswith("*** "):
            return self._section(line)
        return (
            follow(self, line, _DEALT, lead="Dealt to ")
            or follow(self, line, _ACT, ": ", self.listed.close)
            or returned(self.build, _UNCALLED.fullmatch(line))
            or follow(self, line, _COLLECTED)
        )

    def _section(self, line: str) -> bool:
        if street := _STREET.fullmatch(line):
            river = 5 if self.build.game == "five-card-stud" else 7
            self.listed.begin(int(street[1]) if street[1] else river, line, street[3])
            return True
        self.listed.close()
        self.summary = line == "*** SUMMARY ***"
        return self.summary or line == "*** SHOW DOWN ***"

    def dealt(self, seat: int, first: list[str], new: list[str] | None) -> None:
        build, place = self.build, self.build.place(seat)
        if not build.streets:
            raise build.cannot("cards are dealt before the first street")
        if new is not None:
            self.listed.deal(seat, first, new)
            return
        if place.cards:
            raise build.cannot(f"{place.player!r} has cards already and is dealt {' '.join(first)}")
        hidden = build.street_number - 1
        if len(first) not in (1, hidden + 1):
            raise build.cannot(f"{place.player!r} is dealt {len(first)} cards")
        build.deal(seat, first[:-1] or [UNSEEN] * hidden, first[-1:])

    def puts_in(self, seat: int, verb: str, figure: Decimal, total: Decimal | None, all_in: bool) -> None:
        build = self.build
        if (total is not None) != (verb in ("raises", "completes")):
            raise build.cannot(f"{verb} {figure} to {total} is not understood")
        if total is not None and total - build.level != figure:
            build.doubt(f"a raise of {figure} to {total} over {build.level}")
        put_in(build, seat, KINDS.get(verb, "wager"), figure if total is None else total, all_in)

    def _summary(self, line: str) -> bool:
        build = self.build
        if total(build, _TOTAL.fullmatch(line)):
            return True
        if line.startswith("Board ["):
            return line[7:-1] in CARD_OF and line.endswith("]")
        found = in_summary(build, line, _SUMMARY_SEAT)
        if found and found[1]["mucked"]:
            build.fill(found[0], _cards(found[1]["mucked"]))
        return found is not None


def _cards(text: str) -> list[str]:
    return cards(text, NO_FACE)


_DEALT: Rules[_Hand] = Rules(
    rule(
        r"\[([^\[\]]*)\](?: \[([^\[\]]*)\])?",
        lambda hand, seat, m: hand.dealt(seat, _cards(m[1]), None if m[2] is None else _cards(m[2])),
    ),
)
_ACT: Rules[_Hand] = Rules(
    rule(r"folds(?: \[[^\[\]]*\])?", lambda hand, seat, m: hand.build.fold(seat)),
    rule(r"checks", lambda hand, seat, m: hand.build.check(seat)),
    rule(
        r"(posts the ante|brings in for|calls|bets|raises|completes|completes to) (\S+)(?: to (\S+))?( and is all-in)?",
        lambda hand, seat, m: hand.puts_in(seat, m[1], amount(m[2]), amount(m[3]) if m[3] else None, bool(m[4])),
    ),
    rule(r"shows \[([^\[\]]*)\](?: \(.*\))?", lambda hand, seat, m: hand.build.show(seat, _cards(m[1]))),
    rule(r"mucks hand", lambda hand, seat, m: hand.build.muck(seat)),
)
_COLLECTED: Rules[_Hand] = Rules(
    rule(
        r"collected (\S+) from (?:pot|main pot|(side) pot(?:-(\d+))?)",
        lambda hand, seat, m: hand.build.paid(seat, amount(m[1]), int(m[3] or 1) if m[2] else 0),
    ),
)
