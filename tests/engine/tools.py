"""Shared tools of the engine's tests: definitions, stacked decks, prepared boards, random play."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from random import Random
from typing import TypeVar

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard
from engine.cartographers.catalog import cartographers
from engine.cartographers.commands import Choose, Command, Draw, TakeBack
from engine.cartographers.events import Definition, Event, GameStarted
from engine.cartographers.evolution import evolve
from engine.cartographers.game import RULES, Cartographers
from engine.cartographers.geometry import SIZE, Mask, mask_of, spaces
from engine.cartographers.notation import ROW_NAMES, Placement, board_of, placement_of, space_names, space_of
from engine.cartographers.placement import Offer, SingleTerrain
from engine.cartographers.rules import draw, effects
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet import Sheet
from engine.cartographers.stand_in import first_legal
from engine.cartographers.state import DrawPhase, State
from engine.cartographers.terrain import DRAWABLE
from engine.contract import Ask, Seat
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import advance, begin

EDICTS = ("sentinel_wood", "wildholds", "canal_lake", "borderlands")
BLANK = Sheet.from_rows("blank", "Blank", ["." * 11] * 11)
FULL_MAP = "/".join(["F" * 11] * 11)
Item = TypeVar("Item")


@dataclass(frozen=True)
class Stacked(Shuffler):
    """A shuffler that puts the items in `tops` first under their label, and shuffles the rest."""

    tops: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items with the stacked ones first."""
        first = [item for top in self.tops.get(label, ()) for item in items if item == top]
        assert len(first) == len(self.tops.get(label, ())), f"{label}: not all of {self.tops[label]} are there"
        return (*first, *(item for item in Shuffler.shuffle(self, label, items) if item not in first))


def seed_of(number: int) -> bytes:
    """The seed for a number."""
    return Random(number).randbytes(SEED_BYTES)


def definition(sheet: str | Sheet = "A", single_terrain: SingleTerrain = SingleTerrain.ANY) -> Definition:
    """The base game on a sheet."""
    published = cartographers()
    return Definition(
        sheet=published.sheets[sheet] if isinstance(sheet, str) else sheet,
        seasons=published.seasons,
        explore=tuple(published.explore.values()),
        ruins=tuple(published.ruins.values()),
        ambushes=tuple(published.ambushes.values()),
        pool=tuple(published.scoring.values()),
        singles=DRAWABLE,
        single_terrain=single_terrain,
    )


def with_boards(state: State, *boards: Board, coins: Sequence[int] = ()) -> State:
    """A state with other boards, and other coins if given."""
    parts = zip(state.positions, boards, coins or state.coins, strict=True)
    return state.but(positions=tuple(position._replace(board=board, coins=coins) for position, board, coins in parts))


def standing(
    definition: Definition, *boards: Board, card: ExploreCard | AmbushCard | HeroCard, coins: int = 0
) -> State:
    """The first turn of a game with these boards and an open card."""
    seats = len(boards)
    begun = evolve(RULES.initial, GameStarted(definition, seats))
    return with_boards(begun, *boards, coins=(coins,) * seats).but(
        phase=DrawPhase(card, (None,) * seats), season=0, turn=1
    )


class OncePlayed(Cartographers):
    """The older rules, under which everyone was still asked what to destroy after the winter scoring."""

    def automatic_answer(self, state: State) -> None:
        """Skip no answer: every seat is asked."""


class Game:
    """A game in progress, with its events and its shuffler."""

    rules: Cartographers = RULES

    def __init__(self, setup: Setup, seats: int, rng: Shuffler, rules: Cartographers = RULES) -> None:
        self.rng, self.rules = rng, rules
        self.events: list[Event] = []
        self.state = RULES.initial
        self.add(begin(RULES, setup, seats, rng).events)

    def add(self, events: Iterable[Event]) -> None:
        """Append events and apply them to the state."""
        new = list(events)
        self.events += new
        self.state = reduce(RULES.evolve, new, self.state)

    def do(self, command: Command) -> list[Event]:
        """Execute a command and return its events. Raises RuleViolation."""
        new = advance(self.rules, self.state, command, self.rng).events
        self.add(new)
        return new

    def put(self, *texts: str, coins: Sequence[int] = ()) -> "Game":
        """Replace the boards; seats without one get the last."""
        boards = [board_of(text.strip()) for text in texts]
        boards += [boards[-1]] * (self.state.seats - len(boards))
        self.state = with_boards(self.state, *boards, coins=coins)
        return self

    @property
    def open_asks(self) -> list[Ask]:
        """The unanswered asks."""
        return [ask for ask in RULES.asks(self.state) if not ask.answered]

    def offer(self, seat: int = 0) -> Offer:
        """The offer for a seat."""
        offered = draw.offer(self.state, self.state.positions[draw.subject(self.state, Seat(seat))], Seat(seat))
        assert offered is not None
        return offered

    def draw(self, text: str, seat: int = 0, turn: int | None = None) -> list[Event]:
        """Draw a placement given in notation."""
        return self.do(Draw(Seat(seat), self.state.turn if turn is None else turn, placement_of(text)))

    def targets(self, seat: int = 0) -> Mask:
        """The spaces that a seat may choose now."""
        assert self.state.choice is not None
        return effects.targets_of(self.state, self.state.choice, draw.subject(self.state, Seat(seat)))

    def choose(self, name: str, seat: int = 0, turn: int | None = None) -> list[Event]:
        """Choose a space by its name."""
        return self.do(Choose(Seat(seat), self.state.turn if turn is None else turn, space_of(name)))

    def take_back(self, seat: int = 0, turn: int | None = None) -> list[Event]:
        """Undo a placement."""
        return self.do(TakeBack(Seat(seat), self.state.turn if turn is None else turn))

    def draw_all(self, text: str) -> list[Event]:
        """Let every awaited seat draw the same placement."""
        return [event for ask in self.open_asks for event in self.draw(text, ask.seat)]

    def anything(self, rng: Random) -> None:
        """Let one awaited seat draw or choose at random."""
        self.do(self.any_answer(rng, rng.choice(self.open_asks)))

    def any_answer(self, rng: Random, ask: Ask) -> Command:
        """A random legal answer to an ask."""
        if ask.kind == "destroy":
            return Choose(ask.seat, ask.turn, rng.choice(spaces(self.targets(ask.seat))))
        return Draw(ask.seat, ask.turn, any_placement(rng, self.offer(ask.seat)))

    def fallback(self, ask: Ask) -> Command:
        """The answer given for an absent seat."""
        return RULES.fallback(RULES.view(self.state, ask.seat), ask)

    def first_legal(self, ask: Ask) -> Command:
        """The first legal answer."""
        return first_legal(RULES.view(self.state, ask.seat), ask)

    def close_turn(self, rng: Random | None = None) -> None:
        """Let all seats answer at random until the turn is over."""
        rng, turn = rng or Random(0), self.state.turn
        while self.state.turn == turn and not self.state.over:
            self.anything(rng)

    def play_on(self, rng: Random) -> "Game":
        """Play at random to the end."""
        while not self.state.over:
            self.anything(rng)
        return self


def any_placement(rng: Random, offer: Offer) -> Placement:
    """A random legal placement: shape first, then place, then terrain."""
    options = [number for number, option in enumerate(offer.options) if offer.fits(option)]
    number = rng.choice(options)
    fit = rng.choice(offer.fits(offer.options[number]))
    return Placement(number, rng.choice(offer.options[number].terrains), fit.orientation.turn, fit.anchor)


def new_game(
    seats: int = 1,
    *,
    spring: Sequence[str] = (),
    sheet: str | Sheet = "A",
    edicts: Sequence[str] = EDICTS,
    single_terrain: SingleTerrain = SingleTerrain.ANY,
    tops: Mapping[str, Sequence[str]] | None = None,
    seed: int = 0,
) -> Game:
    """A game whose decks begin with the given cards; an ambush named for spring is that season's."""
    ambushes = [card for card in spring if card in cartographers().ambushes]
    stacked = {"deck/spring": spring, "ambushes": ambushes, **(tops or {})}
    rng = Stacked(seed_of(seed), stacked)
    return Game(Setup(definition(sheet, single_terrain), tuple(edicts)), seats, rng)


def random_game(seats: int, number: int, sheet: str = "A", single_terrain: SingleTerrain = SingleTerrain.ANY) -> Game:
    """A whole game played at random, determined by the number."""
    game = Game(Setup(definition(sheet, single_terrain)), seats, Shuffler(seed_of(number)))
    return game.play_on(Random(number))


def names(mask: Mask) -> str:
    """The spaces of a set, as text."""
    return " ".join(space_names(mask))


def mask(text: str) -> Mask:
    """The set of the named spaces: mask("A1 C5")."""
    return mask_of(space_of(name) for name in text.split())


def board(text: str) -> Board:
    """The board of a drawn map."""
    return board_of(text.strip())


def mostly_full(**rows: str) -> str:
    """A map full of forest except for the rows given by letter: mostly_full(E="FF...FFFFFF")."""
    return "/".join(rows.get(letter, "F" * SIZE) for letter in ROW_NAMES)


def mostly_empty(**rows: str) -> str:
    """An empty map except for the rows given by letter."""
    return "/".join(rows.get(letter, "." * SIZE) for letter in ROW_NAMES)
