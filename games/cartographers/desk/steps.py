"""The steps of a drawing: what may be done to it, every one of them an address."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.cartographers.cards.shapes import ShapeDrawing, shape_drawing
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.words import option_label, orientation_label
from games.cartographers.words.names import terrain_label


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the drawing: a link, or a dead button where `url` is "". `act` tells the script what it does, `value`
    with what; `sign` is what is drawn on its button.
    """

    act: str
    value: str
    label: str
    url: str
    current: bool = False
    css: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class ShapeStep:
    """A step with the picture of a shape, and the id of its button; `coin` where it brings one, `fits` where it may be
    drawn somewhere.
    """

    id: str
    step: Step
    shape: ShapeDrawing
    coin: bool = False
    fits: bool = True


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to hold one option’s shape; only those of the option that is being drawn are shown."""

    option: int
    shown: bool
    steps: tuple[ShapeStep, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """Available steps for a drawing.

    `ways` is empty if no shape has more than one orientation and none has an attack pattern.
    """

    options: tuple[ShapeStep, ...]
    terrains: tuple[Step, ...]
    ways: tuple[Ways, ...]
    tools: tuple[Step, ...]
    drop: Step


def steps(ghost: Ghost) -> Steps:
    """The steps that lead on from a drawing."""
    ways = tuple(_ways(ghost, number) for number in range(len(ghost.offer.options)))
    several = any(len(entry.steps) > 1 for entry in ways) or bool(ghost.orientation.attack)
    return Steps(
        options=tuple(_option(ghost, number) for number in range(len(ghost.offer.options))),
        terrains=tuple(_terrain(ghost, number) for number in range(len(ghost.chosen.terrains))),
        ways=ways if several else (),
        tools=(*_turns(ghost), *_nudges(ghost)),
        drop=_drop(ghost),
    )


def _option(ghost: Ghost, number: int) -> ShapeStep:
    option = ghost.offer.options[number]
    fits = any(ghost.offer.anchors(orientation) for orientation in option.shape.orientations)
    url = ghost.with_option(number).query()
    step = Step("option", str(number), option_label(number, option), url, number == ghost.option)
    return ShapeStep(f"option-{number}", step, shape_drawing(option.shape.orientations[0]), option.coin, fits)


def _terrain(ghost: Ghost, number: int) -> Step:
    terrain = ghost.chosen.terrains[number]
    url = ghost.with_terrain(terrain).query()
    return Step("terrain", terrain.word, terrain_label(terrain), url, terrain is ghost.terrain, f"t-{terrain.word}")


def _ways(ghost: Ghost, number: int) -> Ways:
    """The ways to hold an option’s shape: where it is the chosen one, about where it lies."""
    shown = number == ghost.option
    chosen = ghost if shown else ghost.with_option(number)
    count = len(chosen.chosen.shape.orientations)
    return Ways(number, shown, tuple(_way(chosen, way, current=shown) for way in range(count)))


def _way(ghost: Ghost, number: int, *, current: bool) -> ShapeStep:
    orientation = ghost.chosen.shape.orientations[number]
    label = orientation_label(orientation.turn)
    url = ghost.with_orientation(orientation).query()
    step = Step("held", str(number), label, url, current and orientation == ghost.orientation)
    id = f"held-{ghost.option}-{number}"
    return ShapeStep(id, step, shape_drawing(orientation), fits=bool(ghost.offer.anchors(orientation)))


def _turns(ghost: Ghost) -> tuple[Step, ...]:
    turns = (
        ("left", _("Rotate left"), "turn-left", ghost.turned(-1)),
        ("right", _("Rotate right"), "turn-right", ghost.turned(1)),
        ("flip", _("Flip"), "flip", ghost.flipped()),
    )
    idle, fit = ghost.orientation, ghost.next_fit()
    return (
        *(
            _tool(act, label, sign, turned if turned.orientation != idle else None)
            for act, label, sign, turned in turns
        ),
        _tool("fit", _("Next spot"), "next", fit),
    )


def _nudges(ghost: Ghost) -> tuple[Step, ...]:
    return (
        _tool("west", _("Left"), "arrow-left", ghost.nudged(0, -1)),
        _tool("up", _("Up"), "arrow-up", ghost.nudged(-1, 0)),
        _tool("down", _("Down"), "arrow-down", ghost.nudged(1, 0)),
        _tool("east", _("Right"), "arrow-right", ghost.nudged(0, 1)),
    )


def _tool(act: str, label: str, sign: str, ghost: Ghost | None) -> Step:
    return Step(act, "", label, ghost.query() if ghost else "", sign=sign)


def _drop(ghost: Ghost) -> Step:
    """Take it up from where it lies."""
    return Step("drop", "", _("Pick up"), "" if ghost.anchor is None else replace(ghost, anchor=None).query())
