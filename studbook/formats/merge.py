"""Merge network, both versions of its XML: a ``<description>`` of the game, then a ``<game>`` a hand.

RAISE, COMPLETE and BET are totals of the round, CALL and ALL_IN chips added; the cards of a seat are listed
cumulatively, ``null`` or nothing where hidden; events and rounds are numbered, talk repeats a number. The first version
counts an uncalled bet as won, the second lists it apart (``uncalled="true"``). In tournaments the balances are after
the ante, since version 2.1 before it. Seats count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from urllib.parse import unquote

from studbook.formats import times
from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import UNSEEN, Cannot, Line, OtherGame, Read, Result, card, quoted
from studbook.formats.levels import Levels, usual_ante
from studbook.formats.markup import Element, Known, Piece, element, parsed
from studbook.formats.money import CHIPS, amount, currency
from studbook.formats.rooms import Payment, all_in, cards_of, pay
from studbook.formats.sessions import read_sessions

NAME = "merge"
GAMES = {
    "7-Stud": "seven-card-stud", "7-Stud H/L8": "stud-hi-lo-8", "Razz": "razz", "5-Stud": "five-card-stud",
}  # fmt: skip
# In a mixed game the description names the mix, and a number in each hand the game of the hand.
IN_A_MIX = {
    **dict.fromkeys(("1", "2", "4", "9", "23"), "Hold'em"),
    **dict.fromkeys(("34", "35", "37"), "Omaha H/L8"),
    **dict.fromkeys(("38", "39", "41", "42"), "7-Stud"),
    **dict.fromkeys(("43", "45"), "7-Stud H/L8"),
    **dict.fromkeys(("46", "47", "49"), "Razz"),
}
BRING_INS_TO_SMALL_BET = 4  # assumed in tournaments where nobody bet
STREETS = ("THIRD_STREET", "FOURTH_STREET", "FIFTH_STREET", "SIXTH_STREET", "SEVENTH_STREET")
FIVE_CARD_STREETS = ("SECOND_STREET", "THIRD_STREET", "FOURTH_STREET", "FIFTH_STREET")
ENDS = ("SHOWDOWN", "END_OF_GAME", "END_OF_FOLDED_GAME")
# Comings and goings that are no part of the hand.
PASSED_OVER = frozenset({"PLAYER_OUT", "SIT_OUT", "SIT_IN", "SITTING_OUT"})
TALK = "CHAT"
BEFORE_ANTE = "2.1"  # the version in which the balances of tournaments are before the ante

_HAND: Known = {
    "game": element(
        "id starttime numholecards gametype multigametype seats realmoney data version stakes buyIn seatsPerTable "
        "tableCount startingStack rebuy rebuyStack addon addonStack bounty",
        "players round",
    ),
    "players": element("dealer", "player"),
    "player": element("seat nickname balance dealtin"),
    "round": element("id sequence", "event cards winner"),
    "event": element("sequence type timestamp player amount text"),
    "cards": element("type cards player hand"),
    "winner": element("amount uncalled potnumber player hand pottype"),
}
_DESCRIPTION = re.compile(r"<description\b[^<>]*>|</description>|<\?xml[^<>]*\?>")
_STAKES = re.compile(r"Limit(?: Level \S+)?(?: (?P<small>\S+)/(?P<big>\S+))?")
# Ante, bring-in and a bet, which is not the least: with a bring-in that is the bring-in.
_UNLIMITED = re.compile(r"(?P<limit>No Limit|Pot Limit) \((?P<ante>[^\s/()]+)/(?P<bring_in>[^\s/()]+)/[^\s/()]+\)")
STRUCTURES = {"No Limit": "no-limit", "Pot Limit": "pot-limit"}


def sniff(head: str) -> bool:
    """Whether the text is a file of this network."""
    return re.search(r"<description\s[^>]*\bstakes=|<game\s[^>]*\bnumholecards=", head) is not None


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of the file, one by one."""
    return read_sessions(lines, file, "id", _HAND, _description, _hand)


def _description(piece: Piece, before: dict[str, str]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """The game and stakes of the hands that follow, and what else stands between the hands."""
    latest = before
    problems: list[tuple[int, str]] = []
    for number, part in piece.lines:
        rest = _DESCRIPTION.sub("", part).strip()
        if rest:
            problems.append((number, f"the text {quoted(rest)} between the hands is not understood"))
        for found in re.finditer(r"<description\b[^<>]*>", part):
            tag = found[0] if found[0].endswith("/>") else found[0] + "</description>"
            try:
                latest = parsed([(number, tag)]).attributes
            except Cannot as error:
                latest = {}
                problems.append((number, error.reason))
            unknown = latest.keys() - {"type", "stakes", "version"}
            if unknown:
                problems.append((number, f"<description> has the attribute {min(unknown)}, which is not understood"))
    return latest, problems


def _hand(description: dict[str, str], levels: Levels, file: str, game: Element) -> Read:
    return _Hand(game, description, levels).read(file)


class _Hand:
    """One hand while it is read."""

    def __init__(self, game: Element, description: dict[str, str], levels: Levels) -> None:
        self.game = game
        self.levels = levels
        data = game.get("data").split("|")
        if len(data) != 5 or data[4] not in ("true", "false"):
            raise Cannot(f"the attribute data={quoted(game.get('data'))} is not understood", game.line)
        self.tournament = data[4] == "true"
        name = _kind(description, game)
        structure, stakes = _stakes(name, description, game)
        self.fixed = structure == "fixed-limit"
        listed = game.one("players").all("player")
        money = "".join(player.get("balance") for player in listed) + description.get("stakes", "")
        play = self.tournament or game.get("realmoney") != "true"
        self.build = build = HandBuilder(
            NAME, game.get("id") or None, name, structure=structure, currency=CHIPS if play else currency(money),
            table=unquote(data[1]), played_at=_time(game),
        )  # fmt: skip
        build.stake(**stakes)
        for player in listed:
            build.at = player.line
            build.seat(player.number("seat") + 1, player.get("nickname"), player.amount("balance"))
        build.order(sorted(build.places))
        self.after_ante = self.tournament and _after_ante(game, listed)
        self.dealt_in = {p.number("seat") + 1 for p in listed if p.get("dealtin") == "true"}
        self.streets = FIVE_CARD_STREETS if name == "five-card-stud" else STREETS
        self.pattern = cards_of(name)
        self.known: dict[int, list[str]] = {seat: [] for seat in build.places}
        self.sequence = 0
        self.steps: dict[str, Callable[[int, Element], None]] = {
            "ANTE": self._ante,
            "BRING_IN": lambda seat, act: build.bring_in(seat, to=act.amount("amount")),
            "COMPLETE": lambda seat, act: build.wager(seat, to=act.amount("amount")),
            "BET": lambda seat, act: build.wager(seat, to=act.amount("amount")),
            "RAISE": lambda seat, act: build.wager(seat, to=act.amount("amount")),
            "CALL": lambda seat, act: build.call(seat, added=act.amount("amount")),
            "ALL_IN": lambda seat, act: all_in(build, seat, act.amount("amount")),
            "CHECK": lambda seat, _: build.check(seat),
            "FOLD": lambda seat, _: build.fold(seat),
        }

    def read(self, file: str) -> Read:
        build = self.build
        ante = None
        posted = any(act.get("type") == "BRING_IN" for part in self.game.all("round") for act in part.all("event"))
        for expected, part in enumerate(self.game.all("round"), start=1):
            if part.number("sequence") != expected:
                raise Cannot(f"round {part.get('sequence')} where round {expected} was expected", part.line)
            build.at = part.line
            self._begin(part)
            if build.streets == 1:
                ante = usual_ante(build)
                if self.fixed:
                    self.levels.before(build, ante, posted)
            for act in part.all("event"):
                self._act(act, part)
        build.at = self.game.line
        if not self.game.all("round") or self.game.all("round")[-1].get("id") not in ENDS:
            raise Cannot("the hand has no end: the round END_OF_GAME is missing", self.game.line)
        self._missing()
        if self.fixed:
            self.levels.after(build, ante, BRING_INS_TO_SMALL_BET)
        self._pay()
        return build.read(file, self.game.line)

    # Streets and cards

    def _begin(self, part: Element) -> None:
        """Open the street that a round is, and deal its cards: they are listed after the acts, but dealt before."""
        build, name = self.build, part.get("id")
        dealt = [cards for cards in part.all("cards") if cards.get("type") not in ("SHOWN", "MUCKED")]
        if name == "BLINDS" or name in ENDS:
            if dealt:
                raise Cannot(f"cards are dealt in the round {name}", dealt[0].line)
            return
        first = name == "BRING_IN" or (name == self.streets[0] and not build.streets)
        if not first and name == self.streets[0] and build.streets == 1:
            if dealt:
                raise Cannot(f"cards are dealt in the round {name} and before it", dealt[0].line)
            return
        expected = self.streets[build.streets] if build.streets < len(self.streets) else "the end"
        if not (first and not build.streets) and name != expected:
            raise Cannot(f"the round {name} where {expected} was expected", part.line)
        build.street()
        for cards in dealt:
            self._deal(cards)
        build.at = part.line

    def _deal(self, cards: Element) -> None:
        build = self.build
        build.at = cards.line
        if cards.get("type") == "COMMUNITY":
            faces = _cards(cards)
            if len(faces) != 1 or build.streets != len(self.streets):
                raise Cannot(f"the community cards {quoted(cards.get('cards'))} are not understood", cards.line)
            build.community(faces[0])
            return
        if cards.get("type") not in ("HOLE", "DRAW_DRAWN_CARDS"):
            raise Cannot(f"cards of the type {cards.get('type')} are not understood", cards.line)
        seat, faces = self._seat(cards), _cards(cards)
        before = self.known[seat]
        self._agree(cards, faces[: len(before)], before)
        down, up = self.pattern[build.streets - 1]
        new = faces[len(before) :]
        if not new and (build.place(seat).folded or build.streets == len(self.streets)):
            return  # the hand is printed again on every street, also after its fold
        if len(new) != down + up:
            raise Cannot(f"{len(new)} new cards on a street of {down + up}: {quoted(cards.get('cards'))}", cards.line)
        self.known[seat] = faces
        build.deal(seat, new[:down], new[down:])

    def _agree(self, cards: Element, faces: list[str], before: list[str]) -> None:
        if len(faces) < len(before) or any(
            UNSEEN not in (now, was) and now != was for now, was in zip(faces, before, strict=False)
        ):
            raise Cannot(f"the cards {quoted(cards.get('cards'))} are not the cards listed before", cards.line)

    def _shown(self, part: Element, seat: int, kind: str, act: Element) -> list[str]:
        listed = [cards for cards in part.all("cards") if cards.get("type") == kind and self._seat(cards) == seat]
        if len(listed) != 1:
            raise Cannot(f"{act.get('type')} with {len(listed)} lists of cards; one was expected", act.line)
        faces = _cards(listed[0])
        self._agree(listed[0], faces, self.known[seat])
        if len(faces) != len(self.known[seat]):
            raise Cannot(f"{len(faces)} cards are listed, {len(self.known[seat])} were dealt", listed[0].line)
        self.known[seat] = faces
        return faces

    # Acts

    def _act(self, act: Element, part: Element) -> None:
        build = self.build
        build.at = act.line
        if act.get("type") == TALK:
            return  # it bears the number of the event before it
        if "text" in act.attributes:
            raise Cannot(f"an event of the type {act.get('type')} with a text is not understood", act.line)
        self.sequence += 1
        if act.number("sequence") != self.sequence:
            raise Cannot(f"event {act.get('sequence')} where event {self.sequence} was expected", act.line)
        kind, name = act.get("type"), part.get("id")
        if kind in PASSED_OVER:
            return
        seat = self._seat(act)
        if kind == "SHOW":
            build.show(seat, self._shown(part, seat, "SHOWN", act))
        elif kind == "MUCK":
            if any(cards.get("type") == "MUCKED" and self._seat(cards) == seat for cards in part.all("cards")):
                build.fill(seat, self._shown(part, seat, "MUCKED", act))
            build.muck(seat)
        elif kind not in self.steps or (kind == "ANTE") != (name == "BLINDS") or name in ENDS:
            raise Cannot(f"an event of the type {kind} in the round {name} is not understood", act.line)
        else:
            self.steps[kind](seat, act)

    def _ante(self, seat: int, act: Element) -> None:
        figure = act.amount("amount")
        self.build.ante(seat, figure)
        place = self.build.place(seat)
        if self.after_ante and place.stack is not None:
            place.stack += figure

    def _seat(self, found: Element) -> int:
        seat = found.number("player") + 1
        if seat not in self.build.places:
            raise Cannot(f"player {found.get('player')} is not in the list of players", found.line)
        return seat

    def _missing(self) -> None:
        """Raises Cannot where a seat that is said to be dealt in was given nothing, or the other way round."""
        inside = {place.seat for place in self.build.dealt_in()}
        for seat in sorted(self.dealt_in ^ inside):
            player = self.build.place(seat).player
            raise Cannot(f"{player!r}: dealt in by the list of players or by the hand, not by both", self.game.line)

    # The end

    def _pay(self) -> None:
        build = self.build
        payments: list[Payment] = []
        apart = False
        for part in self.game.all("round"):
            for winner in part.all("winner"):
                build.at = winner.line
                figure, seat = winner.amount("amount"), self._seat(winner)
                if winner.get("pottype") not in ("n", "h", "l"):
                    raise Cannot(f"pottype={quoted(winner.get('pottype'))} is not understood", winner.line)
                if winner.get("uncalled") == "true":
                    apart = True
                    build.returned(seat, figure)
                else:
                    payments.append((seat, figure, winner.number("potnumber") - 1))
        build.at = self.game.line
        if build.currency == CHIPS or build.currency is None:
            build.rake(ZERO)
        pay(build, payments, with_uncalled=not apart)


def _kind(description: dict[str, str], game: Element) -> str:
    """The game. Raises OtherGame by the network's own name, or Cannot where the game is not told."""
    kind = description.get("type", "").removesuffix(" Tournament")
    if not kind:
        raise Cannot("no <description> says which game it is", game.line)
    if "multigametype" in game.attributes:
        number = game.get("multigametype")
        of_mix = IN_A_MIX.get(number)
        if of_mix is None:
            raise Cannot(f"multigametype {number} of {kind} is a game that is not known", game.line)
        kind = of_mix
    if kind not in GAMES:
        raise OtherGame(kind)
    return GAMES[kind]


def _stakes(name: str, description: dict[str, str], game: Element) -> tuple[str, dict[str, Decimal]]:
    """The structure and the stakes that the description states. Raises Cannot where they are not understood."""
    text = description.get("stakes", "").strip()
    if stakes := _UNLIMITED.fullmatch(text):
        figures = {"ante": amount(stakes["ante"]), "bring_in": amount(stakes["bring_in"])}
        return STRUCTURES[stakes["limit"]], figures
    stakes = _STAKES.fullmatch(text)
    if stakes is None:
        raise Cannot(f"{name} at {text!r}: fixed limit, or an ante, a bring-in and a bet were expected", game.line)
    if not stakes["small"]:
        return "fixed-limit", {}
    return "fixed-limit", {"small_bet": amount(stakes["small"]), "big_bet": amount(stakes["big"])}


def _after_ante(game: Element, listed: list[Element]) -> bool:
    """Whether the balances of a tournament are what was left after the ante.

    Nobody puts in more than he has, and who is all-in has put in all of it: where the hand shows neither, its version
    decides. Raises Cannot where the seats show both.
    """
    put_in: dict[int, Decimal] = {}
    in_round: dict[int, Decimal] = {}
    all_in = set()
    for part in game.all("round"):
        if part.all("cards"):
            in_round = {}  # a street begins where cards are dealt: the bring-in has a round of its own
        for act in part.all("event"):
            if act.get("type") == TALK or "amount" not in act.attributes:
                continue
            seat, figure = act.number("player"), act.amount("amount")
            if act.get("type") in ("BRING_IN", "COMPLETE", "BET", "RAISE"):
                figure -= in_round.get(seat, ZERO)
            if act.get("type") != "ANTE":
                in_round[seat] = in_round.get(seat, ZERO) + figure
            put_in[seat] = put_in.get(seat, ZERO) + figure
            if act.get("type") == "ALL_IN":
                all_in.add(seat)
    balances = {player.number("seat"): player.amount("balance") for player in listed}
    after = {seat for seat, figure in put_in.items() if figure > balances.get(seat, figure)}
    before = {seat for seat in all_in if put_in[seat] == balances.get(seat)}
    if after and before:
        raise Cannot("some balances are before the ante and some after it", game.line)
    return bool(after) or (not before and game.attributes.get("version") != BEFORE_ANTE)


def _cards(found: Element) -> list[str]:
    if not found.get("cards"):
        raise Cannot("a list of cards is empty", found.line)
    try:
        return [card(word, ("null", "")) for word in found.get("cards").split(",")]
    except Cannot as error:
        raise Cannot(error.reason, found.line) from None


def _time(game: Element) -> str | None:
    """The local time of the hand with its offset, which the clock of the first event (UTC) tells."""
    found = re.fullmatch(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)", game.get("starttime"))
    local = found and times.moment(*(int(part) for part in found.groups()))
    stamps = [act.get("timestamp") for part in game.all("round") for act in part.all("event")]
    if not stamps or not re.fullmatch(r"\d{9,13}", stamps[0]):
        return times.rfc3339(local, 0) if local else None
    # A fixed start instead of fromtimestamp, which some systems refuse for years far away.
    utc = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=int(stamps[0]))
    if local is None:
        return utc.replace(microsecond=0).isoformat()
    ahead = round((local - utc.replace(tzinfo=None)).total_seconds() / 900) * 15
    return times.rfc3339(local, ahead) if abs(ahead) <= 14 * 60 else utc.replace(microsecond=0).isoformat()
