"""An independent recount of a finished hand, written from the documents and sharing nothing with the engine.

It reads the record's document alone: who put in what, who is left, what they hold. Pots are peeled off the smallest
stake first, hands are compared five cards at a time. It judges no legality and who was to act; `recount` is for
records that the referee has let pass. Unseen cards of live hands are filled by chance from what nobody saw.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
ACTS = ("bring-in", "complete", "bet", "raise", "call", "check", "fold")
LOW_GAMES = ("razz", "deuce-to-seven-razz")
HIGH_LOW_GAMES = ("stud-hi-lo-8", "stud-hi-lo-hungarian", "stud-hi-lo", "no-peek-hi-lo")
DECLARING_GAMES = ("stud-hi-lo-declare", "new-york-new-york", "wall-street")

Strength = tuple[int, ...]


def value(card: str) -> int:
    return RANKS.index(card[0]) + 2


# -- five cards ------------------------------------------------------------------------------------------------------


def high_of_five(ranks: Sequence[int], flush: bool, above: int = 9) -> Strength:
    """A strength for five ranks (ace 14); ``above`` is the category number of five of a kind."""
    counted = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in counted]
    order = [rank for _, rank in counted]
    straight = 0
    if len(order) == 5:
        if order[0] - order[4] == 4:
            straight = order[0]
        elif order == [14, 5, 4, 3, 2]:
            straight = 5
    if shape == [5]:
        return (above, order[0])
    if straight and flush:
        return (8, straight)
    if shape[0] == 4:
        return (7, *order)
    if shape == [3, 2]:
        return (6, *order)
    if flush:
        return (5, *order)
    if straight:
        return (4, straight)
    return {(3, 1, 1): (3, *order), (2, 2, 1): (2, *order), (2, 1, 1, 1): (1, *order)}.get(tuple(shape), (0, *order))


def groups_of(ranks: Sequence[int]) -> Strength:
    """How bad a low is: fewer pairs first, then the groups from the larger, then the ranks from the top."""
    counted = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = tuple(count for count, _ in counted)
    badness = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1), (5,)].index(shape)
    return (badness, *[rank for _, rank in counted])


def low_of_five(ranks: Sequence[int], flush: bool, scale: str) -> Strength:
    """A strength for a low, larger for the better: how bad it is, turned round."""
    if scale == "ace_to_five":
        bad = groups_of([1 if rank == 14 else rank for rank in ranks])
    else:
        bad = high_of_five(ranks, flush)
        if bad[0] in (4, 8) and bad[1] == 5:
            # A-5-4-3-2 is no straight here, and the ace is high.
            bad = (5 if bad[0] == 8 else 0, 14, 5, 4, 3, 2)
    return tuple(-part for part in bad)


def qualifies(ranks: Sequence[int], flush: bool, scale: str, qualifier: int | None) -> bool:
    if qualifier is None:
        return True
    if scale == "ace_to_five":
        ranks = [1 if rank == 14 else rank for rank in ranks]
    elif high_of_five(ranks, flush)[0] != 0 and sorted(ranks) != [2, 3, 4, 5, 14]:
        return False
    return len(set(ranks)) == 5 and max(ranks) <= qualifier


def shown_high(cards: Sequence[str]) -> Strength:
    """Cards showing, compared as far as they go: a missing card loses to any card."""
    if len(cards) >= 5:
        return max(strength for strength, _ in Way("high").fives(cards, ()))
    ranks = [value(card) for card in cards]
    counted = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = tuple(count for count, _ in counted if count > 1)
    return ({(): 0, (2,): 1, (2, 2): 2, (3,): 3, (4,): 7}[shape], *[rank for _, rank in counted])


def shown_low(cards: Sequence[str], scale: str) -> Strength:
    """A low of the cards showing, larger for the better, however many they are."""
    if len(cards) >= 5:
        return max(strength for strength, _ in Way(scale).fives(cards, ()))
    ranks = [1 if card[0] == "A" and scale == "ace_to_five" else value(card) for card in cards]
    counted = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = tuple(count for count, _ in counted if count > 1)
    badness = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (4,): 5 if scale == "ace_to_five" else 7}[shape]
    lowest = tuple(-part for part in (badness, *[rank for _, rank in counted]))
    # A card that is missing is lower than any card.
    return lowest + (0,) * (6 - len(lowest))


@dataclass(frozen=True)
class Way:
    """One way of comparing: ``high``, or a low by its scale; with what the house says of lows and wild cards."""

    scale: str
    qualifier: int | None = None
    five_of_a_kind: str = "above_straight_flush"

    def fives(self, cards: Sequence[str], wild: Iterable[str]) -> Iterable[tuple[Strength, tuple[str, ...]]]:
        """Every five of the cards with its strength, where it counts at all."""
        for five in combinations(cards, 5):
            natural = [card for card in five if card not in wild]
            suited = len({card[1] for card in natural}) <= 1
            own = [value(card) for card in natural]
            for standing in self.stand_ins(own, 5 - len(natural)):
                ranks = [*own, *standing]
                strength = self.five(ranks, suited, bool(standing))
                if strength is not None:
                    yield strength, five

    def stand_ins(self, own: Sequence[int], count: int) -> Iterable[tuple[int, ...]]:
        """The ranks that wild cards may stand for."""
        if self.scale == "high":
            return combinations_with_replacement(range(2, 15), count)
        # Never a rank already in that low.
        return combinations([rank for rank in range(2, 15) if rank not in own], count)

    def five(self, ranks: Sequence[int], suited: bool, wild: bool) -> Strength | None:
        if self.scale == "high":
            if len(set(ranks)) == 1 and self.five_of_a_kind == "not_played":
                return None
            above = 9 if self.five_of_a_kind == "above_straight_flush" else 7
            flush = suited and len(set(ranks)) == 5
            strength = high_of_five(ranks, flush, above)
            # Below a straight flush, above four of a kind.
            return (7, 99, *strength[1:]) if len(set(ranks)) == 1 and above == 7 else strength
        flush = suited and len(set(ranks)) == 5 and not wild
        if not qualifies(ranks, flush, self.scale, self.qualifier):
            return None
        return low_of_five(ranks, flush, self.scale)


# -- the record ------------------------------------------------------------------------------------------------------


@dataclass
class Player:
    seat: int
    place: int
    stack: int | None
    paid: int = 0
    dead: int = 0
    bought: int = 0
    back: int = 0
    bet: int = 0
    cards: list[str] = field(default_factory=list)
    flipped: list[str] = field(default_factory=list)
    wild: set[str] = field(default_factory=set)
    out: str | None = None
    declared: str | None = None

    @property
    def put_in(self) -> int:
        return self.paid + self.dead + self.bought + self.back

    def pay(self, chips: int) -> None:
        if self.stack is not None:
            self.stack -= chips


@dataclass
class Pot:
    amount: int
    eligible: list[Player]
    won: dict[int, int] = field(default_factory=dict)


@dataclass
class Recounted:
    """``pots`` the main first; ``won`` and ``returned`` by seat; ``put_in`` by seat."""

    pots: list[Pot]
    returned: dict[int, int]
    put_in: dict[int, int]

    @property
    def won(self) -> dict[int, int]:
        won: dict[int, int] = {}
        for pot in self.pots:
            for seat, chips in pot.won.items():
                won[seat] = won.get(seat, 0) + chips
        return won


class Hand:
    """What a record's events left behind."""

    def __init__(self, record: Mapping[str, Any], rules: Mapping[str, Any], rng: random.Random) -> None:
        self.record, self.rules = record, rules
        self.chip: int = record["stakes"].get("chip", 1)
        self.players = [Player(entry["seat"], at, entry.get("stack")) for at, entry in enumerate(record["seats"])]
        self.by_seat = {player.seat: player for player in self.players}
        self.centre: dict[int, str] = {}
        self.community: str | None = None
        self.purchases: list[tuple[int, list[Player]]] = []
        self.top_rank: str | None = None
        self.centre_beaten = False
        prices = rules.get("prices", [1, 2, 3, 4])
        self.top_place = prices.index(max(prices)) + 1
        self.antes()
        for event in record["events"]:
            self.follow(event)
        self.fill_unseen(rng)
        self.wild_cards()

    def antes(self) -> None:
        common = self.record["stakes"].get("ante", 0)
        for player, entry in zip(self.players, self.record["seats"], strict=True):
            ante = entry.get("ante", common)
            if player.stack is not None and ante > player.stack:
                ante = player.stack
            player.pay(ante)
            player.paid, player.dead = min(ante, common), max(ante - common, 0)

    def follow(self, event: Mapping[str, Any]) -> None:
        kind = event["type"]
        player = self.by_seat.get(event.get("seat", 0))
        if kind in ("deal", "community", "turn", "take", "buy", "flip", "declare"):
            self.take_back_unmatched()
            for other in self.players:
                other.bet = 0
        if kind == "turn":
            self.turn(event)
        elif kind == "community":
            self.community = event.get("card", "??")
        elif player is None:
            assert kind in ("burn", "community"), event
        elif kind == "deal":
            player.cards += [*event.get("down", []), *event.get("up", [])]
        elif kind in ("take", "buy"):
            self.gain(player, event)
        elif kind == "flip":
            self.flip(player, event["card"])
        elif kind == "show":
            self.name_cards(player, event["cards"])
        elif kind == "expose":
            self.name_cards(player, [event["card"]])
        elif kind == "declare":
            player.declared = event["way"]
        elif kind == "fold":
            player.out = "folded"
        elif kind == "muck":
            player.out = "mucked"
        elif kind == "kill":
            player.out = "dead"
        elif kind in ACTS and "to" in event:
            player.pay(event["to"] - player.bet)
            player.paid += event["to"] - player.bet
            player.bet = event["to"]

    def take_back_unmatched(self) -> None:
        """A round is over: whoever bet more in it than anybody else, and has more in than anybody, has that back."""
        by_bet = sorted(self.players, key=lambda player: player.bet)
        by_paid = sorted(self.players, key=lambda player: player.paid)
        player = by_bet[-1]
        chips = min(player.bet - by_bet[-2].bet, player.paid - by_paid[-2].paid)
        if player is by_paid[-1] and player.out is None and chips > 0:
            player.paid -= chips
            player.back += chips
            player.pay(-chips)

    def turn(self, event: Mapping[str, Any]) -> None:
        if self.rules.get("row_refill") == "slide_down":
            # What is left moves towards the marked end before the dearest place is filled.
            cards = [self.centre[place] for place in sorted(self.centre)]
            self.centre = dict(enumerate(cards, 1))
        self.centre[event["place"]] = event["card"]
        if event["place"] == self.top_place:
            self.top_rank = event["card"][0]

    def gain(self, player: Player, event: Mapping[str, Any]) -> None:
        place = event.get("place")
        if place is None:
            player.cards.append(event.get("card", "??"))
            return
        if event["type"] == "buy":
            price = self.rules["prices"][place - 1] * self.record["stakes"]["unit"]
            able = [other for other in self.players if other.out is None and other.stack != 0]
            self.purchases.append((price, able))
            player.pay(price)
            player.bought += price
            if place == self.top_place and self.rules["wild"] == "bought_from_top_price":
                player.wild.add(self.centre[place])
        player.cards.append(self.centre.pop(place))

    def flip(self, player: Player, card: str) -> None:
        """A card is turned up; a hand that fails with its last and has no chips to fold with is dead."""
        self.name_cards(player, [card])
        player.flipped.append(card)
        others = [other for other in self.players if other.out is None and other.flipped and other is not player]
        best = [shown_high(other.flipped) for other in others]
        if not self.centre_beaten:
            best.append(shown_high([self.centre[1]]))
        if all(shown_high(player.flipped) > other for other in best):
            self.centre_beaten = True
        elif len(player.flipped) == 7 and player.stack == 0 and not self.has_best_low(player, others):
            player.out = "dead"

    def has_best_low(self, player: Player, others: Sequence[Player]) -> bool:
        """Whether a hand of seven cards showing is the best low showing, where low has a share."""
        if self.record["game"] != "no-peek-hi-lo":
            return False
        way = Way(self.rules["low_rank"], self.rules["low_qualifier"])
        mine = max((strength for strength, _ in way.fives(player.flipped, ())), default=None)
        if mine is None:
            return False
        for other in others:
            if self.rules["partial_low"] == "five_cards_needed" or len(other.flipped) >= 5:
                theirs = max((strength for strength, _ in way.fives(other.flipped, ())), default=None)
            else:
                theirs = shown_low(other.flipped, way.scale)
                # As far as it is shown it must be on the way to a low that qualifies.
                if way.qualifier is not None and (theirs[0] or -theirs[1] > way.qualifier):
                    theirs = None
            if theirs is not None and theirs >= mine:
                return False
        return True

    def name_cards(self, player: Player, cards: Sequence[str]) -> None:
        held = list(player.cards)
        for card in cards:
            if card in held:
                held.remove(card)
            elif card != "??":
                player.cards[player.cards.index("??")] = card

    def fill_unseen(self, rng: random.Random) -> None:
        text = repr(self.record["events"])
        unseen = [card for card in PACK if f"'{card}'" not in text]
        rng.shuffle(unseen)
        # What went back into the stub may be dealt again: drawn last, when nothing else is left.
        burns = [event["card"] for event in self.record["events"] if event["type"] == "burn" and "card" in event]
        held = [card for player in self.players for card in player.cards]
        unseen = [card for card in [*burns, *self.centre.values()] if card not in held] + unseen
        for player in self.players:
            player.cards = [unseen.pop() if card == "??" and player.out is None else card for card in player.cards]
        if self.community == "??":
            self.community = unseen.pop()

    def wild_cards(self) -> None:
        if self.rules.get("wild") == "rank_at_top_price" and self.top_rank is not None:
            for player in self.players:
                player.wild = {card for card in player.cards if card[0] == self.top_rank}

    # -- the pots ----------------------------------------------------------------------------------------------

    def settle(self) -> Recounted:
        put_in = {player.seat: player.put_in for player in self.players}
        returned = self.give_back()
        for player in self.players:
            if player.back:
                returned[player.seat] = returned.get(player.seat, 0) + player.back
        pots = self.peel()
        self.add_purchases(pots)
        pots = [pot for pot in pots if pot.amount]
        contestants: list[Player] = []
        for pot, rake in zip(pots, [*self.record.get("rake", []), *[0] * len(pots)], strict=False):
            # A muck gives up what others could win; what only one plays for is won already.
            alone = pot.eligible if len(pot.eligible) == 1 else []
            contestants = [player for player in pot.eligible if player.out is None] or alone or contestants
            pot.won = self.divide(pot.amount - rake, contestants)
        return Recounted(pots, returned, put_in)

    def give_back(self) -> dict[int, int]:
        most, second = sorted((player.paid for player in self.players), reverse=True)[:2]
        for player in self.players:
            if player.paid == most and most > second:
                player.paid = second
                return {player.seat: most - second}
        return {}

    def peel(self) -> list[Pot]:
        """Takes from every stake what the smallest live stake still holds, until no live stake holds anything."""
        left = {player.seat: player.paid for player in self.players}
        staying = [player for player in self.players if player.out in (None, "mucked")]
        pots: list[Pot] = []
        while able := [player for player in staying if left[player.seat]]:
            slice_ = min(left[player.seat] for player in able)
            amount = 0
            for seat, chips in left.items():
                taken = min(chips, slice_)
                left[seat] -= taken
                amount += taken
            pots.append(Pot(amount, able))
        if not pots:
            pots = [Pot(0, staying)]
        pots[-1].amount += sum(left.values())
        pots[0].amount += sum(player.dead for player in self.players)
        return pots

    def add_purchases(self, pots: list[Pot]) -> None:
        for price, able in self.purchases:
            eligible = [player for player in able if player.out in (None, "mucked")]
            if self.rules["purchase_pot"] == "main" or not eligible:
                pots[0].amount += price
                continue
            same = [pot for pot in pots if pot.eligible == eligible]
            if same:
                same[0].amount += price
            else:
                pots.append(Pot(price, eligible))
                pots.sort(key=lambda pot: -len(pot.eligible))

    # -- who gets what -----------------------------------------------------------------------------------------

    def divide(self, amount: int, players: Sequence[Player]) -> dict[int, int]:
        if not amount or not players:
            return {}
        if len(players) == 1:
            return {players[0].seat: amount}
        game = self.record["game"]
        high = Way("high", five_of_a_kind=self.rules.get("five_of_a_kind", "above_straight_flush"))
        low = Way(self.rules.get("low_rank", "ace_to_five"), self.rules.get("low_qualifier"))
        won: dict[int, int] = {}
        if game in LOW_GAMES:
            low = Way("ace_to_five" if game == "razz" else "deuce_to_seven")
            self.share(amount, self.best(players, low), low, won)
        elif game in DECLARING_GAMES and self.rules.get("pot_for") != "high" and self.rules["declare"] != "cards_speak":
            self.declared(amount, players, high, low, won)
        elif game in HIGH_LOW_GAMES or (game in DECLARING_GAMES and self.rules.get("pot_for") != "high"):
            self.sides(amount, self.best(players, high), self.best(players, low), high, low, won)
        else:
            self.share(amount, self.best(players, high), high, won)
        return won

    def cards_of(self, player: Player) -> list[str]:
        return [*player.cards, *([self.community] if self.community else [])]

    def strength(self, player: Player, way: Way) -> Strength | None:
        fives = way.fives(self.cards_of(player), player.wild)
        return max((strength for strength, _ in fives), default=None)

    def best(self, players: Sequence[Player], way: Way) -> list[Player]:
        made = [(self.strength(player, way), player) for player in players]
        strengths = [strength for strength, _ in made if strength is not None]
        return [player for strength, player in made if strengths and strength == max(strengths)]

    def declared(self, amount: int, players: Sequence[Player], high: Way, low: Way, won: dict[int, int]) -> None:
        up = [player for player in players if player.declared in ("high", "both")]
        down = [player for player in players if player.declared in ("low", "both")]
        first_up, first_down = self.best(up, high), self.best(down, low)
        failed = []
        for player in players:
            if player.declared == "both":
                good = player in first_up and player in first_down
                if self.rules["both_tie"] == "loses":
                    good = good and len(first_up) == len(first_down) == 1
                if not good:
                    failed.append(player)
        honest_up = [player for player in first_up if player not in failed]
        honest_down = [player for player in first_down if player not in failed]
        if failed and self.rules["failed_both"] == "stopper_takes_all" and (honest_up or honest_down):
            # The half that a failed hand would have won goes to the winner of the other half.
            taking_up = honest_up or (honest_down if first_up else [])
            taking_down = honest_down or (honest_up if first_down else [])
            scales = (high if honest_up else low, low if honest_down else high)
            if taking_up == honest_up and taking_down == honest_down:
                self.sides(amount, taking_up, taking_down, high, low, won)
            else:
                self.sides(amount, taking_up, taking_down, *scales, won)
            return
        rest_up = self.best([player for player in up if player not in failed], high)
        rest_down = self.best([player for player in down if player not in failed], low)
        if not rest_up and not rest_down and len(failed) == len(players):
            # Only failed hands are left: their cards speak among them.
            rest_up, rest_down = self.best(failed, high), self.best(failed, low)
        if not rest_up and not rest_down:
            self.share(amount, self.best(players, high), high, won)
        else:
            self.sides(amount, rest_up, rest_down, high, low, won)

    def sides(
        self,
        amount: int,
        highs: Sequence[Player],
        lows: Sequence[Player],
        high: Way,
        low: Way,
        won: dict[int, int],
    ) -> None:
        if not lows or not highs:
            self.share(amount, lows or highs, low if lows else high, won)
            return
        percent, units = self.rules["high_share"], 100 * self.chip
        if self.rules["odd_chip_between_halves"] == "high":
            for_low = amount * (100 - percent) // units * self.chip
        else:
            for_low = amount - amount * percent // units * self.chip
        self.share(amount - for_low, highs, high, won)
        self.share(for_low, lows, low, won)

    def share(self, amount: int, winners: Sequence[Player], way: Way, won: dict[int, int]) -> None:
        order = sorted(winners, key=lambda player: self.odd_chip_place(player, way))
        each = amount // self.chip // len(winners) * self.chip
        left = amount - each * len(winners)
        for player in order:
            odd = min(self.chip, left) if left >= self.chip else 0
            left -= odd
            won[player.seat] = won.get(player.seat, 0) + each + odd
        # A fraction of a chip, which no split can avoid, is with the first.
        won[order[0].seat] += left

    def odd_chip_place(self, player: Player, way: Way) -> tuple[int, int]:
        """Smaller is earlier."""
        rule = self.rules["odd_chip_between_equal_hands"]

        def by_suit(card: str, ace: int = 14) -> tuple[int, int]:
            return (ace if card[0] == "A" else value(card), SUITS.index(card[1]))

        if rule == "nearest_dealers_left":
            return (player.place, 0)
        if rule == "lowest_card_by_suit_all_cards" and way.scale != "high":
            return min(by_suit(card, 1) for card in player.cards)
        if rule == "highest_card_by_suit_five_cards":
            ace = 1 if way.scale == "ace_to_five" else 14
            fives = list(way.fives(self.cards_of(player), player.wild))
            best = max(strength for strength, _ in fives)
            tops = [
                max(by_suit(card, ace) for card in five if card != self.community)
                for strength, five in fives
                if strength == best
            ]
            rank, suit = max(tops)
        else:
            rank, suit = max(by_suit(card) for card in player.cards)
        return (-rank, -suit)


def recount(record: Mapping[str, Any], rules: Mapping[str, Any], rng: random.Random | None = None) -> Recounted:
    """The pots of a finished hand and who wins them. ``rules`` are the house rules in force (a verdict's ``rules``);
    ``rng`` draws the faces of cards that nobody saw."""
    return Hand(record, rules, rng or random.Random(0)).settle()
