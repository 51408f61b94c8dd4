"""Runner for any rules: applies a command and all automatic events until a seat must act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from engine.contract import Ask, Rules
from engine.randomness import Shuffler

SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
EventT = TypeVar("EventT")
CommandT = TypeVar("CommandT")
ViewT = TypeVar("ViewT")


class Run(NamedTuple, Generic[StateT, EventT]):
    """Events of a run, and the state after them."""

    events: list[EventT]
    state: StateT


def begin(
    rules: Rules[SetupT, StateT, EventT, Any, Any, Any], setup: SetupT, seats: int, rng: Shuffler
) -> Run[StateT, EventT]:
    """Return a new game, up to its first ask. Raises RuleViolation if the setup cannot be played."""
    return _run_automatic_events(rules, rules.initial, rules.start(setup, seats, rng), rng)


def advance(
    rules: Rules[Any, StateT, EventT, CommandT, Any, Any], state: StateT, command: CommandT, rng: Shuffler
) -> Run[StateT, EventT]:
    """Return the run after a command, up to the next ask.

    Raises RuleViolation if the rules refuse the command.
    """
    return follow(rules, state, rules.answer(state, command), rng)


def follow(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], state: StateT, event: EventT, rng: Shuffler
) -> Run[StateT, EventT]:
    """Return the run after an answer's event, up to the next ask."""
    return _run_automatic_events(rules, state, [event], rng)


def _run_automatic_events(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], state: StateT, first: Iterable[EventT], rng: Shuffler
) -> Run[StateT, EventT]:
    """Apply some events, then all automatic events."""
    evolve = rules.evolve
    events = list(first)
    for event in events:
        state = evolve(state, event)
    while (forced := _next_automatic_event(rules, state, rng)) is not None:
        events.append(forced)
        state = evolve(state, forced)
    return Run(events, state)


def _next_automatic_event(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], state: StateT, rng: Shuffler
) -> EventT | None:
    """Return the next automatic event, or None if a seat must act or the game is over.

    It includes answers that no score depends on. Record checks do not use it, because a seat may have given such an
    answer itself.
    """
    forced = rules.next_event(state, rng)
    if forced is None and (command := rules.automatic_answer(state)) is not None:
        return rules.answer(state, command)
    return forced


def play_out(
    rules: Rules[SetupT, StateT, Any, CommandT, ViewT, Any],
    setup: SetupT,
    seats: int,
    rng: Shuffler,
    choose: Callable[[ViewT, Ask], CommandT],
) -> Iterator[StateT]:
    """Yield each state of a new game in which a seat must act, and the last one.

    `choose` returns the answer to an ask from the view of its seat. A game may have no end.
    """
    state = begin(rules, setup, seats, rng).state
    while ask := next((ask for ask in rules.asks(state) if not ask.answered), None):
        yield state
        state = advance(rules, state, choose(rules.view(state, ask.seat), ask), rng).state
    yield state


def play_game(
    rules: Rules[SetupT, StateT, EventT, CommandT, ViewT, Any],
    setup: SetupT,
    players: Sequence[Callable[[ViewT, Ask], CommandT]],
    rng: Shuffler,
) -> Run[StateT, EventT]:
    """Return all events of a new game, and its final state.

    There is one seat for each player: a function that returns the answer to an ask from the view of its seat. Open
    asks are answered in the order of seats. Raises RuleViolation if the setup cannot be played, or for an illegal
    answer. A game in which no player ends it has no end.
    """
    events, state = begin(rules, setup, len(players), rng)
    while ask := next((ask for ask in rules.asks(state) if not ask.answered), None):
        run = advance(rules, state, players[ask.seat](rules.view(state, ask.seat), ask), rng)
        events += run.events
        state = run.state
    return Run(events, state)
