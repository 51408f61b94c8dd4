"""A whole solo game of the Heroes box, including heroes and effects, from decks in a given order."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.engine.oracle.board import format_map
from tests.engine.oracle.cards import AMBUSH, EXPLORE
from tests.engine.oracle.heroes import AT_SEASONS_END, ATTACKS, INITIALS, HeroMap, hero_drawings
from tests.engine.oracle.placement import Cells, offer, solo_ambush
from tests.engine.oracle.scoring import monster_loss, score

SEASONS = ((8, "AB"), (7, "BC"), (7, "CD"), (6, "DA"))
"""Threshold and edicts."""

Move = tuple[Cells, str, bool, Cells]
"""The cells and what they become, whether the shape earns a coin, and what a hero marks."""


@dataclass(frozen=True)
class Setup:
    """The random and host-chosen set-up of a game: edict cards A to D, and four decks, top card first."""

    sheet: str
    edicts: tuple[str, ...]
    decks: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Ask:
    """One of the moves must be made for a card: explore card, hero, or monster that destroys a space."""

    season: int
    card: str
    moves: set[Move]


Chooser = Callable[[Ask], Move]


@dataclass(frozen=True)
class Record:
    """A finished game: the board's text, the spaces under attack, coins and stars."""

    board: str
    marks: Cells
    coins: int
    total: int


class Play:
    """A game in progress."""

    def __init__(self, setup: Setup, choose: Chooser) -> None:
        """Deal an undrawn sheet."""
        self.setup = setup
        self.choose = choose
        self.board = HeroMap.of(setup.sheet)
        self.acting: list[str] = []

    def play_season(self, season: int) -> int:
        """Reveal and draw until the threshold is reached, score, then let the monsters act; return the stars."""
        threshold, letters = SEASONS[season]
        deck = list(self.setup.decks[season])
        time = 0
        while time < threshold:
            card = deck.pop(0)
            if card in ATTACKS:
                self._hero(season, card)
            elif card in AMBUSH:
                self._ambush(season, card)
            else:
                time += EXPLORE[card].time
                self._explore(season, card)
        stars = self._score(letters)
        for card in self.acting:
            self._act(season, card)
        return stars

    def _explore(self, season: int, card: str) -> None:
        drawings = offer(self.board.map, EXPLORE[card], heroes=True)
        self._ask(season, card, {(*drawing, frozenset()) for drawing in drawings})

    def _hero(self, season: int, card: str) -> None:
        drawings = hero_drawings(self.board.map, card, turnable=True)
        self._ask(season, card, {(cells, "hero", False, marks) for cells, marks in drawings})

    def _ambush(self, season: int, card: str) -> None:
        cells = solo_ambush(self.board.map, AMBUSH[card])
        if cells is not None:
            self.board.draw(cells, "monster", initial=INITIALS[card])
        if card in AT_SEASONS_END:
            self.acting.append(card)
        if card == "gorgon_gaze":
            self._destroy(season, card, self.board.gorgon_targets())

    def _act(self, season: int, card: str) -> None:
        if card == "giant_troll_ravage":
            self._destroy(season, card, self.board.troll_targets())
        elif cells := self.board.zombies_to_come():
            self.board.draw(cells, "monster", initial="Z")

    def _destroy(self, season: int, card: str, targets: Cells) -> None:
        self._ask(season, card, {(frozenset({space}), "destroyed", False, frozenset()) for space in targets})

    def _ask(self, season: int, card: str, moves: set[Move]) -> None:
        """Let the chooser make one of the moves, if there are any."""
        if not moves:
            return
        move = self.choose(Ask(season, card, moves))
        assert move in moves, f"{move} may not be made for {card}"
        cells, terrain, coin, marks = move
        if terrain == "destroyed":
            self.board.destroy(next(iter(cells)))
        else:
            self.board.draw(cells, terrain, coin=coin, marks=marks)

    def _score(self, letters: str) -> int:
        edicts = [self.setup.edicts["ABCD".index(letter)] for letter in letters]
        stars = sum(score(card, self.board.map) for card in edicts)
        return stars + self.board.coins - monster_loss(self.board.map)


def play(setup: Setup, choose: Chooser) -> Record:
    """Play a game to its end, asking the chooser for every move.

    Raises AssertionError if it breaks a rule.
    """
    game = Play(setup, choose)
    total = sum(game.play_season(season) for season in range(len(SEASONS)))
    return Record(format_map(game.board.map), frozenset(game.board.marks), game.board.coins, total)


def in_order(moves: set[Move]) -> list[Move]:
    """Sort moves by their cells in reading order, then by terrain and by marks."""
    return sorted(moves, key=lambda move: (sorted(move[0]), move[1], move[2], sorted(move[3])))
