"""Forks of finished games: repeating the original moves leads to the same end, with the same deck."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, reduce
from random import Random

import pytest

from engine.cartographers.events import CardRevealed, Chosen, Drawn, Event, SeasonBegan, TakenBack
from engine.cartographers.game import RULES, Cartographers
from engine.cartographers.stand_in import first_legal
from engine.cartographers.state import State
from engine.contract import Ask, Seat
from engine.forks import GameAnswers, collect_answers, find_open_turn, reply_for_others
from engine.randomness import Shuffler
from engine.runner import Run, advance, follow
from engine.verification import check
from tests.engine.tools import OncePlayed
from tests.golden.test_golden import NAMES, ended, events_of, golden
from tests.golden.typical import typical_first

ONCE = OncePlayed()


@cache
def played(name: str, rules: Cartographers = ONCE) -> GameAnswers:
    return collect_answers(rules, events_of(name))


class Fork:
    """A golden game forked at a turn by one seat.

    `as_then` counts answers that the others could repeat, `not_so` those the stand-in replaced.
    """

    def __init__(self, name: str, seat: int, turn: int, rules: Cartographers = ONCE) -> None:
        self.name, self.seat, self.rules = name, Seat(seat), rules
        self.rng = Shuffler(bytes.fromhex(golden(name)["seed"]))
        self.course = played(name, rules)
        self.as_then, self.not_so = 0, 0
        begun = find_open_turn(rules, events_of(name), turn, self.rng)
        assert begun is not None
        self.number, self.turn = begun
        self.events: list[Event] = list(events_of(name)[: self.number])
        self.state: State = reduce(rules.evolve, self.events, rules.initial)
        self._others()

    @property
    def ask(self) -> Ask | None:
        asks = [ask for ask in self.rules.asks(self.state) if not ask.answered]
        assert all(ask.seat == self.seat for ask in asks)
        return asks[0] if asks else None

    def play(self) -> "Fork":
        """Play to the end with the original moves."""
        while ask := self.ask:
            self._add(self._again(ask))
            self._others()
        return self

    def play_otherwise(self) -> "Fork":
        """Play to the end with the first legal answers."""
        while ask := self.ask:
            command = first_legal(self.rules.view(self.state, ask.seat), ask)
            self._add(advance(self.rules, self.state, command, self.rng))
            self._others()
        return self

    def _again(self, ask: Ask) -> Run[State, Event]:
        event = events_of(self.name)[self.course.answers[ask.seat, self.rules.forks.question(self.state, ask)] - 1]
        return follow(self.rules, self.state, self.rules.forks.answer(self.state, ask, event), self.rng)

    def _others(self) -> None:
        all_events = events_of(self.name)
        for given in reply_for_others(self.rules, self.state, self.seat, self.course, all_events, self.rng):
            self._add(given.run)
            self.as_then += given.number is not None
            self.not_so += given.number is None

    def _add(self, run: Run[State, Event]) -> None:
        self.events += run.events
        self.state = run.state


def plain(events: Iterable[Event]) -> list[Event]:
    """Return the events without undone answers, each turn's answers in seat order."""
    kept: list[Event] = []
    for event in events:
        if isinstance(event, TakenBack):
            kept.remove(next(each for each in reversed(kept) if _is_of(each, event.seat)))
            continue
        kept.append(replace(event, attempt=0) if isinstance(event, Drawn | Chosen) else event)
    ordered: list[Event] = []
    answers: list[Drawn | Chosen] = []
    for event in kept:
        if isinstance(event, Drawn | Chosen):
            answers.append(event)
            continue
        ordered += [*sorted(answers, key=lambda answer: answer.seat), event]
        answers = []
    return ordered


def _is_of(event: Event, seat: Seat) -> bool:
    return isinstance(event, Drawn | Chosen) and event.seat == seat


def turns_of(name: str) -> list[int]:
    """The first turn, the last, and two between them."""
    last = ended(name).turn
    return sorted({1, *Random(name).sample(range(2, last), 2), last})


def seat_turns(name: str, rules: Cartographers = ONCE) -> list[tuple[int, int]]:
    chooses = played(name, rules).chooses
    return [(seat, turn) for turn in turns_of(name) for seat in range(ended(name).seats) if chooses(Seat(seat), turn)]


@pytest.mark.parametrize("name", typical_first(NAMES))
def test_who_does_what_was_done_comes_to_the_same_events(name: str) -> None:
    for seat, turn in seat_turns(name):
        fork = Fork(name, seat, turn).play()
        assert plain(fork.events) == plain(events_of(name)), (seat, turn)
        assert fork.state.boards == ended(name).boards
        assert RULES.standings(fork.state) == RULES.standings(ended(name))
        assert fork.not_so == 0


@pytest.mark.parametrize("name", typical_first(NAMES))
def test_who_does_otherwise_plays_with_the_same_deck_and_by_the_rules(name: str) -> None:
    for seat, turn in seat_turns(name, RULES):
        fork = Fork(name, seat, turn, RULES).play_otherwise()
        assert fork.state.over
        assert check(RULES, fork.events) == fork.state
        for kind in (SeasonBegan, CardRevealed):
            of_both = [[_card(each) for each in events if isinstance(each, kind)] for events in _both(fork)]
            assert of_both[0] == of_both[1]


def _both(fork: Fork) -> tuple[list[Event], list[Event]]:
    return fork.events, list(events_of(fork.name))


def _card(event: Event) -> object:
    """Return a card's name alone, as its turn depends on whether monsters find anything to destroy."""
    return event.card if isinstance(event, CardRevealed) else event


def test_others_find_what_they_did_where_turns_have_shifted() -> None:
    """Check forks with shifted turns, where a monster finds something to destroy in only one game."""
    as_then = not_so = 0
    for name in NAMES:
        for seat, turn in seat_turns(name, RULES):
            fork = Fork(name, seat, turn, RULES).play_otherwise()
            if fork.state.seats > 1 and fork.state.turn != ended(name).turn:
                as_then += fork.as_then
                not_so += fork.not_so
    assert as_then > 5 * not_so > 0


@pytest.mark.parametrize("name", typical_first(name for name in NAMES if ended(name).seats > 1))
def test_the_moment_is_before_anybody_has_answered(name: str) -> None:
    rng = Shuffler(bytes.fromhex(golden(name)["seed"]))
    for turn in range(1, ended(name).turn + 1):
        found = find_open_turn(RULES, events_of(name), turn, rng)
        if found is None:
            continue
        state = reduce(RULES.evolve, events_of(name)[: found.number], RULES.initial)
        assert found.turn >= turn
        assert {ask.turn for ask in RULES.asks(state)} == {found.turn}
        assert not any(ask.answered for ask in RULES.asks(state))
