"""iPoker: an XML file a session, a ``<game>`` a hand, its actions listed by player and numbered through the hand.

Types: 0 fold, 3 call and 7 all-in (chips added), 4 check, 5 bet, 8 joins the table, 9 sits out, 15 ante, 16 bring-in,
23 raise (the total of the round). Cards are suit first (``S10``); ``win`` includes an uncalled bet; no rake is stated;
the attribute ``bet`` is not to be relied upon. The first player of the list is marked as dealer in every hand: stud has
no button there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from studbook.formats import times
from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import UNSEEN, Cannot, Line, OtherGame, Read, Result, card, quoted
from studbook.formats.levels import Levels, usual_ante
from studbook.formats.markup import Element, Known, Piece, element, parsed
from studbook.formats.money import CHIPS, amount, currency
from studbook.formats.rooms import all_in, cards_of, pay
from studbook.formats.sessions import read_sessions

NAME = "ipoker"
GAMES = {"7 Card Stud": "seven-card-stud", "7 Card Stud Hi-Lo": "stud-hi-lo-8", "5 Card Stud": "five-card-stud"}
# A tournament's header states no stakes. Where nobody bet, this many bring-ins are taken for the small bet.
BRING_INS_TO_SMALL_BET = 4
JOINS, SITS_OUT = "8", "9"

_HAND: Known = {
    "game": element("gamecode", "general round"),
    "general": element("", "startdate players"),
    "startdate": element(),
    "players": element("", "player"),
    "player": element("seat name chips dealer win bet rebuy addon merge reg_code"),
    "round": element("no", "action cards"),
    "action": element("no player type sum cards"),
    "cards": element("type player"),
}
_HEADER = frozenset({
    "client_version", "mode", "gametype", "tablename", "tablecurrency", "tablesize", "smallblind", "bigblind",
    "duration", "gamecount", "startdate", "currency", "nickname", "bets", "wins", "chipsin", "chipsout", "ipoints",
    "statuspoints", "awardpoints", "tournamentname", "tournamentcode", "place", "buyin", "totalbuyin", "win",
    "rewarddrawn",
})  # fmt: skip
# Each part ends before the next begins, so that a text made of beginnings is not gone through again and again.
_GENERAL = re.compile(r"<general>(?:(?!<general>).)*?</general>", re.DOTALL)
_SESSION = re.compile(rf"<\?xml[^<>]*\?>|</?session\b[^<>]*>|{_GENERAL.pattern}", re.DOTALL)
_GAMETYPE = re.compile(r"(?P<game>.+?) (?P<limit>NL|PL|L)(?: (?P<small>\S+)/(?P<big>\S+))?\s*")
_DAY_FIRST = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4}) (\d{1,2}):(\d{2}):(\d{2})")


def sniff(head: str) -> bool:
    """Whether the text is a session of this network."""
    return re.search(r"<session\s[^>]*\bsessioncode=|<game\s[^>]*\bgamecode=", head) is not None


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of the file, one by one."""
    return read_sessions(lines, file, "gamecode", _HAND, _header, _hand)


def _header(piece: Piece, before: dict[str, str]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """The session's own data as it is after what stands between two hands, and what of that is not understood."""
    problems: list[tuple[int, str]] = []
    text = "\n".join(part for _, part in piece.lines)
    # The parts that are known are blanked out line by line, so that the rest keeps its place.
    rest = _SESSION.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n")
    for (number, _), left in zip(piece.lines, rest, strict=True):
        if left.strip():
            problems.append((number, f"the text {quoted(left)} between the hands is not understood"))
            break
    found = _GENERAL.search(text)
    if found is None:
        return ({} if "<session" in text else before), problems
    skipped = text[: found.start()].count("\n")
    try:
        general = parsed([(piece.lines[skipped + at][0], part) for at, part in enumerate(found[0].split("\n"))])
    except Cannot as error:
        return {}, [*problems, (error.line or piece.lines[0][0], error.reason)]
    for child in general.children:
        if child.tag not in _HEADER or child.children or child.attributes:
            problems.append((child.line, f"<{child.tag}> of the session is not understood"))
    return {child.tag: child.text.strip() for child in general.children}, problems


def _hand(header: dict[str, str], levels: Levels, file: str, game: Element) -> Read:
    return _Hand(game, header, levels).read(file)


class _Hand:
    """One hand while it is read."""

    def __init__(self, game: Element, header: dict[str, str], levels: Levels) -> None:
        self.game = game
        self.levels = levels
        self.tournament = bool(header.get("tournamentname") or header.get("buyin"))
        self.general = game.one("general")
        players = [player for player in self.general.one("players").all("player") if not _empty_chair(player)]
        chips = "".join(player.get("chips") for player in players)
        play_money = self.tournament or header.get("mode", "real") != "real"
        money = CHIPS if play_money else currency(chips) or header.get("tablecurrency") or header.get("currency")
        name, stakes = _kind(header, game)
        self.build = build = HandBuilder(
            NAME, game.get("gamecode") or None, name, currency=money, table=header.get("tablename"),
            played_at=_time(self.general.one("startdate").text),
        )  # fmt: skip
        if build.played_at:
            build.infer("played_at")  # no zone is stated: taken for UTC
        build.stake(**stakes)
        for player in players:
            build.at = player.line
            build.seat(player.number("seat"), player.get("name"), player.amount("chips"))
        build.order(sorted(build.places))
        self.players = players
        self.steps: dict[str, Callable[[int, Element], None]] = {
            "0": lambda seat, _: build.fold(seat),
            SITS_OUT: lambda seat, _: build.fold(seat),
            "3": lambda seat, act: build.call(seat, added=act.amount("sum")),
            "4": lambda seat, _: build.check(seat),
            "5": lambda seat, act: build.wager(seat, added=act.amount("sum")),
            "7": lambda seat, act: all_in(build, seat, act.amount("sum")),
            "15": lambda seat, act: build.ante(seat, act.amount("sum")),
            "16": lambda seat, act: build.bring_in(seat, to=act.amount("sum")),
            "23": lambda seat, act: build.wager(seat, to=act.amount("sum")),
        }

    def read(self, file: str) -> Read:
        build = self.build
        rounds = self.game.all("round")
        for expected, dealt in enumerate(rounds):
            if dealt.number("no") != expected:
                raise Cannot(f"round {dealt.get('no')} where round {expected} was expected", dealt.line)
        posted = any(act.get("type") == "16" for dealt in rounds for act in dealt.all("action"))
        ante = None
        number = 0
        for dealt in rounds:
            build.at = dealt.line
            if dealt.number("no") > 1:
                self._deal(dealt)
            if build.streets == 1:
                ante = usual_ante(build)
                self.levels.before(build, ante, posted)
            for act in sorted(dealt.all("action"), key=lambda act: act.number("no")):
                number += 1
                if act.number("no") != number:
                    raise Cannot(f"action {act.get('no')} where action {number} was expected", act.line)
                self._act(act)
        build.at = self.game.line
        self.levels.after(build, ante, BRING_INS_TO_SMALL_BET)
        payments = [(player.number("seat"), player.amount("win"), None) for player in self.players]
        if build.currency == CHIPS:
            build.rake(ZERO)
        pay(build, list(payments), with_uncalled=True)
        return build.read(file, self.game.line)

    def _act(self, act: Element) -> None:
        self.build.at = act.line
        kind = act.get("type")
        if kind not in self.steps and kind != JOINS:
            raise Cannot(f"an action of type {kind} is not understood", act.line)
        if kind in ("0", "4", JOINS, SITS_OUT) and act.amount("sum"):
            raise Cannot(f"an action of type {kind} with the sum {act.get('sum')}", act.line)
        if kind == "15" and self.build.streets:
            raise Cannot("an ante after the cards", act.line)
        if kind == SITS_OUT and not self.build.streets:
            raise Cannot(f"{act.get('player')!r} sits out before the cards", act.line)
        seat = self._seat(act)
        if kind != JOINS:
            self.steps[kind](seat, act)

    def _seat(self, found: Element) -> int:
        name = found.get("player")
        if name not in self.build.names:
            raise Cannot(f"{name!r} is not in the list of players", found.line)
        return self.build.names[name]

    def _deal(self, dealt: Element) -> None:
        build = self.build
        pattern = cards_of(build.game)
        if build.streets == len(pattern):
            raise Cannot("a street is dealt after the last one of the game", dealt.line)
        down, up = pattern[build.streets]
        build.street()
        listed = set()
        for cards in dealt.all("cards"):
            build.at = cards.line
            faces = [_card(word, cards.line) for word in cards.text.split()]
            if not cards.get("player") and len(faces) == 1 and build.streets == len(pattern):
                build.community(faces[0])
                continue
            seat = self._seat(cards)
            if seat in listed or len(faces) != down + up:
                raise Cannot(f"{cards.get('player')!r} is dealt {quoted(cards.text)} on this street", cards.line)
            listed.add(seat)
            build.deal(seat, faces[:down], faces[down:])
        if build.streets > 1:
            return
        # Who paid his ante and sits out has a hand until his turn, when it is folded (RROP 6); it is not listed.
        for act in dealt.all("action"):
            if act.get("type") == SITS_OUT and (seat := self._seat(act)) not in listed:
                listed.add(seat)
                build.deal(seat, [UNSEEN] * down, [UNSEEN] * up)


def _empty_chair(player: Element) -> bool:
    """Whether the entry of the list is a seat without a player. Raises Cannot where nobody holds chips or wins."""
    if player.get("name"):
        return False
    if any(player.amount(name) for name in ("chips", "win", "bet") if name in player.attributes):
        raise Cannot(f"seat {player.get('seat')} has no name, but chips", player.line)
    return True


def _kind(header: dict[str, str], game: Element) -> tuple[str, dict[str, Decimal]]:
    """The game and its stakes by the session's ``gametype``. Raises OtherGame, or Cannot where it is missing."""
    gametype = header.get("gametype")
    if not gametype:
        raise Cannot("the session does not say which game it is (gametype)", game.line)
    found = _GAMETYPE.fullmatch(gametype)
    if found is None or found["game"] not in GAMES:
        raise OtherGame(gametype)
    if found["limit"] != "L":
        raise Cannot(f"{gametype}: stud is read in fixed limit only", game.line)
    if not found["small"]:
        return GAMES[found["game"]], {}
    return GAMES[found["game"]], {"small_bet": amount(found["small"]), "big_bet": amount(found["big"])}


def _card(word: str, line: int) -> str:
    """``S10`` and ``DA`` with the suit first; ``X`` is hidden."""
    try:
        return UNSEEN if word == "X" else card(word[1:] + word[:1])
    except Cannot:
        raise Cannot(f"{word!r} is no card; suit then rank was expected, like SA, D10 or C2", line) from None


def _time(text: str) -> str | None:
    day_first = _DAY_FIRST.fullmatch(text.strip())
    if day_first:
        day, month, year, *clock = (int(part) for part in day_first.groups())
        return times.zoned(times.moment(year, month, day, *clock), "UTC")
    return times.zoned(times.parse(text), "UTC")
