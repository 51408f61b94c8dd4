"""Inputs to compare the engine and the oracle: seeded random boards, cards and whole games, in both forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, ScoringCard
from engine.cartographers.catalog import Catalog, cartographers, heroes
from engine.cartographers.commands import Choose, Command, Draw
from engine.cartographers.events import Chosen, Definition, Drawn, EdictsLaid, Event, GameStarted, SeasonBegan
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.notation import Placement, board_of
from engine.cartographers.placement import Offer
from engine.cartographers.rules import draw, effects
from engine.cartographers.rules.setup import Setup
from engine.cartographers.shapes import Shape
from engine.cartographers.state import ASKING, ChoosePhase, State
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.contract import Seat
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import advance, begin
from tests.engine.oracle import cards as oracle_cards
from tests.engine.oracle import game as oracle_game
from tests.engine.oracle import heroes_game as oracle_heroes
from tests.engine.oracle.board import OracleMap, parse_map
from tests.engine.oracle.placement import Cells, Drawing
from tests.engine.oracle.random_maps import random_map

Item = TypeVar("Item")

CATALOG: Catalog = cartographers()
HEROES: Catalog = heroes()
EXPLORE: tuple[ExploreCard, ...] = tuple(CATALOG.explore.values())
AMBUSHES: tuple[AmbushCard, ...] = tuple(CATALOG.ambushes.values())
SCORING: tuple[ScoringCard, ...] = tuple(CATALOG.scoring.values())

BOARDS = 64
"""Random boards that a measurement goes over."""

EMPTY_MAPS = ("/".join(["." * 11] * 11), *(drawn.strip().replace("\n", "/") for drawn in oracle_cards.SHEETS.values()))
"""A blank map and the four published sheets, undrawn."""


@dataclass(frozen=True, slots=True)
class Twin:
    """One board in both forms."""

    fast: Board
    slow: OracleMap

    @classmethod
    def of(cls, text: str) -> Twin:
        """Both boards of a map's text."""
        return cls(board_of(text), parse_map(text))


def twins(seed: int, count: int, densities: tuple[float, float], *, heroes: bool | None = None) -> list[Twin]:
    """Random boards, drawn on at random densities (shares of the empty spaces) between two; `heroes` and destroyed
    spaces on all, on none, or on some.
    """
    rng = Random(seed)
    maps = [random_map(rng, rng.uniform(*densities), heroes=heroes) for _ in range(count)]
    return [Twin.of(drawn.replace("\n", "/")) for drawn in maps]


def shapes() -> list[tuple[Shape, Cells]]:
    """Every shape of the base game's explore and ambush cards in both forms."""
    held = [entry.shape for card in EXPLORE for entry in card.shapes] + [card.shape for card in AMBUSHES]
    return [(shape, frozenset(shape.cells)) for shape in held]


def definition(sheet: str) -> Definition:
    """The base game on a sheet."""
    ruins = tuple(CATALOG.ruins.values())
    return Definition(CATALOG.sheets[sheet], CATALOG.seasons, EXPLORE, ruins, AMBUSHES, SCORING, DRAWABLE)


def heroes_definition(sheet: str) -> Definition:
    """The Heroes box on a sheet, heroes included."""
    return Definition(
        sheet=HEROES.sheets[sheet],
        seasons=HEROES.seasons,
        explore=tuple(HEROES.explore.values()),
        ruins=(),
        ambushes=tuple(HEROES.ambushes.values()),
        pool=tuple(HEROES.scoring.values()),
        singles=(*DRAWABLE, Terrain.HERO),
        heroes=tuple(HEROES.heroes.values()),
    )


@dataclass(frozen=True)
class Dealt(Shuffler):
    """Decks that are shuffled when a game first asks for them; a game played again finds them lying there, as the
    oracle always does.
    """

    decks: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in the order that belongs to `label`."""
        if label not in self.decks:
            self.decks[label] = super().shuffle(label, items)
        return self.decks[label]


@dataclass(frozen=True, slots=True)
class Deal:
    """A game before its first card: what it is played with, seats and decks."""

    definition: Definition
    seats: int
    decks: Dealt


def deals(seed: int, count: int, most_seats: int) -> list[Deal]:
    """Random base games, of 1 seat to the most in turn."""
    rng = Random(seed)
    return [
        Deal(definition(rng.choice("AB")), 1 + number % most_seats, Dealt(rng.randbytes(SEED_BYTES)))
        for number in range(count)
    ]


def heroes_deals(seed: int, count: int) -> list[Deal]:
    """Random solo games of the Heroes box."""
    rng = Random(seed)
    return [Deal(heroes_definition(rng.choice("CD")), 1, Dealt(rng.randbytes(SEED_BYTES))) for _ in range(count)]


def any_placement(offer: Offer, rng: Random) -> Placement:
    """Any legal placement, each as likely: all are listed with their cells, then one is drawn."""
    terrains = offer.options[0].terrains  # the shapes of a card share its terrains
    listed = [offer.fits(option) for option in offer.options]
    legal = sum(map(len, listed))
    terrain, number = divmod(rng.randrange(len(terrains) * legal), legal)
    option = 0
    while number >= len(listed[option]):
        number -= len(listed[option])
        option += 1
    fit = listed[option][number]
    return Placement(option, terrains[terrain], fit.orientation.turn, fit.anchor)


def play(deal: Deal, rng: Random) -> tuple[list[Event], State]:
    """A whole game of random answers by the real path: every event decided and folded in."""
    run = begin(RULES, Setup(deal.definition), deal.seats, deal.decks)
    events, state = run.events, run.state
    seats = [Seat(seat) for seat in range(deal.seats)]
    while isinstance(phase := state.phase, ASKING):
        seat = next(seat for seat in seats if phase.answers[seat] is None and draw.must_answer(state, seat))
        run = advance(RULES, state, _any_answer(state, seat, rng), deal.decks)
        events += run.events
        state = run.state
    return events, state


def _any_answer(state: State, seat: Seat, rng: Random) -> Command:
    position = state.positions[draw.subject(state, seat)]
    if isinstance(state.phase, ChoosePhase):
        return Choose(seat, state.turn, rng.choice(spaces(effects.targets(state.phase.card, position.board))))
    offer = draw.offer(state, position)
    assert offer is not None, "a full board is asked nothing"
    return Draw(seat, state.turn, any_placement(offer, rng))


def oracle_setup(events: list[Event]) -> oracle_game.Setup:
    """The oracle's set-up with the edicts and decks that a game had."""
    started = next(event for event in events if isinstance(event, GameStarted))
    edicts = next(event.cards for event in events if isinstance(event, EdictsLaid))
    decks = tuple(event.deck for event in events if isinstance(event, SeasonBegan))
    sheet = oracle_cards.SHEETS[started.definition.sheet.id].strip()
    return oracle_game.Setup(started.seats, sheet, edicts, decks)


def oracle_record(events: list[Event]) -> oracle_game.Record:
    """The oracle's record of a game that the engine has played."""
    answers = dict(_drawings(events))
    return oracle_game.play(oracle_setup(events), lambda ask: answers[ask.season, ask.card, ask.seat])


def _drawings(events: list[Event]) -> Iterator[tuple[tuple[int, str, int], Drawing]]:
    state = State()
    for event in events:
        if isinstance(event, Drawn):
            assert state.open is not None, "drawn between turns"
            yield (state.season, state.open.id, event.seat), drawing_of(event.cells, event.terrain.word, event.coin)
        state = RULES.evolve(state, event)


def oracle_heroes_setup(events: list[Event]) -> oracle_heroes.Setup:
    """The oracle's set-up with the edicts and decks that a solo game of the Heroes box had."""
    setup = oracle_setup(events)
    return oracle_heroes.Setup(setup.sheet, setup.edicts, setup.decks)


def oracle_heroes_record(events: list[Event]) -> oracle_heroes.Record:
    """The oracle's record of a solo game of the Heroes box that the engine has played."""
    answers = dict(_moves(events))
    return oracle_heroes.play(oracle_heroes_setup(events), lambda ask: answers[ask.season, ask.card])


def _moves(events: list[Event]) -> Iterator[tuple[tuple[int, str], oracle_heroes.Move]]:
    state = State()
    for event in events:
        if isinstance(event, Drawn):
            assert state.open is not None, "drawn between turns"
            cells, terrain, coin = drawing_of(event.cells, event.terrain.word, event.coin)
            yield (state.season, state.open.id), (cells, terrain, coin, cells_of(event.marks))
        elif isinstance(event, Chosen):
            yield (state.season, event.card), (cells_of(event.destroyed), "destroyed", False, frozenset())
        state = RULES.evolve(state, event)


def drawing_of(cells: int, terrain: str, coin: bool) -> Drawing:
    """A drawing in the oracle's form."""
    return cells_of(cells), terrain, coin


def cells_of(mask: int) -> Cells:
    """A set of spaces in the oracle's form."""
    return frozenset((bit // 12, bit % 12) for bit in range(mask.bit_length()) if mask >> bit & 1)
