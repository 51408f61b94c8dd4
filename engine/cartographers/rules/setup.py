"""Setup: validation, and random decisions before the first card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cartographers.cards import ScoringCard, Stack
from engine.cartographers.errors import Refusal
from engine.cartographers.events import (
    AmbushDeckShuffled,
    Definition,
    EdictsLaid,
    Event,
    GameStarted,
    HeroDeckShuffled,
    SkillsOffered,
)
from engine.cartographers.rules.problems import REFUSALS, find_problems
from engine.cartographers.sheet import Sheet
from engine.cartographers.sheet_generator import InfeasibleCounts, SheetCounts, draw_sheet_of_game
from engine.cartographers.skills import OFFERED, Skill
from engine.contract import RuleViolation
from engine.randomness import Shuffler

MOST_SEATS = 100


@dataclass(frozen=True, slots=True)
class Setup:
    """Host's setup of a game.

    `edicts` are the ids of the four scoring cards for edicts A to D, or empty if they are drawn at random. With
    `random_sheet`, the game draws a sheet of its own instead of the definition's, with one of these counts.
    """

    definition: Definition
    edicts: tuple[str, ...] = ()
    random_sheet: tuple[SheetCounts, ...] = ()


def start(setup: Setup, seats: int, rng: Shuffler) -> list[Event]:
    """Return the events up to the first season. Raises RuleViolation if the setup cannot be played. Source:
    docs/rules.md, "Set-up".
    """
    check(setup, seats)
    edicts = setup.edicts or draw_edicts(setup.definition.pool, rng)
    one, two, three, four = edicts
    ambushes = rng.shuffle("ambushes", [card.id for card in setup.definition.ambushes])
    return [
        GameStarted(_with_sheet(setup, rng), seats),
        EdictsLaid((one, two, three, four), drawn=not setup.edicts),
        *_skills(setup.definition, rng),
        AmbushDeckShuffled(ambushes),
        *_hero_deck(setup.definition, rng),
    ]


def _with_sheet(setup: Setup, rng: Shuffler) -> Definition:
    if not setup.random_sheet:
        return setup.definition
    counts = rng.shuffle("random sheet counts", setup.random_sheet)[0]
    try:
        return replace(setup.definition, sheet=draw_sheet_of_game(rng, counts))
    except InfeasibleCounts:
        raise RuleViolation(Refusal.NO_FAIR_SHEET) from None


def is_drawn_sheet(sheet: Sheet, rng: Shuffler) -> bool:
    """Return True if a game with this shuffler draws the sheet, given the counts that it has."""
    try:
        return draw_sheet_of_game(rng, SheetCounts.of(sheet)) == sheet
    except InfeasibleCounts:
        return False


def _hero_deck(definition: Definition, rng: Shuffler) -> list[Event]:
    if not definition.heroes:
        return []
    return [HeroDeckShuffled(rng.shuffle("heroes", [card.id for card in definition.heroes]))]


def _skills(definition: Definition, rng: Shuffler) -> list[Event]:
    return [SkillsOffered(draw_skills(definition.skills, rng))] if definition.skills else []


def draw_skills(skills: tuple[Skill, ...], rng: Shuffler) -> tuple[str, ...]:
    """Draw the skills (ids) of a game, in the order of the definition."""
    ids = tuple(skill.id for skill in skills)
    if len(ids) <= OFFERED:
        return ids
    drawn = rng.shuffle("skills", ids)[:OFFERED]
    return tuple(id for id in ids if id in drawn)


def draw_edicts(pool: tuple[ScoringCard, ...], rng: Shuffler) -> tuple[str, ...]:
    """Draw one card (id) per stack, for edicts A to D in random order."""
    drawn = [rng.shuffle(f"stack/{stack}", [card.id for card in pool if card.stack is stack])[0] for stack in Stack]
    return rng.shuffle("edicts", drawn)


def check(setup: Setup, seats: int) -> None:
    """Raise RuleViolation if the seats, cards, seasons, edicts or sheet cannot be played."""
    definition = setup.definition
    if not 1 <= seats <= MOST_SEATS:
        raise RuleViolation(Refusal.SEATS)
    if definition.practice and seats > 1:
        raise RuleViolation(Refusal.PRACTICE)
    for problem in find_problems(definition, setup.edicts):
        if problem.code in REFUSALS:
            raise RuleViolation(REFUSALS[problem.code])
