"""PartyPoker: ``***** Hand History for Game ...``. Every figure of an act is chips added; only the hero's cards show.

A win holds the uncalled bet, and there is no line for the pot or the rake. Seats stand in no order; who posted no
ante was not dealt in. ``X opens`` says whose turn it is and is no act. Files part their hands by lines of NUL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from studbook.formats import times
from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import Cannot, Line, OtherGame, Result, cards
from studbook.formats.lines import Rules, follow, header, read_told, rule
from studbook.formats.money import MONEY, currency, money
from studbook.formats.rooms import Deals, Payment, all_in, pay, structure_named, stud_game

NAME = "partypoker"

_BEGINS = re.compile(r"\s*\*{5} Hand History [Ff]or Game \d+")
_NUMBER = re.compile(r"\s*\*{5} Hand History [Ff]or Game (\d+) \*{5}.*")
# What stands between hands and belongs to none.
_BETWEEN = re.compile(r"\s*(?:#Game No : \d+|Game #\d+ starts\.?)?\s*")
_GAME = (
    r"(?P<game>(?:Texas )?Hold'?em|Omaha(?: Hi-Lo| Hi)?|7 Card Stud(?: Hi[-/]Lo| Hi)?|5 Card Stud|Razz|"
    r"5 Card Draw|[A-Za-z0-9' -]+?)"
)
_RING = re.compile(
    rf"\s*(?P<stakes>{MONEY}(?:/{MONEY})?)\s+(?P<limit>NL|PL|FL|)\s*{_GAME}(?: \(Limit\))?\s+-\s+(?P<time>.*)"
)
_TOURNEY = re.compile(
    rf"\s*(?P<limit>NL|PL|FL|)\s*{_GAME}\s+(?:{MONEY} ?Buy-in.*?)?(?:Trny: ?(?P<tourney>\d+).*?)?\s+-\s+"
    r"(?P<time>[A-Z].*)"
)
_LEVEL = re.compile(
    r".*?(?:Stakes|Blinds)(?:-Antes)? ?\(\s*([\d., ]+?)\s*/\s*([\d., ]+?)\s*(?:-\s*([\d., ]+?)\s*)?\).*"
)
_TIME = re.compile(
    r"\w+,? (?P<month>\w+) (?P<day>\d+),? (?P<h>\d+):(?P<m>\d+):(?P<s>\d+) (?:(?P<zone>[A-Z]+) )? ?(?P<year>\d{4}).*"
)
_TABLE = re.compile(r"Table\s+(.*?)\s*\(\s?(?:Real|Play) Money\s?\).*")
_BUTTON = re.compile(r"Seat (\d+) is the button")
_SEAT = re.compile(rf"[Ss]eat (\d+): (.+) \(\s*{MONEY}\s*\)")
_STREET = re.compile(
    r"\*\* Dealing (?:(?:down |up )?cards |(?:Third|Fourth|Fifth|Sixth|Seventh) street |River )?\*\*"
    r"(?: ?:? ?\[(.*)\])?",
    re.I,
)
_BROKEN = re.compile(r"Connection Lost due to some reason|Table Closed.*|(?:The )?[Hh]and (?:is |was )?cancell?ed.*")
_NOISE = re.compile(
    r"Total number of players : .*|Trny: ?\d+ Level: ?\d+.*|Your time bank will be activated in .*|Due to current high "
    r"memory use .*|There is no Small Blind .*|There will be a break in .*|The break (?:is|will) .*|>.*|"
    r"Players? .* (?:finished in .*|has been moved from table .*)|.* has (?:joined|left) the table\.?|"
    r".* has knocked out .*|\*\* Summary \*\*|Congratulations.*|.*[Bb]ad [Bb]eat [Jj]ackpot.*|"
    r".* has been reconnected and has \d+ seconds to (?:act|respond)\.?|"
    r"There was no qualifying low hand\.?",
)
_PLAYER_NOISE = (
    r"opens|is sitting out|is sitting in|sits out|has (?:joined|left) the table\.?|"
    r"will be using (?:their|his|her) time bank for this hand\.?|"
    r"(?:did|could) not respond in time\.?(?:\(disconnected\))?|is disconnected.*|"
    r"(?:is|has been) (?:re)?connected.*|has (?:re)?joined.*|finished in .*|has requested TIME.*|balance .*"
)


def sniff(head: str) -> bool:
    """Whether the text is of this room: its banner bears the number of the game and no name of a room."""
    return re.search(r"^\s*\*{5} Hand History [Ff]or Game \d+ \*{5}\s*$", head.replace("\0", ""), re.M) is not None


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of the file, one by one."""
    inside = (
        (number, "" if _BETWEEN.fullmatch(bare) else bare)
        for number, bare in ((number, line.replace("\0", " ").rstrip()) for number, line in lines)
    )
    return read_told(inside, file, lambda line: _BEGINS.match(line) is not None, _Hand)


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        at, first = block[0]
        no = header(_NUMBER, first)[1]
        headers = [
            (number, match)
            for number, line in block[1:6]
            if (match := _RING.fullmatch(line) or _TOURNEY.fullmatch(line))
        ]
        if not headers:
            raise Cannot("no line tells the game and its stakes", at, no)
        self.header_line, found = headers[0]
        known = stud_game(found["game"])
        if known is None:
            raise OtherGame(found["game"].strip(), no)
        ring = found.re is _RING
        time = _TIME.fullmatch(found["time"].strip())
        self.build = build = HandBuilder(
            NAME, no, known, structure=structure_named(found["limit"], no),
            currency=currency(found["stakes"]) if ring else None,
            played_at=times.named(time, time["zone"] or "ET") if time else None,
        )  # fmt: skip
        if ring:
            self._stakes(*(money(text) for text in found["stakes"].split("/")))
        else:
            build.rake(ZERO)
            if found["tourney"]:
                build.meta["tournament"] = found["tourney"]
            level = next((level for _, line in block[1:30] if (level := _LEVEL.fullmatch(line))), None)
            if level is None:
                raise build.cannot("no line tells the stakes of the level")
            self._stakes(money(level[1]), money(level[2]))
            if level[3]:
                build.stake(ante=money(level[3]))
        self.deals = Deals(build)
        build.order_after(0)
        self.payments: list[Payment] = []
        self.pots: list[tuple[int, Decimal, str]] = []

    def _stakes(self, *figures: Decimal) -> None:
        build = self.build
        if build.structure == "fixed-limit":
            if len(figures) == 1:  # the big bet alone
                figures = (figures[0] / 2, figures[0])
                build.infer("stakes.small_bet")
            build.stake(small_bet=figures[0], big_bet=figures[1])
        else:
            build.stake(min_bet=figures[-1])

    def line(self, line: str) -> bool:
        build, deals, text = self.build, self.deals, line.strip()
        if build.at == self.header_line:
            return True
        if not build.streets and (seated := _SEAT.fullmatch(text)):
            build.seat(int(seated[1]), seated[2].rstrip(), money(seated[3]))
        elif button := _BUTTON.fullmatch(text):
            build.order_after(int(button[1]))
        elif table := _TABLE.fullmatch(text):
            build.table = " ".join(table[1].split()) or None
        elif street := _STREET.fullmatch(text):
            deals.open(street[1])
        elif _BROKEN.fullmatch(text):
            raise build.cannot(f'the hand was broken off: "{text}"')
        else:
            return (
                follow(self, text, _DEALT, lead="Dealt to ")
                or follow(self, text, _ACT, " ", deals.close)
                or follow(self, text, _LOW_HAND, " shows")
                or follow(self, text, _FIRST)
                or any(known.fullmatch(text) for known in (_NOISE, _LEVEL))
                or follow(self, text, _TALK, ": ")  # what players say at the table
                or _SAID.fullmatch(text) is not None
            )
        return True

    def finish(self) -> None:
        build = self.build
        self.deals.close()
        for seat, figure, pot in self.pots:
            number = re.search(r"\d+", pot)
            at = None if not pot else 0 if "main" in pot else int(number[0]) if number else 1
            self.payments.append((seat, figure, at))
        pay(build, self.payments, with_uncalled=True)


_FIGURE = rf"[\[(]\s*{MONEY}\s*[\])]\.?"
_FIRST: Rules[_Hand] = Rules(
    rule(rf"posts ante(?: of)? {_FIGURE}", lambda hand, seat, m: hand.build.ante(seat, money(m[1]))),
    rule(_PLAYER_NOISE, lambda hand, seat, m: None),
)
_DEALT: Rules[_Hand] = Rules(
    rule(r"\[\s*(.*?)\s*\]", lambda hand, seat, m: hand.deals.add(seat, cards(m[1]))),
)
_ACT: Rules[_Hand] = Rules(
    rule(
        rf"(?:bring-?ins?|brings? in|posts bring-?in)\s+{_FIGURE}",
        lambda hand, seat, m: hand.build.bring_in(seat, to=money(m[1])),
    ),
    rule(r"folds\.?", lambda hand, seat, m: hand.build.fold(seat)),
    rule(r"checks\.?", lambda hand, seat, m: hand.build.check(seat)),
    rule(rf"calls\s+{_FIGURE}", lambda hand, seat, m: hand.build.call(seat, added=money(m[1]))),
    rule(
        rf"(?:completes|bets|double bets|raises|caps)\s+{_FIGURE}(?: to .*)?",
        lambda hand, seat, m: hand.build.wager(seat, added=money(m[1])),
    ),
    rule(rf"is all-?[Ii]n\.?\s+{_FIGURE}", lambda hand, seat, m: all_in(hand.build, seat, money(m[1]))),
    rule(r"shows \[\s*(.*?)\s*\].*", lambda hand, seat, m: hand.build.show(seat, cards(m[1]))),
    rule(r"(?:doesn't show|does not show|mucks) \[\s*.*?\s*\].*", lambda hand, seat, m: hand.build.muck(seat)),
    rule(r"does not show cards\.?", lambda hand, seat, m: None),
    rule(
        rf"wins (?:(?:Lo|Hi) )?\(?{MONEY}\)?(?: from the ((?:main|side) pot(?: ?#?\d+)?))?(?: with .*|\.)?",
        lambda hand, seat, m: hand.pots.append((seat, money(m[1]), m[2] or "")),
    ),
)  # fmt: skip
# What an onlooker says: a name, a colon and words that do not end in an amount in brackets, as acts do.
_SAID = re.compile(r"\S.{0,29}: (?!.*[\[(][^\])]*\d[^\])]*[\])]\.?$).*")
_LOW_HAND: Rules[_Hand] = Rules(
    rule(r"[2-9TJQKA,]+\s+for low\.?", lambda hand, seat, m: None),
)
_TALK: Rules[_Hand] = Rules(
    rule(r".*", lambda hand, seat, m: None),
)
