"""The state of a hand: seats, cards, chips, the deck's account. Steps change it; no rule of play is decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from studbook.cards import DECK, UNKNOWN
from studbook.house import House
from studbook.record import Event, Record, SeatEntry
from studbook.stakes import Stakes

if TYPE_CHECKING:
    from studbook.betting import Round
    from studbook.dues import Due
    from studbook.games.base import Game


class AllOthersOut(Exception):
    """One live seat is left: it takes everything and no more cards are dealt."""


class Voided(Exception):
    """The hand was declared void: every chip goes back."""


class Refused(Exception):
    """An event that the rules do not allow. ``field`` is the part of the event at fault, ``detail`` says what was
    wrong in words; what was due is kept so that the verdict can say what would have been right."""

    def __init__(self, code: str, due: Due | None, event: Event, field: str = "", detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.due = due
        self.event = event
        self.field = field
        self.detail = detail


class Seat:
    """A seat in the hand. ``stack`` is what is left (None: not tracked, never runs out). ``paid`` is what counts for
    the layers of the pots; ``dead_money`` (what an ante exceeds the common one) and ``bought`` are in the pot
    besides. ``back`` is what nobody called and it got back; ``bet`` is the total of the present round; ``acted``
    how many full wagers had been made when it last acted (-1: it has not acted). ``out`` says how a seat that is no
    longer live left: folded, mucked or dead; ``short`` that it came to the last street with a card too few."""

    __slots__ = (
        "acted", "back", "bet", "board_memo", "bought", "dead_money", "declared", "down", "exposed", "index",
        "killed", "let_off", "live", "must_fold", "number", "out", "paid", "player", "short", "stack", "start",
        "up", "value_memo", "wild",
    )  # fmt: skip

    def __init__(self, entry: SeatEntry, index: int) -> None:
        self.number = entry.seat
        self.index = index
        self.player = entry.player
        self.start = self.stack = entry.stack
        self.paid = self.dead_money = self.bought = self.bet = self.back = 0
        self.acted = -1
        self.let_off = 0
        self.down: list[int] = []
        self.up: list[int] = []
        self.live = True
        self.out: str | None = None
        self.declared: str | None = None
        self.exposed: list[int] = []
        self.wild: list[int] = []
        self.must_fold = self.short = False
        self.killed = False
        self.board_memo: tuple[Any, int] | None = None
        self.value_memo: dict[Any, Any] = {}

    @property
    def put_in(self) -> int:
        """Everything this seat put in, returned chips included."""
        return self.paid + self.dead_money + self.bought + self.back

    @property
    def capacity(self) -> int | None:
        """The most that this seat's total for the round can be; None where its stack is not tracked."""
        return None if self.stack is None else self.bet + self.stack

    @property
    def cards(self) -> list[int]:
        """All its cards, known or not."""
        return self.down + self.up


class Table:
    """Everything about one hand in play."""

    __slots__ = (
        "at_showdown", "burn_cards", "burn_events", "burned", "burns_made", "by_number", "centre", "centre_stands",
        "community", "dead_cards", "dead_centre", "deals", "declaring", "explain", "game", "gone", "house", "index",
        "last_round", "live", "notes", "openers", "over", "pending", "phase_two", "pot", "purchases", "record",
        "round", "seats", "seen", "shown_any", "stakes", "street", "voided", "warnings", "wild_rank", "with_chips",
    )  # fmt: skip

    def __init__(self, game: Game, house: House, stakes: Stakes, record: Record, explain: bool = False) -> None:
        self.game = game
        self.house = house
        self.stakes = stakes
        self.record = record
        self.seats = [Seat(entry, index) for index, entry in enumerate(record.seats)]
        self.by_number = {seat.number: seat for seat in self.seats}
        self.live = list(self.seats)
        self.with_chips = 0
        self.count_chips()
        self.street = 0
        self.round: Round | None = None
        self.last_round: Round | None = None
        self.seen: dict[int, int] = {}
        self.gone = 0
        self.burned = self.burns_made = self.burn_events = 0
        self.burn_cards: list[int] = []
        self.community: int | None = None
        self.centre: dict[int, int | None] = {}
        self.dead_centre: list[int] = []
        self.openers: dict[int, int] = {}
        self.warnings: list[tuple[int | None, str, str, str]] = []
        self.index = 0
        self.pending: Event | None = None
        self.deals = not record.events or any(event.type == "deal" for event in record.events)
        self.voided = self.at_showdown = self.over = False
        self.purchases: list[tuple[int, tuple[Seat, ...]]] = []
        self.explain = explain
        self.notes: list[tuple[int | None, str, str]] = []
        self.wild_rank: int | None = None
        self.declaring = False
        self.dead_cards: list[int] = []
        self.pot = 0
        self.shown_any = False
        # No Peek: the centre card is not beaten yet; phase two has begun.
        self.centre_stands = self.phase_two = False

    # -- warnings and notes ------------------------------------------------------------------------------------

    def warn(self, code: str, field: str = "", message: str = "") -> None:
        """A warning at the present event: the verdict lists it, play goes on."""
        self.warnings.append((self.index, code, field, message))

    def stood(self, code: str) -> bool:
        """Whether the present event was let stand for this already."""
        return any(at == self.index and warned == code for at, warned, _, _ in self.warnings)

    def note(self, topic: str, text: str) -> None:
        """A ruling for the explanation; call it only when ``explain`` is set."""
        self.notes.append((self.index, topic, text))

    def not_checked(self, message: str) -> None:
        """The warning that what happened hangs on a card that nobody saw; a single one where nothing was dealt."""
        if self.deals or all(code != "not-checked" for _, code, _, _ in self.warnings):
            self.warn("not-checked", "", message)

    # -- seats -------------------------------------------------------------------------------------------------

    def count_chips(self) -> None:
        """Counts the live seats with chips anew; ``with_chips`` is kept up to date by `put` and `leave`."""
        self.with_chips = sum([seat.stack != 0 for seat in self.live])

    def clockwise(self, start: int) -> Iterable[Seat]:
        """All seats once, from the seat at index ``start`` on."""
        start %= len(self.seats)
        return self.seats[start:] + self.seats[:start]

    def next_with_chips(self, after: int) -> Seat | None:
        """The first live seat with chips to the left of index ``after``, that one itself last."""
        for seat in self.clockwise(after + 1):
            if seat.live and seat.stack != 0:
                return seat
        return None

    def leave(self, seat: Seat, how: str) -> None:
        """A seat leaves the hand: ``folded``, ``mucked`` or ``dead``. Raises AllOthersOut when one is left."""
        seat.live = False
        seat.out = how
        self.live = [other for other in self.live if other.live]
        if seat.stack != 0:
            self.with_chips -= 1
        if how != "mucked":
            self.dead_cards += seat.up
        if len(self.live) < 2 and not self.at_showdown:
            raise AllOthersOut

    # -- chips -------------------------------------------------------------------------------------------------

    def put(self, seat: Seat, to: int) -> None:
        """A seat brings its total for the round to ``to``."""
        added = to - seat.bet
        if seat.stack is not None:
            seat.stack -= added
            if not seat.stack:
                self.count_chips()
        seat.bet = to
        seat.paid += added
        self.pot += added

    def new_round(self) -> None:
        """The chips of the round are in the pot; nobody has acted."""
        for seat in self.seats:
            seat.bet = 0
            seat.acted = -1
            seat.let_off = 0

    # -- cards -------------------------------------------------------------------------------------------------

    @property
    def stub(self) -> int:
        """How many cards are left in the deck."""
        return 52 - self.gone

    def unseen(self) -> list[int]:
        """Every card whose place the record does not tell."""
        return sorted(DECK - self.seen.keys())

    def see(self, card: int) -> None:
        """A card's place becomes known."""
        if card >= 0:
            self.seen[card] = self.index

    def give(self, seat: Seat, down: Iterable[int], up: Iterable[int]) -> None:
        """Cards from the deck to a seat."""
        seen, index = self.seen, self.index
        for card in down:
            self.gone += 1
            seat.down.append(card)
            if card >= 0:
                seen[card] = index
        for card in up:
            self.gone += 1
            seat.up.append(card)
            if card >= 0:
                seen[card] = index

    def burn(self) -> None:
        """One card off the top, unseen."""
        self.burned += 1
        self.burns_made += 1
        self.gone += 1

    def shuffle_back_burns(self) -> None:
        """The burns go into the stub; a burn whose face was known may be dealt again."""
        self.gone -= self.burned
        self.burned = 0
        for card in self.burn_cards:
            self.seen.pop(card, None)
        self.burn_cards = []

    def shuffle_back_row(self) -> None:
        """The unsold cards of the row go into the stub."""
        self.gone -= len(self.dead_centre)
        for card in self.dead_centre:
            self.seen.pop(card, None)
        self.dead_centre = []

    def twice(self, cards: Iterable[int], own: Callable[[int], bool] = lambda _card: False) -> int | None:
        """The first known card among ``cards`` that already lies somewhere, or comes twice in them."""
        met: set[int] = set()
        for card in cards:
            if card != UNKNOWN and ((card in self.seen and not own(card)) or card in met):
                return card
            met.add(card)
        return None
