"""Position of the analysis board, and its changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.cartographers.board import Board
from engine.cartographers.cards import ExploreCard, ScoringCard, Season
from engine.cartographers.geometry import Mask
from engine.cartographers.players.value import Moment
from engine.cartographers.position import Position
from engine.cartographers.sheet import Sheet
from engine.cartographers.state import NOTHING
from engine.cartographers.terrain import FILLING, Feature
from engine.contract import Seat
from games.cartographers.analysis.components import NO_CARD, PlayedCard, seasons_of

COIN_TRACK: Final = NOTHING.definition.coin_track
"""Length of the coin track of the boxes."""
BRUSHES: Final = {
    "F": Feature.FOREST,
    "V": Feature.VILLAGE,
    "A": Feature.FARM,
    "W": Feature.WATER,
    "M": Feature.MONSTER,
    "H": Feature.HERO,
    "X": Feature.DESTROYED,
    ".": Feature.EMPTY,
}
"""Features that a player can paint, by their mark in the notation; EMPTY erases."""


@dataclass(frozen=True, slots=True)
class TurnOrigin:
    """Turn of a finished game that a position was opened from: the code of its table, the turn, and the seat."""

    code: str
    turn: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class AnalysisPosition:
    """Map with everything that its stars depend on.

    `edicts` are A to D, `NO_CARD` for those not chosen. `season` is 0-based, `left` the time left in it. `ruins` is
    True if the card must cover ruins, `solo` if nobody else draws monsters, `heroes` for the seasons, monsters and
    explore cards of the Heroes box. `seen` are the explore cards revealed earlier in the season. `origin` is the turn
    that the map comes from, also once it is painted on.
    """

    sheet: Sheet
    board: Board
    edicts: tuple[ScoringCard, ...] = (NO_CARD,) * 4
    season: int = 0
    left: int = 0
    coins: int = 0
    card: PlayedCard | None = None
    ruins: bool = False
    solo: bool = False
    heroes: bool = False
    seen: tuple[ExploreCard, ...] = ()
    origin: TurnOrigin | None = None

    @property
    def seasons(self) -> tuple[Season, ...]:
        """All seasons of the game."""
        return seasons_of(heroes=self.heroes)

    @property
    def moment(self) -> Moment:
        """The same time as the engine counts it."""
        return self._moment(self.left)

    @property
    def moment_after_card(self) -> Moment:
        """Time once the card has been drawn."""
        return self._moment(self.left_after_card)

    @property
    def left_after_card(self) -> int:
        """Time left in the season once the card has been drawn."""
        return max(0, self.left - self.card.time) if isinstance(self.card, ExploreCard) else self.left

    def _moment(self, left: int) -> Moment:
        return Moment(self.season, self.seasons[self.season].threshold - left)

    @property
    def position(self) -> Position:
        """Map and coins."""
        return Position(self.board, COIN_TRACK, self.coins, landmark_coins=self.sheet.landmark_coins)

    def painted(self, cells: Mask, feature: Feature) -> AnalysisPosition:
        """Return the position with a feature painted over spaces; mountains, wasteland and terrain stay as printed.

        EMPTY erases what was drawn.
        """
        cells &= self.sheet.empty
        layers = dict(zip(Feature, self.board.layers, strict=True))
        for each in FILLING:
            layers[each] &= ~cells
        if feature is not Feature.EMPTY:
            layers[feature] |= cells
        kept = self.board.initials
        if feature not in (Feature.MONSTER, Feature.DESTROYED):
            kept = tuple((initial, left) for initial, mask in kept if (left := mask & ~cells))
        return replace(self, board=Board(Board.of_layers(layers).layers, kept))

    def cleared(self) -> AnalysisPosition:
        """Return the position with nothing drawn on the map."""
        return self.with_board(self.sheet, Board.of_sheet(self.sheet))

    def with_board(self, sheet: Sheet, board: Board) -> AnalysisPosition:
        """Return the position with another map. `origin` is dropped unless the map is unchanged."""
        same = (sheet, board) == (self.sheet, self.board)
        return replace(self, sheet=sheet, board=board, origin=self.origin if same else None)

    def on_sheet(self, sheet: Sheet) -> AnalysisPosition:
        """Return the position on another sheet, with the same drawings wherever that sheet has room for them."""
        moved = self.with_board(sheet, Board.of_sheet(sheet))
        for feature in BRUSHES.values():
            if feature is not Feature.EMPTY:
                moved = moved.painted(self.board.layers[feature] & ~self.sheet.layers.get(feature, 0), feature)
        return moved

    def after(self, position: Position) -> AnalysisPosition:
        """Return the position after the card was drawn, with less time left and more coins."""
        seen = self.seen
        if isinstance(self.card, ExploreCard) and self.card not in seen:
            seen = (*seen, self.card)
        left = self.left_after_card
        return replace(self, board=position.board, coins=position.coins, left=left, seen=seen, ruins=False)
