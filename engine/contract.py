"""Contract between a table and a game.

A table (lobby, seats, log, locks, sockets) knows no rules. It keeps an append-only list of events and uses the game
through `Rules` only: `start`, `answer` and `next_event` make events, `evolve` folds them into a state, `view` and
`visible` return what one viewer may see. `engine.runner` runs a game with them. What only some games can do are
attributes of `Rules` that are None for the others: `records` lets `engine.verification` check a record, `forks` lets
`engine.forks` continue a game from its past.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, NewType, TypeVar

from engine.randomness import RecordedShuffler, Shuffler

Seat = NewType("Seat", int)
"""Seat at a table, 0-based, clockwise."""

Viewer = Seat | None
"""Seat that views the game, or None for a spectator."""


class Level(StrEnum):
    """Strength of a bot, weakest first."""

    APPRENTICE = "apprentice"
    SURVEYOR = "surveyor"
    ROYAL = "royal"


class RuleViolation(Exception):
    """Command that the rules refuse.

    `code` is the reason, a member of a `StrEnum` of the game; the templates hold its sentences. `details` are texts
    for that sentence, such as the spaces in the way ("C5"). The game defines their meaning for each code.

    `behind` is True if the command was meant for an earlier turn: the sender must reload instead of choosing
    differently. `also` are further reasons, if the command fails for several.
    """

    def __init__(
        self, code: str, details: Iterable[str] = (), *, behind: bool = False, also: Iterable[RuleViolation] = ()
    ) -> None:
        super().__init__(code)
        self.code = code
        self.details = tuple(details)
        self.behind = behind
        self.also = tuple(also)

    @property
    def reasons(self) -> tuple[RuleViolation, ...]:
        """This violation and `also`."""
        return (self, *self.also)


@dataclass(frozen=True, slots=True)
class Ask:
    """Answer that a seat owes, or, with `answered`, has given while others of the group are pending.

    `id` is unique among all asks of its seat in the game. `subject` is the seat that the answer is about, such as the
    owner of a board.

    Asks of one `group` close together, once all of them are answered. A seat may owe several of them, at once or in
    sequence. An ask without a group ("") closes with its answer.

    The answer to a `sealed` ask is visible only to its seat until the ask closes, but a game's view may show some seats
    the size of it; an answer that was taken back stays secret for good. Answers to other asks are visible at once. The
    answer to a `withdrawable` ask may currently be taken back; this may change as others answer.

    `tie_key` is never set by rules. The caller of `fallback` and `choose_command` may set it to the name of the table,
    which breaks ties between equally good answers. It holds nothing secret.
    """

    id: str
    seat: Seat
    kind: str
    subject: Seat
    turn: int
    group: str = ""
    sealed: bool = False
    withdrawable: bool = False
    answered: bool = False
    tie_key: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """Final place of one seat.

    `rank` counts from 1 (shared ranks repeat). `score` is the total in the game's unit. `tie_break` is the code of the
    criterion that separated equal scores, or "". `left` and `handicap` are never set by rules: the site sets `left` for
    a seat whose player was gone at the end, and `handicap` to what its host added to the `score`.
    """

    seat: Seat
    rank: int
    score: int
    tie_break: str = ""
    left: bool = False
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class Standings:
    """Final ranking of a game, best first; `rating` and `title` (a code) are for solo games."""

    places: tuple[Standing, ...]
    rating: int | None = None
    title: str = ""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Seats of rank 1."""
        return tuple(place.seat for place in self.places if place.rank == 1)


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a game, for lists of tables.

    `turn` is 1-based and never decreases. `phase` is the code of the phase.
    """

    turn: int
    phase: str
    over: bool


SetupT = TypeVar("SetupT", contravariant=True)
StateT = TypeVar("StateT")
EventT = TypeVar("EventT")
CommandT = TypeVar("CommandT")
ViewT = TypeVar("ViewT")
NewsT = TypeVar("NewsT", covariant=True)


@dataclass(frozen=True, slots=True)
class RecordRules(Generic[StateT, EventT]):
    """Rules that let records be checked: functions that return what the rules write for recorded events.

    `decks` returns the shuffled decks that events hold, by the labels under which they are shuffled. `start` returns
    the events of `Rules.start` for the setup in the first events, or none if they lack one. `answer` returns the event
    of `Rules.answer` for the command behind a recorded event, or None if there is none. Both raise `RuleViolation` if
    the rules refuse the setup or the command.
    """

    decks: Callable[[Sequence[EventT]], Mapping[str, tuple[Any, ...]]]
    start: Callable[[Sequence[EventT], RecordedShuffler], list[EventT]]
    answer: Callable[[StateT, EventT], EventT | None]


def _no_aside(_event: object) -> None:
    """Return None: in most games, seats give nothing besides answers."""


@dataclass(frozen=True, slots=True)
class ForkRules(Generic[StateT, EventT]):
    """Rules that let a game be continued from its past.

    `question` returns a name for an ask that its seat meets only once in a game. The name is the same in every game
    with the same deck, whatever the seats do. Forks use it to find the other seats' answers in the original game.
    `answer` returns the answer to an open ask that repeats an event of another game with the same ask; it raises
    `RuleViolation` if that answer is not possible here. `aside` returns the seat of an event that it gave besides
    answering its open ask, or None for other events; it is repeated like an answer, but only once.
    """

    question: Callable[[StateT, Ask], str]
    answer: Callable[[StateT, Ask, EventT], EventT]
    aside: Callable[[EventT], Seat | None] = _no_aside


class Rules(ABC, Generic[SetupT, StateT, EventT, CommandT, ViewT, NewsT]):
    """The rules of one game.

    `initial` is the state before the first event; a game is `reduce(evolve, events, initial)`.
    """

    initial: StateT
    records: RecordRules[StateT, EventT] | None = None
    forks: ForkRules[StateT, EventT] | None = None

    @abstractmethod
    def start(self, setup: SetupT, seats: int, rng: Shuffler) -> list[EventT]:
        """Return the first events of a game: its setup and initial random decisions. Raises `RuleViolation` if the
        setup cannot be played.
        """

    @abstractmethod
    def answer(self, state: StateT, command: CommandT) -> EventT:
        """Return the event for a command. Raises `RuleViolation`."""

    @abstractmethod
    def next_event(self, state: StateT, rng: Shuffler) -> EventT | None:
        """Return the next automatic event, or None if a seat must act or the game is over.

        It depends only on the state, except for the order of shuffled cards.
        """

    def automatic_answer(self, state: StateT) -> CommandT | None:
        """Return an answer that some seat owes but that no longer affects any score, or None.

        The answer is given automatically. None means that every answer still owed may count. A game file in which the
        seat answered differently is equally valid.
        """
        return None

    @abstractmethod
    def evolve(self, state: StateT, event: EventT) -> StateT:
        """Return the state after an event, without checks."""

    @abstractmethod
    def asks(self, state: StateT) -> tuple[Ask, ...]:
        """Return the asks of all seats, including answered ones of open groups; empty after the game."""

    @abstractmethod
    def view(self, state: StateT, viewer: Viewer) -> ViewT:
        """Return the game as a viewer may see it, built by allow-list.

        Raises `RuleViolation` if the seat does not exist.
        """

    @abstractmethod
    def visible(self, event: EventT, viewer: Viewer, state: StateT) -> NewsT | None:
        """Return the news of an event: its log entry for a viewer in the current state, or None if they may not see it,
        or not yet. News has its own type, without fields for secrets.
        """

    @abstractmethod
    def fallback(self, view: ViewT, ask: Ask) -> CommandT:
        """Return the stand-in's command for an absent seat, one that the rules accept.

        It depends only on the ask, which must be open, and on the view of the seat that owes it.
        """

    def choose_command(self, view: ViewT, ask: Ask, level: Level = Level.ROYAL) -> CommandT:
        """Return the command of a bot of this level, which plays a whole game. By default that of `fallback`.

        It depends only on the view, the ask and the level, and the rules accept it.
        """
        return self.fallback(view, ask)

    def plan_command(self, view: ViewT, ask: Ask, level: Level, seconds: float | None) -> CommandT:
        """Return the command of a bot of this level that may plan ahead for so many seconds.

        By default that of `choose_command`, which takes milliseconds. The arguments can be pickled, so that other
        processes can plan. Without a limit of seconds, the result depends only on the view, the ask and the level.
        """
        return self.choose_command(view, ask, level)

    @abstractmethod
    def standings(self, state: StateT) -> Standings:
        """Return the final ranking, or the current one of a game in progress."""

    @abstractmethod
    def progress(self, state: StateT) -> Progress:
        """Return the progress of the game."""

    @abstractmethod
    def encode(self, event: EventT) -> tuple[str, dict[str, Any]]:
        """Return an event's stored form: kind and JSON data."""

    @abstractmethod
    def decode(self, kind: str, data: dict[str, Any]) -> EventT:
        """Build an event from its stored form. Raises ValueError if it is not one of this game."""
