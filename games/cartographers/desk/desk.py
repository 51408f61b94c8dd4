"""The steps of a drawing: what may be done to it, every one of them an address."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Overlap
from engine.cartographers.geometry import FULL, Mask
from engine.cartographers.placement import Forced
from engine.cartographers.position import Outcome
from engine.cartographers.skills import Skill, SkillPower
from engine.cartographers.terrain import Terrain
from engine.cartographers.view import Desk, View
from games.cartographers.cards.faces import ShapeDrawing, shape_drawing
from games.cartographers.desk.pending_result import PendingResult, build_pending_result, changed_losses, outcome_of
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.placement_values import Goal, PlacementHeat, build_placement_heat, goals, preview_data
from games.cartographers.desk.words import option_label
from games.cartographers.goals.skills import can_peek, skill_reason
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.others.ambush import AmbushDesk, ambush_desk
from games.cartographers.words.effects import effect_in_game, hero_sentence
from games.cartographers.words.features import coins_of, overlap_sentence
from games.cartographers.words.names import card_name, terrain_label
from games.play.people import Person


@dataclass(frozen=True, slots=True)
class DeskStep:
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
    """Step that selects a shape of the card.

    `orientations` are its drawings, of which `held` is the shown one; `pattern` is the fill of its cells. `coin` is
    True if the shape earns a coin, `over` if it may cover drawn spaces, `fits` if it can be drawn somewhere. It is
    `hidden` while another skill is chosen.
    """

    step: DeskStep
    orientations: tuple[ShapeDrawing, ...]
    held: int
    pattern: str
    coin: bool
    over: bool
    fits: bool
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class SkillStep:
    """Step that chooses a skill and shows its shapes, or those of the card, with the cost in figures and in words.

    `reason` is why it can't be chosen, "" for none.
    """

    step: DeskStep
    cost: str = ""
    words: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DeskSteps:
    """Available steps for a drawing. The `nudges` move a placed shape by one space, for pages without scripts.

    `skills` are those of the game, after the step that uses none.
    """

    options: tuple[ShapeStep, ...]
    terrains: tuple[DeskStep, ...]
    tools: tuple[DeskStep, ...]
    nudges: tuple[DeskStep, ...]
    drop: DeskStep
    skills: tuple[SkillStep, ...] = ()


def build_desk_steps(ghost: Ghost, view: View) -> DeskSteps:
    """Return the steps that are possible from an unfinished drawing."""
    return DeskSteps(
        options=tuple(_option(ghost, number, view.skills) for number in range(len(ghost.offer.options))),
        terrains=tuple(_terrain(ghost, terrain) for terrain in _terrains(ghost)),
        tools=_tools(ghost),
        nudges=_nudges(ghost),
        drop=_drop(ghost),
        skills=tuple(_skills(ghost, view)) if view.skills else (),
    )


def _skills(ghost: Ghost, view: View) -> Iterator[SkillStep]:
    if not any(option.skill for option in ghost.offer.options):
        return
    yield SkillStep(_skill(ghost, "", _("No skill")))
    for skill in view.skills:
        if skill.power is SkillPower.PEEK:
            continue
        step = _skill(ghost, skill.id, card_name(skill))
        yield SkillStep(step, str(skill.cost), coins_of(skill.cost), skill_reason(view, skill))


def _skill(ghost: Ghost, id: str, label: str) -> DeskStep:
    """Return the step to the first shape of a skill, "" for none: the one in hand if it is of the skill."""
    current = ghost.chosen.skill == id
    numbers = [number for number, option in enumerate(ghost.offer.options) if option.skill == id]
    chosen = ghost if current or not numbers else ghost.with_option(numbers[0])
    return DeskStep("skill", id, label, chosen.query() if numbers else "", current)


def _option(ghost: Ghost, number: int, skills: Sequence[Skill]) -> ShapeStep:
    option = ghost.offer.options[number]
    fits = any(ghost.offer.anchors(option, orientation) for orientation in option.shape.orientations)
    chosen = ghost if number == ghost.option else ghost.with_option(number)
    orientations = option.shape.orientations
    return ShapeStep(
        DeskStep("option", str(number), option_label(number, option, skills), chosen.query(), number == ghost.option),
        tuple(shape_drawing(orientation) for orientation in orientations),
        orientations.index(chosen.orientation),
        f"t-{chosen.terrain.word}",
        option.coin,
        option.overlap is not Overlap.NONE,
        fits,
        hidden=option.skill != ghost.chosen.skill,
    )


def _terrains(ghost: Ghost) -> list[Terrain]:
    """Return the terrains on offer, those of skills last."""
    return list(dict.fromkeys(terrain for option in ghost.offer.options for terrain in option.terrains))


def _terrain(ghost: Ghost, terrain: Terrain) -> DeskStep:
    url = ghost.with_terrain(terrain).query() if terrain in ghost.chosen.terrains else ""
    return DeskStep("terrain", terrain.word, terrain_label(terrain), url, terrain is ghost.terrain, f"t-{terrain.word}")


def _tools(ghost: Ghost) -> tuple[DeskStep, ...]:
    turns = (
        ("right", _("Rotate"), "turn-right", ghost.turned(1)),
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


def _nudges(ghost: Ghost) -> tuple[DeskStep, ...]:
    return (
        _tool("west", _("Left"), "arrow-left", ghost.nudged(0, -1)),
        _tool("up", _("Up"), "arrow-up", ghost.nudged(-1, 0)),
        _tool("down", _("Down"), "arrow-down", ghost.nudged(1, 0)),
        _tool("east", _("Right"), "arrow-right", ghost.nudged(0, 1)),
    )


def _tool(act: str, label: str, sign: str, ghost: Ghost | None) -> DeskStep:
    return DeskStep(act, "", label, ghost.query() if ghost else "", sign=sign)


def _drop(ghost: Ghost) -> DeskStep:
    """Take it up from where it lies."""
    return DeskStep("drop", "", _("Pick up"), "" if ghost.anchor is None else replace(ghost, anchor=None).query())


@dataclass(frozen=True, slots=True)
class PlaceForm:
    """Confirmation form: its address, hidden fields and button label."""

    action: str
    fields: tuple[tuple[str, str], ...]
    confirm: str


@dataclass(frozen=True, slots=True)
class PeekForm:
    """Form that looks at the next card with a skill: its address, the skill, and the texts of its button and question.

    `id` is that of its elements.
    """

    id: str
    action: str
    skill: str
    label: str
    question: str
    command_id: str


@dataclass(frozen=True, slots=True)
class DeskView:
    """View of the drawing desk.

    `data` is what the script previews from: the legal anchors of every orientation, as the engine has them. `ambush`
    is None on the viewer's own map. `hidden` are the fields of the form that places the shape. `goals` are what the
    viewer may draw for. `heat` shows where the shape would score for the selected goal. `peeks` look at the next card.
    """

    title: str
    owner_css: str
    ambush: AmbushDesk | None
    effect: str
    map: MapView
    hidden: tuple[tuple[str, str], ...]
    steps: DeskSteps
    pending: PendingResult
    form: PlaceForm
    data: dict[str, object]
    goals: tuple[Goal, ...]
    heat: PlacementHeat | None
    peeks: tuple[PeekForm, ...] = ()


def desk_view(
    view: View,
    desk: Desk,
    ghost: Ghost,
    people: tuple[Person, ...],
    table: str,
    *,
    worth: str = "",
    lit: Mask = 0,
    pieces: tuple[Mask, ...] = (),
    hints: tuple[Mask, ...] = (),
) -> DeskView:
    """Return the desk of a seat that has to draw.

    `worth` is the goal whose heat the map shows; `lit` are highlighted spaces, `pieces` those of each earlier drawing,
    and `hints` those of good placements.
    """
    card, owner = view.open, people[desk.subject]
    assert card is not None, "a desk stands in an open turn"
    title, glow = _title(view, owner), build_placement_heat(view, desk, ghost, worth) if worth else None
    marks = replace(_marks(view, desk, ghost, glow, lit, pieces), hints=hints)
    return DeskView(
        title=title,
        owner_css=owner.css,
        ambush=ambush_desk(view, people, reverse("tables:table", args=[table])) if not owner.me else None,
        effect=_effect(card, desk, view),
        map=map_view(desk.board, title, marks, active=FULL),
        hidden=ghost.fields,
        steps=build_desk_steps(ghost, view),
        pending=build_pending_result(view, desk, ghost, owner),
        form=_form(view, ghost, owner, table),
        data=preview_data(desk, ghost, as_on_paper=view.as_on_paper),
        goals=goals(view, ghost),
        heat=glow,
        peeks=tuple(_peeks(view, table)) if view.skills else (),
    )


def _peeks(view: View, table: str) -> Iterator[PeekForm]:
    if not isinstance(view.open, ExploreCard):
        return
    skills = [skill for skill in view.skills if skill.power is SkillPower.PEEK and can_peek(view, skill)]
    for number, skill in enumerate(skills, 1):
        words = {"skill": card_name(skill), "coins": coins_of(skill.cost)}
        yield PeekForm(
            f"peek-{number}",
            reverse("cartographers:use_skill", args=[table, view.turn]),
            skill.id,
            _("Look at the next card (%(coins)s)") % words,
            _(
                "Use %(skill)s for %(coins)s? You can’t undo this or use another skill this turn. The other players "
                "see that you use it, but not the card."
            )
            % words
            if view.seats > 1
            else _("Use %(skill)s for %(coins)s? You can’t undo this or use another skill this turn.") % words,
            str(uuid.uuid4()),
        )


def _marks(
    view: View, desk: Desk, ghost: Ghost, glow: PlacementHeat | None, lit: Mask, pieces: tuple[Mask, ...]
) -> Marks:
    outcome = outcome_of(desk, ghost)
    return Marks(
        ghost=ghost.cells,
        terrain=ghost.terrain.word,
        legal=ghost.legal,
        coverable=ghost.offer.open_to(ghost.chosen) & desk.board.filled,
        fresh=view.latest[desk.subject],
        lit=lit,
        wanted=ghost.wanted,
        attack=0 if ghost.anchor is None else ghost.orientation.marks(ghost.anchor),
        doomed=outcome.destroyed | (ghost.cells & desk.board.filled) if isinstance(outcome, Outcome) else 0,
        harm=changed_losses(desk.board, desk.position.after(outcome).board)[0]
        if isinstance(outcome, Outcome) and not view.as_on_paper
        else 0,
        pieces=pieces,
        heat=glow.spaces if glow else {},
    )


def _effect(card: ExploreCard | AmbushCard | HeroCard, desk: Desk, view: View) -> str:
    """Return the text on the open card's effect besides being drawn, or "" if it has none.

    A single square drawn in place of a monster has no effect.
    """
    match card:
        case AmbushCard() if desk.offer.forced is Forced.NO:
            return effect_in_game(card, view.definition, alone=view.seats == 1)
        case HeroCard():
            return hero_sentence(card)
        case ExploreCard() if desk.offer.forced is Forced.NO:
            return overlap_sentence(card.overlap)
        case _:
            return ""


def _title(view: View, owner: Person) -> str:
    if not isinstance(view.open, AmbushCard):
        return _("Your map")
    card = card_name(view.open)
    if owner.me:
        return _("%(card)s on your map") % {"card": card}
    return _("%(card)s on %(name)s’s map") % {"card": card, "name": owner.name}


def _form(view: View, ghost: Ghost, owner: Person, table: str) -> PlaceForm:
    address = reverse("cartographers:placement", args=[table, view.turn])
    return PlaceForm(address, (*ghost.fields, ("command_id", str(uuid.uuid4()))), _confirm(view, ghost, owner))


def _confirm(view: View, ghost: Ghost, owner: Person) -> str:
    if not isinstance(view.open, AmbushCard) or owner.me:
        return _("Place")
    if ghost.offer.forced is not Forced.NO:
        return _("Place a monster square on %(name)s’s map") % {"name": owner.name}
    return _("Place on %(name)s’s map") % {"name": owner.name}
