"""Reader of KingsClub hand histories: limit stud, stud hi/lo, razz and deuce-to-seven razz of its mixed tables.

Wording: street labels are one behind (``3RD STREET`` is fourth street), every amount of an action is the total of the
street, the seat lines of the summary give what each seat won or lost. Raises counted on from the bring-in (125 and 500
make 625: house rule ``raise_over_bring_in: adds_a_bet``), later from the bet (500, 1,000); each hand tells which. Some
pots have no "wins" line. Times carry no zone and are taken for UTC.
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
    else:
        hand.stake(min_bet=small)
    hand.meta["title"] = f"{limit} {game}"
    return hand


def _adds_a_bet(hand: HandBuilder) -> bool:
    """Whether raises on third street count on from the bring-in: the first wager that tells decides, else they do not.

    A completion to the small bet is made either way. An all-in wager may fall short of a full one, and tells only
    where it is more than the one way or the other allows.
    """
    bring_in, small = hand.stakes.get("bring_in"), hand.stakes["small_bet"]
    if bring_in is None:
        return False
    for wager in hand.wagers:
        if wager.round > 1 or wager.to <= small:
            continue
        by_bets = (wager.over // small + 1) * small
        from_bring_in = bring_in + ((wager.over - bring_in) // small + 1) * small
        if wager.to > by_bets if wager.all_in else wager.to == from_bring_in:
            return True
        if wager.to > from_bring_in if wager.all_in else wager.to == by_bets:
            return False
    return False


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        self.build = _header(block[0][1])
        self.summary = False
        self.results: dict[int, tuple[Decimal, Decimal]] = {}  # the stack afterwards, and the net
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
        """The last lines say what was paid. Raises Cannot for a hand cut before them."""
        build = self.build
        if not self.won:
            raise build.cannot("the hand ends before anybody wins")
        paid = self._paid_by_nets()
        if paid is None:
            paid = self.won
        elif paid != self.won:
            build.infer("outcome")
        for seat, figure in paid.items():
            build.paid(seat, figure)
        if build.currency:
            build.infer("currency")
        for seat, (_, net) in self.results.items():
            place = build.place(seat)
            by_chips = place.paid - place.put_in + self._returned(seat)
            if place.put_in and by_chips != net:
                build.doubt(f"{place.player} is listed with {net}, by the chips it is {by_chips}")
        if build.structure == "fixed-limit" and _adds_a_bet(build):
            build.rules["raise_over_bring_in"] = "adds_a_bet"

    def _returned(self, seat: int) -> Decimal:
        over = self.build.uncalled()
        return over[1] if over and over[0] == seat else ZERO

    def _paid_by_nets(self) -> dict[int, Decimal] | None:
        """What each seat was paid by the nets of the seat lines, for hands with a pot that no line says who won.

        None unless every seat has such a line, its stack and its net agree, nobody gets less than the "wins" lines
        say, and all of it with the stated rake makes what was put in.
        """
        build = self.build
        paid = {}
        for place in build.dealt_in():
            after, net = self.results.get(place.seat, (None, ZERO))
            if place.stack is None or place.stack + net != after:
                return None
            paid[place.seat] = net + place.put_in - self._returned(place.seat)
        if any(figure < self.won.get(seat, ZERO) for seat, figure in paid.items()):
            return None
        taken = sum((pot.amount for pot in build.pots()), ZERO) - sum(paid.values(), ZERO)
        stated = build.stated_rake
        if taken < 0 or (stated is not None and sum(stated, ZERO) != taken):
            return None
        return {seat: figure for seat, figure in paid.items() if figure}

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
            self.results[seat] = amount(result[1]), amount(result[2]) if result[2] else ZERO
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
