"""Replay: repeat recorded events, so that a game file can be checked against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cartographers.commands import Choose, Close, Draw, TakeBack, UseSkill
from engine.cartographers.errors import Refusal
from engine.cartographers.events import (
    AmbushDeckShuffled,
    Chosen,
    Drawn,
    EdictsLaid,
    Event,
    GameStarted,
    HeroDeckShuffled,
    SeasonBegan,
    SkillsOffered,
    SkillUsed,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.geometry import first
from engine.cartographers.notation import Placement
from engine.cartographers.rules import draw, setup
from engine.cartographers.sheet_generator import sheet_number
from engine.cartographers.state import State
from engine.contract import RuleViolation, Seat
from engine.randomness import RecordedShuffler


def decks(events: Sequence[Event]) -> dict[str, tuple[str, ...]]:
    """Return the decks in events by shuffle label; the first one of each label counts."""
    decks_by_label: dict[str, tuple[str, ...]] = {}
    definition = events[0].definition if events and isinstance(events[0], GameStarted) else None
    seasons = definition.seasons if definition else ()
    for event in events:
        match event:
            case SkillsOffered(offered) if definition:
                others = [skill.id for skill in definition.skills if skill.id not in offered]
                decks_by_label.setdefault("skills", (*offered, *others))
            case AmbushDeckShuffled(deck):
                decks_by_label.setdefault("ambushes", deck)
            case HeroDeckShuffled(deck):
                decks_by_label.setdefault("heroes", deck)
            case SeasonBegan(season, deck) if season in range(len(seasons)):
                decks_by_label.setdefault(f"deck/{seasons[season].id}", deck)
    return decks_by_label


def start(events: Sequence[Event], rng: RecordedShuffler) -> list[Event]:
    """Return the events up to the first season for the setup in the first two events.

    Returns an empty list if those two do not describe a setup. Recorded edicts are accepted as they
    are. If they were drawn at random, they are also checked against the seed. Raises RuleViolation if the setup is
    not allowed.
    """
    match events[:2]:
        case [GameStarted(definition, seats), EdictsLaid(cards, drawn) as laid]:
            opening = setup.start(setup.Setup(definition, cards), seats, rng)
            if drawn:
                rng.claims["edicts"] = lambda seeded: setup.draw_edicts(definition.pool, seeded) == cards
            if sheet_number(definition.sheet):
                rng.claims["sheet"] = lambda seeded: setup.is_drawn_sheet(definition.sheet, seeded)
            if "skills" in rng.claims:
                # Only those that were drawn are recorded, not the order of all.
                offered = setup.draw_skills(definition.skills, rng)
                rng.claims["skills"] = lambda seeded: setup.draw_skills(definition.skills, seeded) == offered
            return [opening[0], laid, *opening[2:]]
        case _:
            return []


def answer(state: State, event: Event) -> Event | None:
    """Return the answer recorded in an event, or None. Raises RuleViolation."""
    match event:
        case Drawn(turn, seat, placement=placement):
            expected = draw.answer(state, Draw(seat, turn, placement))
            # Older game files store the requested turn even if the pattern stays as printed.
            if isinstance(expected, Drawn) and expected.placement != placement:
                expected = replace(expected, placement=placement)
            return expected
        case Chosen(turn, seat):
            if not event.chosen:
                raise RuleViolation(Refusal.NOT_A_TARGET)
            return draw.answer(state, Choose(seat, turn, first(event.chosen)))
        case SkillUsed(turn, seat, skill):
            return draw.use_skill(state, UseSkill(seat, turn, skill))
        case TakenBack(turn, seat):
            return draw.take_back(state, TakeBack(seat, turn))
        case TurnClosed(turn) if state.held:
            return draw.close(state, Close(Seat(0), turn))
        case _:
            return None


def answer_alike(state: State, seat: Seat, event: Event) -> Event:
    """Return the answer of a seat to the open turn that repeats an event of another game.

    The use of a skill before drawing is repeated as well. Raises RuleViolation for other events, or if the rules refuse
    the answer here.
    """
    match event:
        case Drawn(placement=placement):
            if event.skill:
                placement = _with_skill(state, seat, event)
            repeated = draw.answer(state, Draw(seat, state.turn, placement))
            if isinstance(repeated, Drawn) and repeated.skill != event.skill:
                raise RuleViolation(Refusal.UNKNOWN_OPTION)
            return repeated
        case SkillUsed(skill=skill):
            return draw.use_skill(state, UseSkill(seat, state.turn, skill))
        case Chosen():
            return draw.answer(state, Choose(seat, state.turn, first(event.chosen)))
        case _:
            raise RuleViolation(Refusal.NOT_ASKED)


def _with_skill(state: State, seat: Seat, event: Drawn) -> Placement:
    """Return the placement that repeats a drawing with a skill, as other options may be on offer here.

    Raises RuleViolation if its skill does not offer its shape.
    """
    position, placement = state.positions[draw.subject(state, seat)], event.placement
    offer = draw.offer(state, position, seat) if state.open else None
    for number, option in enumerate(offer.options if offer else ()):
        fit = option.shape.fit_at(placement.turn, placement.anchor)
        if option.skill == event.skill and fit and fit.cells & ~event.destroyed == event.cells:
            return replace(placement, option=number)
    raise RuleViolation(Refusal.UNKNOWN_OPTION)
