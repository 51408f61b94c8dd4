"""Legal placements on a board: offers, the spots where they fit, and reasons for refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option, Overlap, Place
from engine.cartographers.errors import Refusal
from engine.cartographers.geometry import EDGE, Mask, neighbours
from engine.cartographers.notation import Placement, space_names
from engine.cartographers.shapes import SINGLE, Fit, Orientation
from engine.cartographers.skills import Skill, SkillPower, look_of, skill_options
from engine.cartographers.terrain import REGIONS, Feature, Terrain
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


MOST_OPTIONS: Final = 99
"""Most options of an offer, as notation numbers them with two digits. What skills add beyond that is left out."""

_FREE = Forced.NO
_EMPTY, _TOLL = Feature.EMPTY, Feature.TOLL


class Offer(NamedTuple):
    """Options for drawing on a board.

    Every option must lie on empty spaces only and, if `covering` is set, on at least one of those. These are the empty
    spaces of the card's `place`, or the empty ruins spaces if `place` is None. An option that may be `anywhere` is not
    tied to them; with a skill, it lies on none of them, as that is possible without the skill. An option with an
    overlap may also lie on `coverable` spaces, but at least on one that is empty, and if it `must_overlap`, on one that
    is not. One with `targets` lies on these only.

    `tolls` are the empty spaces that cost 1 coin each. No option may cost more than `coins`.
    """

    options: tuple[Option, ...]
    empty: Mask
    covering: Mask = 0
    forced: Forced = _FREE
    initial: str = ""
    place: Place | None = None
    coverable: Mask = 0
    tolls: Mask = 0
    coins: int = 0

    def open_to(self, option: Option) -> Mask:
        """Return the spaces that an option may lie on."""
        spaces = self.empty if option.overlap is Overlap.NONE else option.targets or self.empty | self.coverable
        return spaces & ~self.covering if option.anywhere and option.skill else spaces

    def covered_by(self, option: Option) -> Mask:
        """Return the spaces of which an option must cover one, or 0 if there is no such condition."""
        if option.targets:
            return 0
        if self.covering and not option.anywhere:
            return self.covering
        return 0 if option.overlap is Overlap.NONE else self.empty

    def cost(self, option: Option, cells: Mask) -> int:
        """Return the coins that drawing an option on the given spaces costs."""
        return option.cost + (cells & self.tolls).bit_count() if self.tolls else option.cost

    def anchors(self, option: Option, orientation: Orientation) -> Mask:
        """Return the anchors at which an orientation of an option may be drawn."""
        covering, open_spaces = self.covered_by(option), self.open_to(option)
        anchors = orientation.anchors_covering(open_spaces, covering) if covering else orientation.anchors(open_spaces)
        if option.must_overlap:
            anchors &= orientation.anchors_covering(open_spaces, self.coverable)
        if not self.tolls:
            return anchors if option.cost <= self.coins else 0
        return sum(1 << fit.anchor for fit in orientation.at(anchors) if fit and self._can_pay(option, fit.cells))

    def fits(self, option: Option) -> list[Fit]:
        """Return every fit of an option, orientation by orientation."""
        if option.cost > self.coins:
            return []
        fits = option.shape.fits(self.open_to(option), self.covered_by(option))
        if option.must_overlap:
            fits = [fit for fit in fits if fit.cells & self.coverable]
        return [fit for fit in fits if self._can_pay(option, fit.cells)] if self.tolls else fits

    def has_fit(self, option: Option) -> bool:
        """Return True if an option can be drawn anywhere."""
        if self.tolls or option.must_overlap:
            return bool(self.fits(option))
        if option.cost > self.coins:
            return False
        covering, shape = self.covered_by(option), option.shape
        if covering:
            return shape.orientations_covering(self.open_to(option), covering)
        return shape.fits_somewhere(self.open_to(option))

    def filled_by(self, option: Option, fits: Sequence[Fit]) -> list[Mask]:
        """Return the spaces that fits of an option fill: all of each, or those not filled yet with an overlap."""
        if option.overlap is Overlap.NONE:
            return [fit.cells for fit in fits]
        return [fit.cells & self.empty for fit in fits]

    def _can_pay(self, option: Option, cells: Mask) -> bool:
        return self.cost(option, cells) <= self.coins

    def placements(self) -> Iterator[Placement]:
        """Yield every legal placement, by option, then terrain."""
        for number, option in enumerate(self.options):
            fits = self.fits(option)
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
                cells, covering = fit.cells, self.covered_by(option)
                covers = not cells & ~self.open_to(option) and (not covering or cells & covering)
                if covers and self._can_pay(option, cells) and not (option.skill and self._is_free(option, cells)):
                    return fit
        first, *others = self.violations(placement)
        raise RuleViolation(first.code, first.details, also=others)

    def violations(self, placement: Placement) -> tuple[RuleViolation, ...]:
        """Return all rule violations of a placement, or an empty tuple.

        An unknown option or a fit off the map ends the check. The details of blocked, ruins and region violations
        name the spaces.
        """
        if not 0 <= placement.option < len(self.options):
            return (RuleViolation(Refusal.UNKNOWN_OPTION),)
        option = self.options[placement.option]
        violations = [] if placement.terrain in option.terrains else [RuleViolation(Refusal.TERRAIN_NOT_OFFERED)]
        fit = option.shape.fit_at(placement.turn, placement.anchor)
        if fit is None:
            return (*violations, RuleViolation(Refusal.OFF_MAP))
        free = self._is_free(option, fit.cells)
        if blocked := fit.cells & ~self.open_to(option) & ~(self.covering if free else 0):
            violations.append(RuleViolation(Refusal.BLOCKED, space_names(blocked)))
        covering = self.covered_by(option)
        if covering and not fit.cells & covering:
            violations.append(self._not_covered(option))
        elif free and not blocked:
            violations.append(RuleViolation(Refusal.SKILL_NOT_NEEDED))
        if not self._can_pay(option, fit.cells):
            violations.append(RuleViolation(Refusal.TOO_FEW_COINS))
        return tuple(violations)

    def _is_free(self, option: Option, cells: Mask) -> bool:
        """Return True if an option of a skill changes nothing on the given spaces, where it is legal otherwise."""
        if option.must_overlap:
            return not cells & self.coverable
        return bool(option.skill and option.anywhere and cells & self.covering)

    def _not_covered(self, option: Option) -> RuleViolation:
        if option.anywhere or not self.covering:
            return RuleViolation(Refusal.EMPTY_REQUIRED)
        if self.place is None:
            return RuleViolation(Refusal.RUINS_REQUIRED, space_names(self.covering))
        if self.place in _REQUIRED:
            return RuleViolation(_REQUIRED[self.place])
        return RuleViolation(Refusal.REGION_REQUIRED, space_names(self.covering))


_REQUIRED: Final[Mapping[Place, Refusal]] = {
    Place.EDGE: Refusal.EDGE_REQUIRED,
    Place.MOUNTAIN: Refusal.MOUNTAIN_REQUIRED,
    Place.LANDMARK: Refusal.LANDMARK_REQUIRED,
}
_REGION_OF: Final = {Place(feature.word): feature for feature in REGIONS}


def can_draw(card: ExploreCard | AmbushCard | HeroCard, board: Board, coins: int) -> bool:
    """Return True if a board has an empty space for a card, which for one that is not an ambush its owner can pay."""
    layers = board.layers
    if coins or isinstance(card, AmbushCard):
        return layers[_EMPTY] != 0
    return layers[_EMPTY] & ~layers[_TOLL] != 0


def explore_offer(
    card: ExploreCard,
    board: Board,
    *,
    ruins: bool,
    singles: tuple[Terrain, ...],
    single_terrain: SingleTerrain,
    coins: int = 0,
    skills: Sequence[Skill] = (),
    earlier: Sequence[ExploreCard] = (),
) -> Offer | None:
    """Return the offer for an explore card on a board, or None if no space is empty, or none that the owner can pay.

    `ruins`: a ruins card applies to this one, in place of the card's own place. `singles`: the terrains of a forced
    single square if any terrain is allowed. `coins`: those that the owner has. `skills`: those that the owner may use;
    their options come last. `earlier`: the explore cards revealed earlier in the season. Source: docs/rules.md, "Draw"
    and "Skills".
    """
    if not can_draw(card, board, coins):
        return None
    layers = board.layers
    empty = layers[_EMPTY]
    tolls = layers[_TOLL] & empty
    place = None if ruins else card.place
    covering = board.empty_ruins if ruins else empty & spaces_of_place(place, board) if place else 0
    coverable = board.coverable if card.overlap is not Overlap.NONE else 0
    offer = Offer(card.options, empty, covering, _FREE, "", place, coverable, tolls, coins)
    forced = _forced(offer, ruins)
    plain = offer
    if forced:
        own_terrains = single_terrain is SingleTerrain.CARD and not ruins
        single = Option(SINGLE, card.terrains if own_terrains else singles)
        plain = Offer((single,), empty, forced=forced, tolls=tolls, coins=coins)
    if not (skills and coins):
        return plain
    options = [
        option
        for skill in skills
        if skill.cost <= coins
        for option in _options_of(skill, card, tuple(earlier), board)
        if not _is_offered(option, plain, tied=bool(place or ruins) and not forced)
    ]
    if (place or ruins) and not covering:
        options = [option for option in options if option.anywhere or option.targets]
    extended = offer._replace(coverable=board.coverable, place=place if covering else None)
    options = [option for option in options if extended.has_fit(option)]
    if not options:
        return plain
    own = plain.options
    if forced and covering:
        # What skills change stays tied to the ruins or place; the forced single square is not.
        own = tuple(replace(option, anywhere=True) for option in own)
    return extended._replace(options=(*own, *options)[:MOST_OPTIONS], forced=forced)


def _options_of(skill: Skill, card: ExploreCard, earlier: tuple[ExploreCard, ...], board: Board) -> tuple[Option, ...]:
    """Return what a skill adds to the options of a card on a board."""
    if skill.power is SkillPower.SLAY:
        monsters = board.layers[Feature.MONSTER]
        return tuple(replace(option, targets=monsters) for option in skill_options(skill, card)) if monsters else ()
    return skill_options(skill, card, earlier if skill.power is SkillPower.EARLIER else ())


def _is_offered(option: Option, offer: Offer, *, tied: bool) -> bool:
    """Return True if an offer has an option of a skill already, without the skill. `tied`: to ruins or a place."""
    if option.targets or (option.anywhere and tied):
        return False
    look = look_of(option.shape)
    return any(
        look_of(own.shape) == look
        and (own.overlap is option.overlap or len(look) == 1)  # a single square has no space to cover besides
        and set(option.terrains) <= set(own.terrains)
        for own in offer.options
    )


def spaces_of_place(place: Place, board: Board) -> Mask:
    """Return the spaces of a board, filled ones included, of which a shape must cover one to be at a place."""
    match place:
        case Place.EDGE:
            return EDGE
        case Place.MOUNTAIN:
            return neighbours(board.layers[Feature.MOUNTAIN])
        case Place.LANDMARK:
            return neighbours(board.layers[Feature.LANDMARK])
        case _:
            return board.layers[_REGION_OF[place]]


def _forced(offer: Offer, ruins: bool) -> Forced:
    """Return the reason why none of a card's own shapes can be drawn, or NO."""
    if ruins and not offer.covering:
        return Forced.NO_EMPTY_RUINS
    if (not offer.place or offer.covering) and any(map(offer.has_fit, offer.options)):
        return _FREE
    if offer.place is not None:
        return Forced.NOTHING_REACHES_PLACE
    return Forced.NOTHING_REACHES_RUINS if ruins else Forced.NOTHING_FITS


def ambush_offer(card: AmbushCard, board: Board) -> Offer | None:
    """Return the offer for an ambush on the neighbor's board, or None if no space is empty.

    Source: docs/rules.md, "Ambush".
    """
    if not can_draw(card, board, 0):
        return None
    empty = board.empty
    if card.shape.fits_somewhere(empty):
        return Offer(card.options, empty, initial=card.initial)
    return Offer((Option(SINGLE, (Terrain.MONSTER,)),), empty, forced=Forced.NOTHING_FITS)


def hero_offer(card: HeroCard, board: Board, pattern: HeroPattern, coins: int = 0) -> Offer | None:
    """Return the offer for a hero on a board, or None if no space is empty, or none that the owner can pay.

    Source: docs/rules.md, "Heroes".
    """
    if not can_draw(card, board, coins):
        return None
    options = card.turnable if pattern is HeroPattern.TURNABLE else card.as_printed
    return Offer(options, board.empty, tolls=board.tolls, coins=coins)
