"""Legal placements on a board: offers, the spots where they fit, and reasons for refusal."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple, assert_never

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option, Place
from engine.cartographers.errors import Refusal
from engine.cartographers.geometry import EDGE, Mask, neighbours
from engine.cartographers.notation import Placement, space_names
from engine.cartographers.shapes import SINGLE, Fit, Orientation, Shape
from engine.cartographers.terrain import Feature, Terrain
from engine.contract import RuleViolation


class SingleTerrain(StrEnum):
    """Terrains allowed for a forced single square.

    ANY: any terrain (later rulebooks). CARD: the card's own terrains (2019 base text; after a ruins card still any).
    """

    ANY = "any"
    CARD = "card"


class HeroPattern(StrEnum):
    """Allowed orientations of a hero's attack pattern: any rotation and flip, or as printed only."""

    TURNABLE = "turnable"
    AS_PRINTED = "as_printed"


class Forced(StrEnum):
    """Reason that only a single square is offered; NO if the card's own shapes are."""

    NO = ""
    NOTHING_FITS = "nothing_fits"
    NO_EMPTY_RUINS = "no_empty_ruins"
    NOTHING_REACHES_RUINS = "nothing_reaches_ruins"
    NOTHING_REACHES_PLACE = "nothing_reaches_place"


_FREE = Forced.NO


class Offer(NamedTuple):
    """Options for drawing on a board.

    Every option must lie on empty spaces only and, if `covering` is set, on at least one of those. These are the empty
    spaces of the card's `place`, or the empty ruins spaces if `place` is None.
    """

    options: tuple[Option, ...]
    empty: Mask
    covering: Mask = 0
    forced: Forced = _FREE
    initial: str = ""
    place: Place | None = None

    def anchors(self, orientation: Orientation) -> Mask:
        """Return the anchors at which an orientation of one of the shapes may be drawn."""
        if self.covering:
            return orientation.anchors_covering(self.empty, self.covering)
        return orientation.anchors(self.empty)

    def fits(self, shape: Shape) -> list[Fit]:
        """Return every fit of one of the shapes, orientation by orientation."""
        return shape.fits(self.empty, self.covering)

    def placements(self) -> Iterator[Placement]:
        """Yield every legal placement, by option, then terrain."""
        for number, option in enumerate(self.options):
            fits = self.fits(option.shape)
            for terrain in option.terrains:
                for fit in fits:
                    yield Placement(number, terrain, fit.orientation.turn, fit.anchor)

    def fit(self, placement: Placement) -> Fit:
        """Return the fit of a legal placement.

        Raises RuleViolation if it is not legal: the first of its `violations`, with the others as `also`.
        """
        if 0 <= placement.option < len(self.options):
            option = self.options[placement.option]
            fit = option.shape.fit_at(placement.turn, placement.anchor)
            if fit is not None and placement.terrain in option.terrains:
                cells, covering = fit.cells, self.covering
                if not cells & ~self.empty and (not covering or cells & covering):
                    return fit
        first, *others = self.violations(placement)
        raise RuleViolation(first.code, first.details, also=others)

    def violations(self, placement: Placement) -> tuple[RuleViolation, ...]:
        """Return every reason why a placement is illegal, or none: an unknown option alone; else a terrain not offered,
        and off the map, or blocked (with the spaces) and ruins (with theirs) or a place required.
        """
        if not 0 <= placement.option < len(self.options):
            return (RuleViolation(Refusal.UNKNOWN_OPTION),)
        option = self.options[placement.option]
        violations = [] if placement.terrain in option.terrains else [RuleViolation(Refusal.TERRAIN_NOT_OFFERED)]
        fit = option.shape.fit_at(placement.turn, placement.anchor)
        if fit is None:
            return (*violations, RuleViolation(Refusal.OFF_MAP))
        if blocked := fit.cells & ~self.empty:
            violations.append(RuleViolation(Refusal.BLOCKED, space_names(blocked)))
        if self.covering and not fit.cells & self.covering:
            violations.append(self._not_covered())
        return tuple(violations)

    def _not_covered(self) -> RuleViolation:
        if self.place is None:
            return RuleViolation(Refusal.RUINS_REQUIRED, space_names(self.covering))
        return RuleViolation(Refusal.EDGE_REQUIRED if self.place is Place.EDGE else Refusal.MOUNTAIN_REQUIRED)


def explore_offer(
    card: ExploreCard, board: Board, *, ruins: bool, singles: tuple[Terrain, ...], single_terrain: SingleTerrain
) -> Offer | None:
    """Return the offer for an explore card on a board, or None if no space is empty.

    `ruins`: a ruins card applies to this one, in place of the card's own place. `singles`: the terrains of a forced
    single square if any terrain is allowed. Source: docs/rules.md, "Draw".
    """
    empty = board.empty
    if not empty:
        return None
    place = None if ruins else card.place
    covering = board.empty_ruins if ruins else empty & spaces_of_place(place, board) if place else 0
    forced = _forced(card, empty, covering, ruins, place)
    if not forced:
        return Offer(card.options, empty, covering, place=place)
    own_terrains = single_terrain is SingleTerrain.CARD and not ruins
    return Offer((Option(SINGLE, card.terrains if own_terrains else singles),), empty, forced=forced)


def spaces_of_place(place: Place, board: Board) -> Mask:
    """Return the spaces of a board, filled ones included, of which a shape must cover one to be at a place."""
    match place:
        case Place.EDGE:
            return EDGE
        case Place.MOUNTAIN:
            return neighbours(board.layers[Feature.MOUNTAIN])
        case _:
            assert_never(place)


def _forced(card: ExploreCard, empty: Mask, covering: Mask, ruins: bool, place: Place | None) -> Forced:
    if ruins and not covering:
        return Forced.NO_EMPTY_RUINS
    tied = ruins or place is not None
    for option in card.options:
        shape = option.shape
        if shape.orientations_covering(empty, covering) if tied else shape.fits_somewhere(empty):
            return _FREE
    if place is not None:
        return Forced.NOTHING_REACHES_PLACE
    return Forced.NOTHING_REACHES_RUINS if ruins else Forced.NOTHING_FITS


def ambush_offer(card: AmbushCard, board: Board) -> Offer | None:
    """Return the offer for an ambush on the neighbor's board, or None if no space is empty.

    Source: docs/rules.md, "Ambush".
    """
    empty = board.empty
    if not empty:
        return None
    if card.shape.fits_somewhere(empty):
        return Offer(card.options, empty, initial=card.initial)
    return Offer((Option(SINGLE, (Terrain.MONSTER,)),), empty, forced=Forced.NOTHING_FITS)


def hero_offer(card: HeroCard, board: Board, pattern: HeroPattern) -> Offer | None:
    """Return the offer for a hero on a board, or None if no space is empty.

    Source: docs/rules.md, "Heroes".
    """
    if not board.empty:
        return None
    return Offer(card.turnable if pattern is HeroPattern.TURNABLE else card.as_printed, board.empty)
