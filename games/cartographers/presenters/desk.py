"""The desk: a board with what may be drawn on it, every step of the drawing as an address."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, Effect, ExploreCard, HeroCard
from engine.cartographers.events import REWARD_COINS
from engine.cartographers.geometry import FULL, SIZE, Mask
from engine.cartographers.rules import effects
from engine.cartographers.rules.ambush import neighbour
from engine.cartographers.rules.draw import Outcome, outcome
from engine.cartographers.shapes import Cell, Orientation
from engine.cartographers.view import Desk, View
from engine.contract import RuleViolation, Seat
from games.cartographers.placing import Ghost
from games.cartographers.presenters.boards import MapView, Marks, map_view
from games.cartographers.presenters.edicts import Change, changes
from games.cartographers.presenters.people import Person
from games.cartographers.words.announcements import option_label, orientation_label
from games.cartographers.words.effects_text import doomed_sentence, effect_sentence, hero_sentence
from games.cartographers.words.names import card_name, terrain_label
from games.cartographers.words.refusals import forced_sentence, refusal


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the drawing: a link, or a dead button where `url` is "". `act` tells the script what it does, `value`
    with what.
    """

    act: str
    value: str
    label: str
    url: str
    current: bool = False
    css: str = ""


@dataclass(frozen=True, slots=True)
class ShapeStep:
    """A step with the picture of a shape: rows of cells by class ("cell", "attack", "" for a gap); `coin` where it
    brings one, `fits` where it may be drawn somewhere.
    """

    step: Step
    rows: tuple[tuple[str, ...], ...]
    coin: bool = False
    fits: bool = True


@dataclass(frozen=True, slots=True)
class Pending:
    """A drawing that lies somewhere: legal, with what it would destroy and change, or not, with the reason."""

    legal: bool
    problem: str
    doomed: str
    changes: tuple[Change, ...]
    coins: int


@dataclass(frozen=True, slots=True)
class PlaceForm:
    """The form that confirms: its address, hidden fields and the words on its button."""

    action: str
    fields: tuple[tuple[str, str], ...]
    confirm: str


@dataclass(frozen=True, slots=True)
class DeskView:
    """All of the desk. `data` is what the script previews from: the legal anchors of every orientation, as the engine
    has them; `whose` names the map that is drawn on where it is not the viewer’s own; `attacks` where the way it is
    held matters even if there is but one, as it shows what a hero attacks.
    """

    title: str
    owner_css: str
    ambush: bool
    whose: str
    forced: str
    wanted: str
    meanwhile: str
    effect: str
    map: MapView
    hidden: tuple[tuple[str, str], ...]
    options: tuple[ShapeStep, ...]
    terrains: tuple[Step, ...]
    orientations: tuple[ShapeStep, ...]
    attacks: bool
    tools: tuple[Step, ...]
    nudges: tuple[Step, ...]
    pending: Pending | None
    form: PlaceForm
    data: dict[str, object]


def desk_view(view: View, desk: Desk, ghost: Ghost, people: tuple[Person, ...], table: str) -> DeskView:
    """The desk of a seat that has to draw."""
    owner = people[desk.subject]
    fresh = view.latest[desk.subject]
    found = _outcome(desk, ghost)
    marks = Marks(
        ghost.cells,
        ghost.terrain.word,
        ghost.legal,
        fresh,
        desk.offer.covering,
        0 if ghost.anchor is None else ghost.orientation.marks(ghost.anchor),
        found.destroyed if isinstance(found, Outcome) else 0,
    )
    card = view.open
    assert card is not None, "a desk stands in an open turn"
    ambush = isinstance(card, AmbushCard)
    return DeskView(
        title=_title(view, owner),
        owner_css=owner.css,
        ambush=ambush,
        whose="" if owner.me else _("On %(name)s’s map") % {"name": owner.name},
        forced=forced_sentence(desk.offer.forced, card),
        wanted=_("Cover at least one of the ruins that are ringed.") if desk.offer.covering else "",
        meanwhile=_meanwhile(view, people),
        effect=_effect(card),
        map=map_view(desk.board, _title(view, owner), marks, active=FULL),
        hidden=_fields(ghost, anchored=False),
        options=tuple(_option(ghost, number) for number in range(len(desk.offer.options))),
        terrains=tuple(_terrain(ghost, number) for number in range(len(ghost.chosen.terrains))),
        orientations=tuple(_orientation(ghost, number) for number in range(len(ghost.chosen.shape.orientations))),
        attacks=bool(ghost.orientation.attack),
        tools=_tools(ghost),
        nudges=_nudges(ghost),
        pending=pending(view, desk, ghost),
        form=_form(view, ghost, owner, table),
        data=preview_data(desk, ghost),
    )


def _effect(card: ExploreCard | AmbushCard | HeroCard) -> str:
    """What the open card does besides being drawn, "" for nothing."""
    match card:
        case AmbushCard():
            return effect_sentence(card)
        case HeroCard():
            return hero_sentence(card)
        case _:
            return ""


def _meanwhile(view: View, people: tuple[Person, ...]) -> str:
    """Who draws on the viewer's own map, "" outside an ambush."""
    if view.viewer is None or not isinstance(view.open, AmbushCard) or not view.boards[view.viewer].empty:
        return ""
    drawer = people[neighbour(view.open, view.viewer, view.seats)]
    return _("Meanwhile %(name)s draws it on your map.") % {"name": drawer.name}


def _title(view: View, owner: Person) -> str:
    if not isinstance(view.open, AmbushCard):
        return _("Your map")
    card = card_name(view.open)
    if owner.me:
        return _("%(card)s on your map") % {"card": card}
    return _("%(card)s on %(name)s’s map") % {"card": card, "name": owner.name}


def _option(ghost: Ghost, number: int) -> ShapeStep:
    option = ghost.offer.options[number]
    fits = any(ghost.offer.anchors(orientation) for orientation in option.shape.orientations)
    step = Step(
        "option", str(number), option_label(number, option), ghost.with_option(number).query(), number == ghost.option
    )
    return ShapeStep(step, _rows(option.shape.orientations[0]), option.coin, fits)


def _terrain(ghost: Ghost, number: int) -> Step:
    terrain = ghost.chosen.terrains[number]
    url = ghost.with_terrain(terrain).query()
    return Step("terrain", terrain.word, terrain_label(terrain), url, terrain is ghost.terrain, f"t-{terrain.word}")


def _orientation(ghost: Ghost, number: int) -> ShapeStep:
    orientation = ghost.chosen.shape.orientations[number]
    label = orientation_label(orientation.turn)
    step = Step("held", str(number), label, ghost.held(orientation).query(), orientation == ghost.orientation)
    return ShapeStep(step, _rows(orientation), fits=bool(ghost.offer.anchors(orientation)))


def _rows(orientation: Orientation) -> tuple[tuple[str, ...], ...]:
    css: dict[Cell, str] = dict.fromkeys(orientation.attack, "attack") | dict.fromkeys(orientation.cells, "cell")
    rows, columns = zip(*css, strict=True)
    return tuple(
        tuple(css.get((row, column), "") for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def _tools(ghost: Ghost) -> tuple[Step, ...]:
    several = len(ghost.chosen.shape.orientations) > 1
    left, right, flip, fit = ghost.turned(-1), ghost.turned(1), ghost.flipped(), ghost.next_fit()
    return (
        Step("left", "", _("Turn left"), left.query() if several and left.orientation != ghost.orientation else ""),
        Step("right", "", _("Turn right"), right.query() if several and right.orientation != ghost.orientation else ""),
        Step("flip", "", _("Flip"), flip.query() if flip.orientation != ghost.orientation else ""),
        Step("fit", "", _("Next fit"), fit.query() if fit else ""),
    )


def _nudges(ghost: Ghost) -> tuple[Step, ...]:
    ways = (("west", _("Left"), 0, -1), ("up", _("Up"), -1, 0), ("down", _("Down"), 1, 0), ("east", _("Right"), 0, 1))
    moved = ((act, label, ghost.nudged(down, right)) for act, label, down, right in ways)
    return tuple(Step(act, "", label, found.query() if found else "") for act, label, found in moved)


def _outcome(desk: Desk, ghost: Ghost) -> Outcome | RuleViolation | None:
    """What the drawing would do, or why it cannot be; None where it lies nowhere."""
    placement = ghost.placement
    if placement is None:
        return None
    try:
        return outcome(desk.board, desk.offer, placement)
    except RuleViolation as violation:
        return violation


def pending(view: View, desk: Desk, ghost: Ghost) -> Pending | None:
    """What a drawing that lies somewhere would change, or why it cannot be; None where it lies nowhere."""
    found = _outcome(desk, ghost)
    if found is None:
        return None
    if isinstance(found, RuleViolation):
        return Pending(False, refusal(found.code, found.spaces), "", (), 0)
    drawn = found.on(desk.board)
    gained = ghost.chosen.coin + found.mountains.bit_count() + reward_coins(view, desk.subject, drawn)
    coins = coins_then(view, desk.subject, gained)
    doomed = doomed_sentence(found.terrain, found.destroyed)
    return Pending(True, "", doomed, changes(view, desk.board, drawn, coins), coins[1] - coins[0])


def reward_coins(view: View, owner: Seat, drawn: Board) -> int:
    """The coins for monsters that a board, as it would be, closes in."""
    rewarding = [card.initial for card in view.definition.ambushes if card.effect is Effect.REWARD]
    return REWARD_COINS * len(effects.rewards(rewarding, view.rewarded[owner], drawn))


def coins_then(view: View, owner: Seat, gained: int) -> tuple[int, int]:
    """A seat's coins now, and after it gains some."""
    coins = view.coins[owner]
    return coins, min(view.definition.coin_track, coins + gained)


def _form(view: View, ghost: Ghost, owner: Person, table: str) -> PlaceForm:
    confirm = _("Draw it here")
    if isinstance(view.open, AmbushCard) and not owner.me:
        confirm = _("Draw it on %(name)s’s map") % {"name": owner.name}
    fields = (*_fields(ghost, anchored=True), ("command_id", str(uuid.uuid4())))
    return PlaceForm(reverse("cartographers:placement", args=[table, view.turn]), fields, confirm)


def _fields(ghost: Ghost, *, anchored: bool) -> tuple[tuple[str, str], ...]:
    placement = ghost.placement
    fields = [
        ("option", str(ghost.option + 1)),
        ("terrain", ghost.terrain.word),
        ("held", ghost.orientation.turn.code),
    ]
    if anchored:
        fields.append(("anchor", str(placement).rsplit(" ", 1)[-1] if placement else ""))
    return tuple(fields)


def preview_data(desk: Desk, ghost: Ghost) -> dict[str, object]:
    """What the script needs to move the ghost: cells and legal anchors of every orientation of every option.

    A set of spaces is 33 hexadecimal digits, three a row from the north, the lowest bit the westernmost column.
    """
    return {
        "option": ghost.option,
        "terrain": ghost.terrain.word,
        "held": ghost.chosen.shape.orientations.index(ghost.orientation),
        "anchor": None if ghost.anchor is None else [ghost.anchor // (SIZE + 1), ghost.anchor % (SIZE + 1)],
        "empty": hexadecimal(desk.board.empty),
        "options": [
            {
                "terrains": [terrain.word for terrain in option.terrains],
                "orientations": [
                    {
                        "code": orientation.turn.code,
                        "label": orientation_label(orientation.turn),
                        "cells": [list(cell) for cell in orientation.cells],
                        "attack": [list(cell) for cell in orientation.attack],
                        "anchors": hexadecimal(desk.offer.anchors(orientation)),
                    }
                    for orientation in option.shape.orientations
                ],
            }
            for option in desk.offer.options
        ],
    }


def hexadecimal(mask: Mask) -> str:
    """A set of spaces as the script reads it."""
    return "".join(f"{mask >> row * (SIZE + 1) & 0x7FF:03x}" for row in range(SIZE))
