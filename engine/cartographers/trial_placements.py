"""Batch evaluation of every placement of an offer: the position that each one would produce.

The results equal those of `Position.drawing`, `Position.after` and `forecast` for each placement, without their
reasons and without building a position for each. The `Tries` passed in caches values between calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple, TypeAlias

from engine.cartographers.board import Board
from engine.cartographers.cards import Option, Overlap, ScoringCard
from engine.cartographers.geometry import Mask, neighbours, space_bit, spaces
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Offer
from engine.cartographers.position import Position
from engine.cartographers.scoring.families import layers_read
from engine.cartographers.scoring.tally import stars
from engine.cartographers.shapes import Fit
from engine.cartographers.terrain import Feature, Terrain

_MONSTER, _MOUNTAIN = Terrain.MONSTER, Terrain.MOUNTAIN
_LANDMARK, _EMPTY = Feature.LANDMARK, Feature.EMPTY


Fits: TypeAlias = Mapping[tuple[int, Terrain], list[Fit]]
"""Some placements of an offer: fits by option and terrain."""


class TrialPlacement(NamedTuple):
    """Placement and its results for a position: the stars of the edicts, the coins added to the track, and the spaces
    that cost a star each because of monsters.
    """

    option: int
    terrain: Terrain
    fit: Fit
    stars: int
    coins: int
    losses: int

    @property
    def worth(self) -> int:
        """Stars, plus 1 per coin and minus 1 per space lost."""
        return self.stars + self.coins - self.losses

    @property
    def placement(self) -> Placement:
        """Placement in the form that a command takes."""
        return Placement(self.option, self.terrain, self.fit.orientation.turn, self.fit.anchor)


class ScoreCache:
    """Cache of card scores for `tried`.

    One instance can serve any positions and cards, for a whole game. It grows with each new entry and is freed with
    the object.
    """

    def __init__(self) -> None:
        self._cards: dict[ScoringCard, _StarTable] = {}

    def table(self, card: ScoringCard) -> _StarTable:
        """Return the cached star table of a card, creating it if it is missing."""
        table = self._cards.get(card)
        if table is None:
            table = self._cards[card] = _StarTable(card)
        return table


class _StarTable:
    """Cache of a card's stars by the layers that it reads and the cells drawn on them. All terrains that the card does
    not read share one entry.
    """

    def __init__(self, card: ScoringCard) -> None:
        self.card = card
        self.read = sorted({layer for clause in card.clauses for layer in layers_read(clause)})
        self.drawings: dict[tuple[Feature | None, tuple[Mask, ...]], dict[Mask, int]] = {}

    def stars(self, board: Board, terrain: Terrain, drawn: Sequence[Mask]) -> list[int]:
        """Return the stars for each set of spaces drawn in a terrain."""
        feature = Feature(terrain) if Feature(terrain) in self.read else None
        key = feature, tuple([board.layers[layer] for layer in self.read])
        stars_by_cells = self.drawings.setdefault(key, {})
        if feature is None and _EMPTY not in self.read:
            if 0 not in stars_by_cells:
                stars_by_cells[0] = stars(self.card, board)
            return [stars_by_cells[0]] * len(drawn)
        for cells in drawn:
            if cells not in stars_by_cells:
                stars_by_cells[cells] = stars(self.card, board.draw(cells, terrain))
        return [stars_by_cells[cells] for cells in drawn]


class PlacementFigures(NamedTuple):
    """Figures of all placements of one option in one terrain.

    Each list is in the order of `fits`. `stars` has one list per edict, `coins` the coins added to the track,
    `losses` the spaces that monsters then cost.
    """

    option: int
    terrain: Terrain
    fits: list[Fit]
    stars: list[list[int]]
    coins: list[int]
    losses: list[int]


def try_placements(
    position: Position, offer: Offer, edicts: Sequence[ScoringCard], tries: ScoreCache
) -> list[TrialPlacement]:
    """Return all placements of an offer on a position's board, in the order of `Offer.placements`."""
    placements: list[TrialPlacement] = []
    for number, terrain, fits, each, coins, losses in weigh_placements(position, offer, edicts, tries):
        earned = map(sum, zip(*each, strict=True)) if each else repeat(0)
        placements += map(TrialPlacement, repeat(number), repeat(terrain), fits, earned, coins, losses)
    return placements


def weigh_placements(
    position: Position,
    offer: Offer,
    edicts: Sequence[ScoringCard],
    tries: ScoreCache,
    only: Fits | None = None,
) -> Iterator[PlacementFigures]:
    """Yield the figures of all placements of an offer on a position's board, or of `only` some: by option, then
    terrain.
    """
    tables = [tries.table(card) for card in edicts]
    for number, option in enumerate(offer.options):
        if only is None:
            yield from _weigh_option(position, offer, edicts, tables, number, option.terrains, offer.fits(option))
            continue
        for terrain in option.terrains:
            if fits := only.get((number, terrain)):
                yield from _weigh_option(position, offer, edicts, tables, number, (terrain,), fits)


def _weigh_option(
    position: Position,
    offer: Offer,
    edicts: Sequence[ScoringCard],
    tables: Sequence[_StarTable],
    number: int,
    terrains: Sequence[Terrain],
    fits: list[Fit],
) -> Iterator[PlacementFigures]:
    option = offer.options[number]
    drawn = offer.filled_by(option, fits)
    coins = _coins(position, offer, option, drawn)
    for terrain in terrains:
        each = [table.stars(position.board, terrain, drawn) for table in tables]
        figures = PlacementFigures(number, terrain, fits, each, list(coins), _losses(position.board, terrain, drawn))
        for place in find_weighed_alone(position.board, option, terrain, fits):
            _weigh_alone(position, offer, edicts, figures, place)
        yield figures


def _losses(board: Board, terrain: Terrain, drawn: list[Mask]) -> list[int]:
    """Count the spaces lost to monsters."""
    empty, monsters = board.empty, board.layers[_MONSTER]
    if terrain is _MONSTER:
        return [(neighbours(monsters | cells) & empty & ~cells).bit_count() for cells in drawn]
    lost = board.monster_losses()
    return [(lost & ~cells).bit_count() for cells in drawn] if lost else [0] * len(drawn)


def _coins(position: Position, offer: Offer, option: Option, drawn: list[Mask]) -> list[int]:
    """Return the coins that fit on the track: from the shape, mountains and surrounded monsters."""
    empty, room = position.board.empty, position.track - position.coins
    most = len(option.shape.cells)
    gaps = [(gap, paid) for gap, paid in _gaps(position, offer.initial) if gap.bit_count() <= most]
    gains = [option.coin + sum([paid for gap, paid in gaps if not gap & ~cells]) for cells in drawn]
    for initial, paid in position.rewarding:
        if initial == offer.initial and initial not in position.rewarded:
            monster = position.board.surviving(initial)
            ends = [neighbours(monster | cells) & empty & ~cells for cells in drawn]
            gains = [coins if end else coins + paid for coins, end in zip(gains, ends, strict=True)]
    if offer.tolls or option.cost:
        gains = [coins - offer.cost(option, cells) for coins, cells in zip(gains, drawn, strict=True)]
    return [min(room, coins) for coins in gains]


def _gaps(position: Position, growing: str) -> Iterator[tuple[Mask, int]]:
    """Yield sets of spaces that earn coins once filled, with the coins: around unsurrounded mountains and landmarks,
    and around monsters with a reward, except the one about to grow.
    """
    board, empty = position.board, position.board.empty
    for mountain in spaces(board.layers[_MOUNTAIN] & ~position.paid):
        if gap := neighbours(space_bit(mountain)) & empty:
            yield gap, 1
    for landmark in spaces(board.layers[_LANDMARK] & ~position.paid):
        if gap := neighbours(space_bit(landmark)) & empty:
            yield gap, position.landmark_coins
    for initial, paid in position.rewarding:
        if initial != growing and initial not in position.rewarded and board.marked_with(initial):
            yield neighbours(board.surviving(initial)) & empty, paid


def find_weighed_alone(board: Board, option: Option, terrain: Terrain, fits: list[Fit]) -> list[int]:
    """Return the indexes of the fits that change more than empty spaces: by monsters under an attack, old or new, or by
    covering what is drawn.
    """
    changed = board.filled if option.overlap is not Overlap.NONE else 0
    if terrain is _MONSTER:
        changed |= board.marked
    attacked = board.layers[_MONSTER] if option.shape.attack else 0
    if not changed and not attacked:
        return []
    return [
        place
        for place, fit in enumerate(fits)
        if fit.cells & changed or (attacked and fit.orientation.marks(fit.anchor) & attacked)
    ]


def _weigh_alone(
    position: Position, offer: Offer, edicts: Sequence[ScoringCard], figures: PlacementFigures, place: int
) -> None:
    """Weigh one placement separately, because spaces that are destroyed or drawn over change a lot."""
    fit = figures.fits[place]
    placement = Placement(figures.option, figures.terrain, fit.orientation.turn, fit.anchor)
    after = position.after(position.drawing(offer, placement))
    for card, column in zip(edicts, figures.stars, strict=True):
        column[place] = stars(card, after.board)
    figures.coins[place] = after.coins - position.coins
    figures.losses[place] = after.board.monster_losses().bit_count()
