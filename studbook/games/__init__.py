"""The games, by name. One file a game, readable beside its document."""

from __future__ import annotations

from studbook.games.base import Game
from studbook.games.five_card_stud import FiveCardStud
from studbook.games.new_york_new_york import NewYorkNewYork
from studbook.games.no_peek import NoPeek, NoPeekHiLo
from studbook.games.razz import DeuceToSevenRazz, Razz
from studbook.games.seven_card_stud import SevenCardStud
from studbook.games.stud_hi_lo import StudHiLo, StudHiLo8, StudHiLoHungarian
from studbook.games.stud_hi_lo_declare import StudHiLoDeclare
from studbook.games.wall_street import WallStreet

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        SevenCardStud(),
        Razz(),
        StudHiLo8(),
        StudHiLoHungarian(),
        StudHiLoDeclare(),
        FiveCardStud(),
        NewYorkNewYork(),
        WallStreet(),
        NoPeek(),
        NoPeekHiLo(),
        DeuceToSevenRazz(),
        StudHiLo(),
    )
}

__all__ = ["GAMES", "Game"]
