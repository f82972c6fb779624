"""The object ``ohh`` of an Open Hand History and the record it makes. JSON itself is `ohh`'s business."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from studbook.formats import units
from studbook.formats.common import Cannot, OtherGame
from studbook.formats.extension import extended
from studbook.formats.money import CHIPS
from studbook.formats.ohh_actions import ACTIONS, BESIDE, BLINDS, NO_PART, Moves
from studbook.formats.phh_fields import MOST_RAKE, OWN_GAMES
from studbook.formats.shape import BadShape, check
from studbook.formats.tally import Tally
from studbook.record import MAX_CHIPS

NAME = "ohh"
GAMES = {"stud": "seven-card-stud", "studhilo": "stud-hi-lo-8"} | {game: game for game in OWN_GAMES}
STRUCTURES = {"FL": "fixed-limit", "PL": "pot-limit", "NL": "no-limit", "SL": "spread-limit"}
PLAY_CHIPS = frozenset({"XPM", "PPC", "CHIPS", ""})
EVENTS_BESIDE = "_events"

_KNOWN: dict[str, frozenset[str]] = {
    name: frozenset(keys.split())
    for name, keys in {
        "ohh": "spec_version site_name network_name internal_version tournament tournament_info game_number "
        "start_date_utc table_name table_handle table_skin game_type bet_limit table_size currency dealer_seat "
        "small_blind_amount big_blind_amount ante_amount hero_player_id flags players rounds pots "
        "tournament_bounties tournament_rebuys",
        "bet_limit": "bet_type bet_cap",
        "players": "id seat name display starting_stack player_bounty is_sitting_out",
        "rounds": "id street cards actions",
        "actions": "action_number player_id action amount is_allin cards",
        "pots": "number amount rake jackpot player_wins",
        "player_wins": "player_id win_amount cashout_amount cashout_fee bonus_amount contributed_rake",
    }.items()
}


class ActionError(Cannot):
    """An action that cannot be read, by its ``number``."""

    def __init__(self, reason: str, number: int) -> None:
        super().__init__(f"action {number}: {reason}")
        self.number = number


def document_of(ohh: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]:
    """The record of an OHH hand, what was inferred, and doubts. Raises Cannot, or OtherGame."""
    _keys("ohh", ohh)
    game = _game(ohh)
    patch = _as_json(ohh.get(BESIDE, {}))
    if not isinstance(patch, dict):
        raise Cannot(f"{BESIDE} is no object")
    listed = _objects(ohh, "players", "ohh")
    currency = str(ohh.get("currency") or "").upper()
    money = CHIPS if currency in PLAY_CHIPS else currency
    unit = units.unit_for(_figures(ohh), money, patch)
    hand = _Hand(ohh, game, unit, [player for player in listed if not player.get("is_sitting_out")])
    native: dict[str, Any] = {"format": 1, "game": game}
    site = str(ohh.get("site_name") or ohh.get("network_name") or NAME).lower().replace(" ", "-")
    number = ohh.get("game_number")
    if isinstance(number, str | int) and str(number):
        native |= {"ref": f"{site}:{number}"[:200], "hand_no": str(number)[:200]}
    played_at = _time(ohh.get("start_date_utc"))
    if played_at:
        native["played_at"] = played_at
    if ohh.get("table_name"):
        native["table"] = str(ohh["table_name"])[:200]
    native |= {"currency": money, "decimals": unit}
    native["stakes"] = hand.stakes(patch)
    native["seats"] = hand.seats(patch)
    # The course of play depends on stakes and seats as they really are, so the extension's come first.
    real = extended(native, {key: patch[key] for key in ("stakes", "seats") if key in patch})
    moves = Moves(game, real["seats"], real["stakes"], unit)
    native["events"] = hand.events(moves)
    doubts = hand.outcome(native, moves.tally)
    native["meta"] = {"source": NAME}
    if hand.inferred:
        native["meta"]["inferred"] = list(hand.inferred)
    document = extended(native, {key: value for key, value in patch.items() if key != "order"})
    _check(document, native, hand, moves.tally)
    inferred = (document.get("meta") or {}).get("inferred", ())
    return document, tuple(inferred), doubts


class _Hand:
    """One hand while it is read: players by id, the rounds, the pots."""

    def __init__(self, ohh: Mapping[str, Any], game: str, unit: int, players: list[dict[str, Any]]) -> None:
        self.ohh = ohh
        self.game = game
        self.unit = unit
        self.players: dict[int, dict[str, Any]] = {}
        self.inferred: list[str] = []
        for player in players:
            number, seat = player.get("id"), player.get("seat")
            if type(number) is not int or type(seat) is not int or number in self.players:
                raise Cannot(f"the player {player.get('name')!r} needs an id of its own and a seat")
            if not isinstance(player.get("name"), str):
                raise Cannot(f"the player {number} has no name")
            if seat in {other["seat"] for other in self.players.values()}:
                raise Cannot(f"two players have the same seat, {seat}")
            self.players[number] = player
        self.rounds = _objects(ohh, "rounds", "ohh")
        self.actions = [(found, _objects(found, "actions", "rounds")) for found in self.rounds]
        self.antes: dict[int, int] = {}
        for _, actions in self.actions:
            for action in actions:
                if action.get("action") == "Post Ante":
                    seat = self.seat(action)
                    if seat in self.antes:
                        raise Cannot(f"seat {seat} posts the ante twice")
                    self.antes[seat] = self._chips(action.get("amount"), "amount of an ante")

    def seat(self, action: Mapping[str, Any]) -> int:
        """The seat of an action's player. Raises Cannot."""
        player = self.players.get(action.get("player_id", -1))
        if player is None:
            raise Cannot(f"player_id {action.get('player_id')} is not in the list of players")
        return int(player["seat"])

    def _chips(self, figure: Any, what: str) -> int:
        if type(figure) not in (int, Decimal) or not 0 <= figure <= MAX_CHIPS:
            raise Cannot(f"the {what} is {figure}")
        return units.chips(figure, self.unit)

    def stakes(self, patch: Mapping[str, Any]) -> dict[str, Any]:
        """Structure, bets, bring-in and ante; OHH states only the first and the last, so bets are told from wagers,
        unless the extension has them."""
        limit = self.ohh.get("bet_limit")
        if not isinstance(limit, dict):
            raise Cannot("bet_limit is missing")
        _keys("bet_limit", limit)
        structure = STRUCTURES.get(str(limit.get("bet_type")))
        if structure is None:
            raise Cannot(f"bet_type {limit.get('bet_type')!r} is none of {', '.join(STRUCTURES)}")
        stakes: dict[str, Any] = {"structure": structure}
        common = self.antes_common()
        if common:
            stakes["ante"] = common
        if isinstance(patch.get("stakes"), dict):
            return stakes
        bring_in, small = self._wagers()
        if structure == "fixed-limit":
            self._fixed(stakes, bring_in, small)
        elif bring_in:
            stakes["bring_in"] = bring_in
        return stakes

    def _fixed(self, stakes: dict[str, Any], bring_in: int, small: int) -> None:
        blinds = [self.ohh.get(name) for name in ("small_blind_amount", "big_blind_amount")]
        big = small * 2
        if not small and all(blinds):
            small, big = (self._chips(blind, "blind") for blind in blinds)
        if not small:
            small, big = bring_in * 4, bring_in * 8  # a usual ratio; where nobody bet it decides nothing
        if not small:
            raise Cannot("the stakes are not stated, and no bet shows them")
        self.inferred += ["stakes.small_bet", "stakes.big_bet"]
        if not bring_in:
            bring_in = small // 2
            self.inferred.append("stakes.bring_in")
        stakes |= {"small_bet": small, "big_bet": big, "bring_in": bring_in}

    def _wagers(self) -> tuple[int, int]:
        """The bring-in that was posted whole, and the small bet that the first whole wager shows; 0 where none does."""
        bring_in = small = 0
        for at, (_, actions) in enumerate(self.actions):
            for action in actions:
                if action.get("is_allin") or small:
                    continue
                if action.get("action") == "Post Extra Blind" and not at:
                    bring_in = self._chips(action.get("amount"), "amount of the bring-in")
                elif action.get("action") in ("Bet", "Raise"):
                    amount = self._chips(action.get("amount"), "amount of a wager")
                    small = amount // 2 if at >= 2 else amount
        return bring_in, small

    def seats(self, patch: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The seats in order of play: round by number from the dealer's left, or as the extension has them."""
        by_seat = {player["seat"]: player for player in self.players.values()}
        dealer = self.ohh.get("dealer_seat")
        numbers = sorted(by_seat)
        if type(dealer) is int:
            numbers = [seat for seat in numbers if seat > dealer] + [seat for seat in numbers if seat <= dealer]
        order = patch.get("order", numbers)
        if not isinstance(order, list) or sorted(order, key=str) != sorted(numbers, key=str):
            raise Cannot("the order of the extension is not that of the seats")
        told = patch.get("stakes")
        common = (told.get("ante") or 0) if isinstance(told, dict) else self.antes_common()
        seats = []
        for number in order:
            player = by_seat[number]
            entry: dict[str, Any] = {"seat": number, "player": player["name"]}
            display = player.get("display")
            if display:
                entry["name"] = str(display)
            if player.get("starting_stack") is not None:
                entry["stack"] = self._chips(player["starting_stack"], f"starting_stack of {player['name']!r}")
            posted = self.antes.get(number, 0)
            if posted != min(common, int(entry["stack"]) if "stack" in entry else common):
                entry["ante"] = posted
            seats.append(entry)
        return seats

    def antes_common(self) -> int:
        """The ante of the table: stated, else the largest posted."""
        ante = self.ohh.get("ante_amount")
        return self._chips(ante, "ante_amount") if ante else max(self.antes.values(), default=0)

    def events(self, moves: Moves) -> list[dict[str, Any]]:
        """The events of all rounds, in order. Raises Cannot."""
        events: list[dict[str, Any]] = []

        def take(event: dict[str, Any] | None) -> None:
            if event is None:
                return
            try:
                moves.taken(event)
            except (KeyError, TypeError, ValueError):
                raise Cannot(f"{event!r} is no event") from None
            events.append(event)

        for place, (found, actions) in enumerate(self.actions):
            if found.get("id") != place:
                raise Cannot(f"round {found.get('id')} where round {place} was expected")
            for card in found.get("cards") or []:
                take({"type": "community", "card": card})
            beside = self._beside(found, len(actions))
            last = None
            for at, action in enumerate(actions):
                for event in beside.get(at, ()):
                    take(event)
                number = action.get("action_number")
                if type(number) is not int or (last is not None and number != last + 1):
                    raise Cannot(f"action_number {number} does not follow {last}")
                last = number
                try:
                    take(self._event(moves, action))
                except Cannot as error:
                    raise ActionError(error.reason, number) from None
            for event in beside.get(len(actions), ()):
                take(event)
        return events

    def _beside(self, found: Mapping[str, Any], count: int) -> dict[int, list[dict[str, Any]]]:
        """Events without an action, by the index of the action that they come before."""
        beside: dict[int, list[dict[str, Any]]] = {}
        entries = found.get(EVENTS_BESIDE, [])
        for entry in entries if isinstance(entries, list) else [None]:
            match entry:
                case {"before": int(at), "event": dict(event)} if 0 <= at <= count:
                    beside.setdefault(at, []).append(_as_json(event))
                case _:
                    raise Cannot(f"{EVENTS_BESIDE} of round {found.get('id')} is not understood")
        return beside

    def _event(self, moves: Moves, action: dict[str, Any]) -> dict[str, Any] | None:
        kind = action.get("action")
        if kind not in ACTIONS:
            raise Cannot(f"the action {kind!r} is not understood")
        if kind in BLINDS or kind == "Add to Pot":
            raise Cannot(f"the action {kind!r} has no place in a hand of stud")
        if kind == "Post Ante" or kind in NO_PART:
            return None
        return moves.event_of(action, self.seat(action))

    def outcome(self, native: dict[str, Any], tally: Tally) -> tuple[str, ...]:
        """Set ``outcome`` and ``rake`` from the pots; returns doubts."""
        pots = _objects(self.ohh, "pots", "ohh") if self.ohh.get("pots") else []
        won: dict[int, int] = {}
        rake: list[int] = []
        amounts = 0
        for at, pot in enumerate(pots):
            if pot.get("number") != at:
                raise Cannot(f"pot {pot.get('number')} where pot {at} was expected")
            amounts += self._chips(pot.get("amount"), "amount of a pot")
            rake.append(sum(self._chips(pot[key], f"{key} of a pot") for key in ("rake", "jackpot") if pot.get(key)))
            for win in _objects(pot, "player_wins", "pots"):
                seat = self.seat(win)
                won[seat] = won.get(seat, 0) + self._chips(win.get("win_amount"), "win_amount")
        if not pots:
            return ()
        for seat, returned in tally.returned().items():
            # An uncalled bet that the pots still hold is no winning.
            if amounts == tally.pot() + returned and won.get(seat, 0) >= returned:
                won[seat] -= returned
                amounts -= returned
        doubts = []
        if amounts != tally.pot():
            doubts.append(f"the pots are said to hold {amounts}, the chips put in make {tally.pot()}")
        native["outcome"] = {"won": {str(seat): chips for seat, chips in won.items() if chips}}
        taken = tally.pot() - sum(won.values())
        if not any(rake) and taken > 0:
            rake = [taken]
            self.inferred.append("rake")
            if taken > tally.pot() * MOST_RAKE:
                doubts.append(f"{taken} of {tally.pot()} in the pots were paid to nobody")
        elif sum(rake) != taken:
            doubts.append(f"the rake is said to be {sum(rake)}, put in less paid out is {taken}")
        while rake and not rake[-1]:
            rake.pop()
        if rake:
            native["rake"] = rake
        return tuple(doubts)


def _game(ohh: Mapping[str, Any]) -> str:
    kind = ohh.get("game_type")
    if not isinstance(kind, str) or not kind:
        raise Cannot("game_type is missing")
    if kind.lower() not in GAMES:
        raise OtherGame(kind)
    return GAMES[kind.lower()]


def _keys(name: str, found: Mapping[str, Any]) -> None:
    for key in found:
        if key not in _KNOWN[name] and not key.startswith("_"):
            raise Cannot(f"the key {key!r} of {name} is not understood")


def _objects(found: Mapping[str, Any], name: str, where: str) -> list[dict[str, Any]]:
    entries = found.get(name)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise Cannot(f"{name} of {where} is no list of objects")
    for entry in entries:
        _keys(name, entry)
    return entries


def _figures(value: Any) -> Iterator[Decimal | int]:
    """All exact decimals of the hand, which tell the smallest unit."""
    if isinstance(value, Decimal):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            if not key.startswith("_"):
                yield from _figures(item)
    elif isinstance(value, list):
        for item in value:
            yield from _figures(item)


def _as_json(value: Any) -> Any:
    """What stands beside the hand, in numbers as JSON has them: exact decimals are for the hand's own amounts."""
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    if isinstance(value, dict):
        return {key: _as_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_json(item) for item in value]
    return value


def _time(text: Any) -> str | None:
    if not isinstance(text, str) or not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Cannot(f"start_date_utc {text!r} is no time") from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()


def _check(document: dict[str, Any], native: Mapping[str, Any], hand: _Hand, tally: Tally) -> None:
    try:
        check(document)
    except BadShape as error:
        raise Cannot(str(error)) from None
    stacks = [(entry["seat"], entry.get("stack")) for entry in native["seats"]]
    if [(entry["seat"], entry.get("stack")) for entry in document["seats"]] != stacks:
        raise Cannot(f"{BESIDE} has other seats or stacks than the hand")
    stated = hand.ohh.get("ante_amount")
    if stated and units.chips(stated, hand.unit) != (document.get("stakes") or {}).get("ante", 0):
        raise Cannot(f"{BESIDE} has another ante than the hand")
    if {seat: ante for seat, ante in tally.antes.items() if ante} != {s: a for s, a in hand.antes.items() if a}:
        raise Cannot(f"{BESIDE} has other antes than the hand")
    if document["game"] != native["game"]:
        raise Cannot(f"{BESIDE} has another game than the hand")
