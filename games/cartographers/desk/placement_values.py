"""Value of the shape in hand at every legal spot, and the lookup tables with which the script moves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, Overlap, Season
from engine.cartographers.geometry import (
    FULL,
    SIZE,
    STRIDE,
    Mask,
    Space,
    column_of,
    neighbours,
    row_of,
    space_bit,
    spaces,
)
from engine.cartographers.notation import space_name
from engine.cartographers.scoring.tally import stars
from engine.cartographers.shapes import Cell, Fit, Orientation
from engine.cartographers.terrain import Feature, Terrain
from engine.cartographers.trial_placements import ScoreCache, weigh_placements
from engine.cartographers.view import Desk, View
from games.cartographers.desk import placement_state
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.words import fits_count, orientation_label
from games.cartographers.goals.figures import COINS, MONSTERS, STARS, figure_changes
from games.cartographers.map.boards import sides
from games.cartographers.words.features import coins_of, stars_of
from games.cartographers.words.names import season_name
from games.play.words import and_list, figure

MIDDLE = SIZE // 2
OUTWARDS = sorted(spaces(FULL), key=lambda where: (row_of(where) - MIDDLE) ** 2 + (column_of(where) - MIDDLE) ** 2)


def preview_data(desk: Desk, ghost: Ghost, *, as_on_paper: bool = False) -> dict[str, object]:
    """The drawing in the making, where the keyboard begins (`stop`), the spaces that no shape may cover (`filled`),
    what the terrains do, and every way to hold every option. With skills on offer, `skills` has the spaces that the
    shapes of each may not cover, and those of which they must cover one. `as_on_paper` leaves out what would cost
    stars.
    """
    coverable = desk.offer.coverable if any(option.overlap for option in desk.offer.options) else 0
    replaced = coverable if any(option.overlap is Overlap.REPLACE for option in desk.offer.options) else 0
    offered = sorted({terrain for option in desk.offer.options for terrain in option.terrains})
    with_skills = any(option.skill for option in desk.offer.options)
    skills = {"skills": _skill_spaces(desk, ghost)} if with_skills else {}
    return {
        **skills,
        "ghost": {
            "option": ghost.option,
            "terrain": ghost.terrain.word,
            "held": ghost.chosen.shape.orientations.index(ghost.orientation),
            "anchor": 0 if ghost.anchor is None else space_number(ghost.anchor),
        },
        "stop": space_name(first_stop(ghost)),
        "filled": space_numbers(spaces(FULL & ~desk.board.empty & ~coverable)),
        "effects": {
            terrain.word: _effects(desk.board, terrain, coverable, replaced, as_on_paper=as_on_paper)
            for terrain in offered
        },
        "options": [
            {
                "terrains": [terrain.word for terrain in option.terrains],
                **({"skill": option.skill} if with_skills else {}),
                "orientations": [
                    _way(ghost.with_option(place).with_orientation(orientation))
                    for orientation in option.shape.orientations
                ],
            }
            for place, option in enumerate(desk.offer.options)
        ],
    }


def _skill_spaces(desk: Desk, ghost: Ghost) -> dict[str, dict[str, list[int]]]:
    """Return for each skill, and for none (""), the `filled` spaces and the `wanted` ones."""
    firsts = {option.skill: number for number, option in reversed(list(enumerate(ghost.offer.options)))}
    chosen = {skill: ghost.with_option(number) for skill, number in firsts.items()}
    return {
        skill: {
            "filled": space_numbers(spaces(desk.board.filled & ~ghost.offer.open_to(each.chosen))),
            "wanted": space_numbers(spaces(each.wanted)),
        }
        for skill, each in chosen.items()
    }


def first_stop(ghost: Ghost) -> Space:
    """The space nearest the middle that the shape may cover as it is held, or else as it is held where it next fits."""
    fitting = ghost if ghost.offer.anchors(ghost.chosen, ghost.orientation) else ghost.next_fit() or ghost
    covered = 0
    for anchor in spaces(fitting.offer.anchors(fitting.chosen, fitting.orientation)):
        covered |= replace(fitting, anchor=anchor).cells
    return next((where for where in OUTWARDS if covered >> where & 1), OUTWARDS[0])


def space_number(where: Space) -> int:
    """The number of a space."""
    return where + 1


def space_numbers(those: Iterable[Space]) -> list[int]:
    """The numbers of spaces."""
    return [where + 1 for where in those]  # `number`, in place: there are hundreds


def _effects(
    board: Board, terrain: Terrain, coverable: Mask, replaced: Mask, *, as_on_paper: bool
) -> dict[str, object]:
    """Return the effects of legally drawing a terrain.

    `doomed` are the spaces that are destroyed or drawn over if covered or attacked. `harm` maps each space that a
    monster may cover to the adjacent spaces that would each cost a star from then on. Of the filled spaces, a shape may
    cover the `coverable` ones, and be drawn over those in `replaced`.
    """
    if terrain is not Terrain.MONSTER:
        return {"doomed": space_numbers(spaces(board.layers[Feature.MONSTER] | coverable)), "harm": {}}
    surviving, safe = (board.empty | replaced) & ~board.marked, board.empty & ~board.monster_losses()
    harm = (
        {}
        if as_on_paper
        else {
            space_number(where): space_numbers(spaces(neighbours(space_bit(where)) & safe))
            for where in spaces(surviving)
        }
    )
    return {"doomed": space_numbers(spaces(board.marked | coverable)), "harm": harm}


def _way(ghost: Ghost) -> dict[str, object]:
    """One way to hold a shape: how it lies; which of the ways it becomes by each turn; its legal anchors in reading
    order; and, by the number of a space, the anchor that lets it cover the space (`covering`).
    """
    way, ways, legal = (
        ghost.orientation,
        ghost.chosen.shape.orientations,
        ghost.offer.anchors(ghost.chosen, ghost.orientation),
    )
    return {
        **_orientation_tables(way),
        "left": ways.index(ghost.turned(-1).orientation),
        "right": ways.index(ghost.turned(1).orientation),
        "flip": ways.index(ghost.flipped().orientation),
        "legal": space_numbers(spaces(legal)),
        "covering": _by_number(placement_state.anchors_by_space(way, legal)),
    }


@lru_cache(maxsize=512)
def _orientation_tables(way: Orientation) -> dict[str, object]:
    """Return the tables of a shape in one orientation, valid for any map.

    `cells` (with their outline classes, `edges`) and `middle` are steps from the anchor's number. `foot` is the
    number of rows from the middle to the lowest row. `about` maps a space's number to the anchor that puts the middle
    there, or as near as the map allows. `attack` maps an anchor to the attacked spaces.
    """
    everywhere = spaces(FULL) if way.attack else ()
    return {
        "code": way.turn.code,
        "cells": [_step(cell) for cell in way.cells],
        "edges": [sides("g", way.pattern, 1 << _step(cell)) for cell in way.cells],
        "middle": _step(placement_state.middle(way)),
        "foot": way.cells[-1][0] - placement_state.middle(way)[0],
        "about": _by_number(placement_state.anchors_by_middle(way)),
        "attack": {space_number(anchor): space_numbers(spaces(way.marks(anchor))) for anchor in everywhere},
    }


def _step(cell: Cell) -> int:
    """Return the difference between the number of a cell and that of its anchor."""
    down, right = cell
    return down * STRIDE + right


def _by_number(anchors: placement_state.Anchors) -> list[int]:
    """The numbers of the anchors, each in the place that the number of its space says; 0 for what is none."""
    listed = [0] * (space_number(max(anchors)) + 1)
    for where, anchor in anchors.items():
        listed[space_number(where)] = space_number(anchor)
    return listed


FIT: Final = "fit"
"""Alternative to the figures in URLs: places where the shape fits at all."""
STRONGEST: Final = 4
PARTS: Final = (*map(str, Edict), COINS, MONSTERS, STARS)
"""Names of the figures in URLs."""


class PlacementGains(NamedTuple):
    """Spot where a shape may be drawn, and what each figure would gain there, by part; zero gains are left out."""

    fit: Fit
    gains: Mapping[str, int]

    def gain(self, goal: Goal) -> int:
        """Return the total gain of the goal's figures."""
        return sum(self.gains.get(part, 0) for part in goal.parts)


@dataclass(frozen=True, slots=True)
class Goal:
    """Goal to draw for: one figure, the two edicts due together, or none if only the spots are asked for.

    `parts` are its figures. `sign` and `label` name it on a button, `what` in a sentence.
    """

    name: str
    parts: tuple[str, ...]
    what: str
    sign: str = ""
    label: str = ""
    url: str = ""


class SpaceHeat(NamedTuple):
    """Heat of a space: its CSS classes, and as text the most that a drawing over it earns."""

    css: str
    text: str


@dataclass(frozen=True, slots=True)
class PlacementHeat:
    """Heat of an oriented shape for a goal, with a sentence about its best spot.

    `best` is the best drawing in any orientation, or None if there is nothing to gain.
    """

    spaces: Mapping[Space, SpaceHeat]
    sentence: str
    best: Ghost | None = None

    @property
    def url(self) -> str:
        """Return the query string of the best placement, or "" if there is none."""
        return self.best.query() if self.best else ""


# --- What there is to draw for ---------------------------------------------------------------------------------------


def goals(view: View, ghost: Ghost) -> tuple[Goal, ...]:
    """Return all goals to draw for; the two edicts due together and the spots come last.

    As on paper, only the spots remain.
    """
    if view.as_on_paper:
        return combined_goals(view, ghost)
    season = view.next_season
    named = [(str(letter), str(letter)) for letter in Edict]
    named += [(COINS, _("coins")), (MONSTERS, _("monster losses"))]
    if season:
        named.append((STARS, season_name(season.id)))
    single = [Goal(part, (part,), what, url=ghost.query(part)) for part, what in named]
    return (*single, *combined_goals(view, ghost))


def combined_goals(view: View, ghost: Ghost) -> tuple[Goal, ...]:
    """Return the goals that aren't single figures."""
    fit = Goal(FIT, (), "", "", _("Where does it fit?"), ghost.query(FIT))
    return (fit,) if view.as_on_paper else (*_trade(view.next_season, ghost), fit)


def _trade(season: Season | None, ghost: Ghost) -> Iterator[Goal]:
    if season:
        letters = tuple(map(str, season.edicts))
        name, sign = "".join(letters), "+".join(letters)
        what = _("this season’s edicts %(edicts)s") % {"edicts": and_list(letters)}
        label = _("%(edicts)s: best spots for both edicts this season") % {"edicts": sign}
        yield Goal(name, letters, what, sign, label, ghost.query(name))


# --- What it would bring ---------------------------------------------------------------------------------------------


def list_placement_gains(view: View, desk: Desk, ghost: Ghost) -> tuple[PlacementGains, ...]:
    """Return every legal spot of the selected shape and terrain, orientation by orientation. As on paper, no gains."""
    option = replace(ghost.chosen, terrains=(ghost.terrain,))
    offer = desk.offer._replace(options=(option,))
    (weighed_option,) = weigh_placements(desk.position, offer, view.edicts, ScoreCache())
    if view.as_on_paper:
        return tuple(PlacementGains(fit, {}) for fit in weighed_option.fits)
    season = view.next_season
    due = [Edict(letter).number for letter in season.edicts] if season else []
    now, lost = [stars(card, desk.board) for card in view.edicts], desk.board.monster_losses().bit_count()
    listed = []
    for place, fit in enumerate(weighed_option.fits):
        edicts = [then[place] - before for then, before in zip(weighed_option.stars, now, strict=True)]
        coins, losses = weighed_option.coins[place], lost - weighed_option.losses[place]
        total = sum(edicts[letter] for letter in due) + coins + losses if season else 0
        figures = zip(PARTS, (*edicts, coins, losses, total), strict=True)
        listed.append(PlacementGains(fit, {part: gained for part, gained in figures if gained}))
    return tuple(listed)


def worth_data(view: View, desk: Desk, ghost: Ghost, table: str) -> dict[str, object]:
    """Return the script's lookup tables for one orientation of the shape.

    `turn` is the address to which a drawing is sent. `places` maps the number of a legal anchor to each figure that
    would change: its text, the difference, and "better" or "worse". `heats` maps a goal's name to its heat: CSS class
    and text by the number of a space, and a sentence.
    """
    everywhere, standing = list_placement_gains(view, desk, ghost), figure_changes(view, desk.position, desk.position)
    mine = desk.subject == view.viewer
    heats = {goal.name: _heat(goal, everywhere, ghost, mine=mine) for goal in goals(view, ghost)}
    return {
        "turn": reverse("cartographers:placement", args=[table, view.turn]),
        "places": {
            space_number(place.fit.anchor): {
                change.part: (then.figures[1], then.difference, "better" if then.better else "worse")
                for change in standing
                if (then := replace(change, then=change.now + place.gains.get(change.part, 0))).now != then.then
            }
            for place in _held(everywhere, ghost)
        },
        "heats": {
            name: {
                "spaces": {space_number(where): warmth for where, warmth in heat.spaces.items()},
                "words": heat.sentence,
            }
            for name, heat in heats.items()
        },
    }


def build_placement_heat(view: View, desk: Desk, ghost: Ghost, name: str) -> PlacementHeat | None:
    """Return the heat of the oriented shape for a goal, or None if no goal has that name."""
    goal = next((goal for goal in goals(view, ghost) if goal.name == name), None)
    return (
        _heat(goal, list_placement_gains(view, desk, ghost), ghost, mine=desk.subject == view.viewer) if goal else None
    )


def _held(everywhere: Iterable[PlacementGains], ghost: Ghost) -> tuple[PlacementGains, ...]:
    return tuple(place for place in everywhere if place.fit.orientation == ghost.orientation)


def _heat(goal: Goal, everywhere: tuple[PlacementGains, ...], ghost: Ghost, *, mine: bool) -> PlacementHeat:
    here = _held(everywhere, ghost)
    if goal.name == FIT:
        return PlacementHeat(
            {where: SpaceHeat("fits", "") for place in here for where in spaces(place.fit.cells)}, fits_count(len(here))
        )
    side = 1 if mine else -1
    best: dict[Space, tuple[int, PlacementGains]] = {}
    for place in here:
        paid = place.gain(goal) * side
        for where in spaces(place.fit.cells):
            if where not in best or paid > best[where][0]:
                best[where] = paid, place
    most = max((paid for paid, _place in best.values()), default=0)
    anchors = {place.fit.anchor for place in here if place.gain(goal) * side == most}
    glowing = {
        where: _build_space_heat(goal, paid, most, place, best=where in anchors)
        for where, (paid, place) in best.items()
        if paid
    }
    return PlacementHeat(glowing, *_in_words(goal, here, everywhere, ghost, side))


def _build_space_heat(goal: Goal, paid: int, most: int, place: PlacementGains, *, best: bool) -> SpaceHeat:
    """Return a space's heat: 1 to 4 quarters of the best gain, or a loss if every spot over it loses.

    `best` is true for the anchor of a best spot, which always shows its number.
    """
    css = f"glow{-(-STRONGEST * paid // most)}" if paid > 0 else "glow-loss"
    return SpaceHeat(f"{css} best" if best else css, "\n".join(signed(place.gains.get(part, 0)) for part in goal.parts))


def signed(gained: int) -> str:
    """Return a gain or loss with its sign."""
    return f"+{figure(gained)}" if gained > 0 else figure(gained)


# --- In a sentence ---------------------------------------------------------------------------------------------------


class _Texts(NamedTuple):
    """Texts for a goal: no spot pays, none pays in this orientation, or the best spot."""

    nothing: Promise
    no_spot_in_orientation: Promise
    best: Promise


_GAIN = _Texts(
    gettext_lazy("No spot scores for %(what)s."),
    gettext_lazy("No spot scores for %(what)s in this orientation."),
    gettext_lazy("Best spot for %(what)s: %(space)s, %(gain)s."),
)
_HARM = _Texts(
    gettext_lazy("No spot lowers the score for %(what)s."),
    gettext_lazy("No spot lowers the score for %(what)s in this orientation."),
    gettext_lazy("Most damaging spot for %(what)s: %(space)s, %(gain)s."),
)


def _in_words(
    goal: Goal, here: tuple[PlacementGains, ...], everywhere: tuple[PlacementGains, ...], ghost: Ghost, side: int
) -> tuple[str, Ghost | None]:
    """Return the text about the best spots, and the best drawing or None if there is nothing to gain.

    The text names the best spot in this orientation, and a better one in another orientation if there is one. `side`
    is 1 for gains, -1 for harm.
    """
    texts, what = _GAIN if side > 0 else _HARM, {"what": goal.what}

    def paid(place: PlacementGains) -> int:
        return place.gain(goal) * side

    best, best_held = max(everywhere, key=paid, default=None), max(here, key=paid, default=None)
    if best is None or paid(best) <= 0:
        return str(texts.nothing) % what, None
    if best_held is None or paid(best_held) <= 0:
        first = str(texts.no_spot_in_orientation) % what
    else:
        first = str(texts.best) % (what | _in_figures(best_held, goal, side))
    if best_held is not None and paid(best_held) == paid(best):
        return first, _lying_at(best_held, ghost)
    elsewhere = _in_figures(best, goal, side) | {"held": orientation_label(best.fit.orientation.turn)}
    better = _("Better %(held)s: %(space)s, %(gain)s.") % elsewhere
    return f"{first} {better}", _lying_at(best, ghost)


def _lying_at(place: PlacementGains, ghost: Ghost) -> Ghost:
    return replace(ghost, orientation=place.fit.orientation, anchor=place.fit.anchor)


def _in_figures(place: PlacementGains, goal: Goal, side: int) -> dict[str, str]:
    counted = (coins_of if goal.parts == (COINS,) else stars_of)(place.gain(goal) * side)
    if len(goal.parts) > 1:
        each = ", ".join(f"{part} {signed(place.gains.get(part, 0))}" for part in goal.parts)
        counted = f"{counted} ({each})"
    return {"space": space_name(place.fit.anchor), "gain": counted}
