"""Player that looks ahead: it compares its answers in sampled worlds, in which all seats then play by the heuristic.

Each world is a game that agrees with the view, with its own cards, tiles and chips to come. All candidates meet the
same worlds. These are played out to the end of the round, or of a later one, after which `win_chances` rates them.
Again and again the worse half of the candidates is dropped, so that the best ones meet the most worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from random import Random
from statistics import mean, stdev
from time import perf_counter
from typing import Final

from engine.contract import Ask, Seat
from engine.gisborne.cards import Cards, sort_cards, steps_of, without
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay
from engine.gisborne.evolution import evolve
from engine.gisborne.players import heuristic
from engine.gisborne.players.chances import win_chances
from engine.gisborne.players.player import UNLIMITED, Budget
from engine.gisborne.plays import MOST_MIXED, find_plays
from engine.gisborne.rules import fields, lay, rounds, scoring
from engine.gisborne.sampling import sample
from engine.gisborne.state import State
from engine.gisborne.view import KeepDesk, LayDesk, RiverDesk, View, WolvesDesk, view
from engine.randomness import SEED_BYTES, Shuffler

PLAYOUTS: Final = 240
"""Playouts of an answer for which the budget sets no limit."""
ROUNDS: Final = 1
"""Rounds that are played out, the current one included."""
WIDTH: Final = 10
"""Plays that are compared: those that the heuristic weighs highest. The bare tent comes in addition."""
FEWEST: Final = 2
"""Candidates among which the rest of the budget is spent."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Answer with the share of games that its seat may expect to win after it, and the standard error of that share.

    `playouts` counts the worlds in which it was tried. `behind` is the standard error of how far it is behind the best
    answer in these: much smaller, as luck is the same for both. Errors are infinite for fewer than two worlds.
    """

    command: Command
    wins: float
    error: float
    behind: float
    playouts: int


@dataclass(slots=True)
class _Candidate:
    """Answer, and the chance to win after it in each world. `stays` if it meets all worlds, however bad it is."""

    command: Command
    stays: bool = False
    chances: list[float] = field(default_factory=list)

    @property
    def wins(self) -> float:
        """Mean chance."""
        return mean(self.chances) if self.chances else 0.0


class _Limit:
    """Budget of one comparison, as far as it is used."""

    def __init__(self, budget: Budget, clock: Callable[[], float]) -> None:
        self._seconds, self._playouts = (inf if most is None else most for most in (budget.seconds, budget.playouts))
        if budget == UNLIMITED:
            self._playouts = PLAYOUTS
        self._clock, self._begun, self.used = clock, clock(), 0

    def is_reached(self, share: float = 1) -> bool:
        """Return True if a share of the budget is used."""
        if self.used >= share * self._playouts:
            return True
        return self._seconds < inf and self._clock() - self._begun >= share * self._seconds


@dataclass(frozen=True, slots=True)
class Search:
    """Player that compares its better answers in sampled worlds, for the best chance to win.

    It stops at the first limit of the budget; without one, after `PLAYOUTS` playouts. Every world that is begun is
    finished for all candidates, so it may take slightly longer. `seed` decides which worlds are tried, together with
    the ask and its `tie_key`. `rounds` are those that are played out. `clock` measures the seconds of a budget.
    `handicaps` are added to the final points, by seat, () for none.
    """

    seed: bytes = bytes(SEED_BYTES)
    rounds: int = ROUNDS
    clock: Callable[[], float] = perf_counter
    handicaps: Sequence[int] = ()

    def choose(self, view: View, ask: Ask, budget: Budget = UNLIMITED) -> Command:
        """Return the command for an open ask of the viewer."""
        best, *_ = self._compare(view, ask, budget)
        return best.command

    def rate(self, view: View, ask: Ask, budget: Budget = UNLIMITED, also: Sequence[Command] = ()) -> list[Expectation]:
        """Return the candidates, and the commands in `also`, with what the viewer may expect of them, best first.

        Those in `also` meet every world, the candidates only as long as they are good. What is expected of one that was
        dropped is compared with the best in the worlds that both met. Raises RuleViolation for an illegal command.
        """
        compared = self._compare(view, ask, budget, also)
        best = compared[0]
        return sorted((_expectation(each, best) for each in compared), key=lambda each: -each.wins)

    def _compare(self, view: View, ask: Ask, budget: Budget, also: Sequence[Command] = ()) -> list[_Candidate]:
        """Return the candidates, the best first, the others by when they were dropped."""
        limit = _Limit(budget, self.clock)
        others = [command for command in _candidates(view, ask) if command not in also]
        alive = [*(_Candidate(command, stays=True) for command in also), *map(_Candidate, others)]
        if len(alive) == 1:
            return alive
        dropped, number = list[_Candidate](), 0
        for share in _shares(len(alive)):
            while not number or not limit.is_reached(share):
                world = _World(view, ask, self._random(ask, number))
                for each in alive:
                    each.chances.append(win_chances(world.play(each.command, self.rounds), self.handicaps)[ask.seat])
                number += 1
                limit.used += len(alive)
            alive.sort(key=lambda each: -each.wins)
            if share < 1:
                worse = [each for each in alive[(len(alive) + 1) // 2 :] if not each.stays]
                alive = [each for each in alive if each not in worse]
                dropped = worse + dropped
        return alive + dropped

    def _random(self, ask: Ask, number: int) -> Random:
        """Return the random numbers of a numbered world."""
        return Random(f"{self.seed.hex()}:{ask.tie_key}:{ask.id}:{number}")  # noqa: S311


def _shares(candidates: int) -> Iterator[float]:
    """Yield the shares of the budget after which half of the candidates are dropped, and 1."""
    stages = 1
    while candidates > FEWEST:
        candidates, stages = (candidates + 1) // 2, stages + 1
    for stage in range(1, stages + 1):
        yield stage / stages


def _expectation(each: _Candidate, best: _Candidate) -> Expectation:
    """Return what may be expected, as if all had met the worlds of the best."""
    number = len(each.chances)
    if number < 2:
        error = behind = inf
    else:
        differences = [more - less for more, less in zip(best.chances, each.chances, strict=False)]
        error, behind = (stdev(values) / sqrt(number) for values in (each.chances, differences))
    wins = each.wins + best.wins - mean(best.chances[:number]) if number else 0.0
    return Expectation(each.command, min(max(wins, 0.0), 1.0), error, behind, number)


def _candidates(seen: View, ask: Ask) -> list[Command]:
    """Return the answers to compare, the one of the heuristic first."""
    seat, chosen = ask.seat, heuristic.choose_command(seen, ask)
    match seen.desk:
        case LayDesk() as desk:
            plays = sorted(
                heuristic.weigh_plays(seen, seat, desk, seen.definition.most_cards), key=lambda play: -play[0]
            )
            found: list[Command] = [Lay(seat, ask.turn, cards) for _, cards in plays[:WIDTH]]
            found.append(Lay(seat, ask.turn, (), tent=True))
        case RiverDesk(hand, surplus):
            found = [Discard(seat, ask.id, without(hand, cards)) for cards in _kept(hand, len(hand) - surplus)]
        case WolvesDesk(chips):
            found = [Give(seat, ask.id, chip) for chip in sorted(set(chips))]
        case KeepDesk(dealt):
            found = [Keep(seat, ask.id, number) for number in range(dealt + 1)]
        case _:
            raise AssertionError("the ask is open")
    return [chosen, *(command for command in found if command != chosen)]


def _kept(hand: Cards, number: int) -> list[Cards]:
    """Return the hands of highest value that may be kept at a river, none where there are very many."""
    if number > MOST_MIXED:
        return []
    kept = [cards for cards in find_plays(hand, number, mixed=True) if len(cards) == number]
    return sorted(kept, key=steps_of, reverse=True)[:WIDTH]


class _World:
    """Sampled game in which the other seats have answered by the heuristic what they are asked at the same time."""

    def __init__(self, seen: View, ask: Ask, rng: Random) -> None:
        self._state = _with_other_answers(sample(seen, rng), ask.seat, seen.numbers)
        self._shuffler = Shuffler(rng.randbytes(SEED_BYTES))

    def play(self, command: Command, number: int) -> State:
        """Return the state after a command and a number of rounds. Raises RuleViolation."""
        state = self._run(_answered(self._state, command))
        end = self._state.round.number + number
        while state.round.number < end and (asks := _open(state)):
            state = self._run(_answered(state, heuristic.choose_command(view(state, asks[0].seat), asks[0])))
        return state

    def _run(self, state: State) -> State:
        while (event := rounds.next_event(state, self._shuffler)) is not None:
            state = evolve(state, event)
        return state


def _open(state: State) -> list[Ask]:
    return [ask for ask in rounds.asks(state) if not ask.answered]


def _with_other_answers(state: State, seat: Seat, sizes: Sequence[int | None]) -> State:
    """Return the state with answers of the heuristic for all other seats that are asked, in place of sampled ones.

    What a seat has sealed is not known, and a good answer is likelier than a random one. Where the size of a play is
    known, it is kept.
    """
    asks = [ask for ask in rounds.asks(state) if ask.seat != seat]
    for ask in asks:
        if ask.answered:
            state = _without_answer(state, ask.seat)
    for ask in asks:
        seen, open_ask = view(state, ask.seat), replace(ask, answered=False)
        size = sizes[ask.seat] if ask.answered else None
        state = _answered(state, _likely_answer(seen, open_ask, size))
    return state


def _likely_answer(seen: View, ask: Ask, size: int | None) -> Command:
    """Return the answer of the heuristic, or its best play of a size, the tent counted."""
    chosen, desk = heuristic.choose_command(seen, ask), seen.desk
    if not size or not isinstance(chosen, Lay) or not isinstance(desk, LayDesk):
        return chosen
    if len(chosen.cards) + chosen.tent == size:
        return chosen
    plays = [play for play in heuristic.weigh_plays(seen, ask.seat, desk, size) if len(play[1]) == size]
    if plays:
        return Lay(ask.seat, ask.turn, max(plays, key=lambda play: play[0])[1])
    return Lay(ask.seat, ask.turn, desk.hand[: size - 1], tent=True)


def _without_answer(state: State, seat: Seat) -> State:
    now, open_ = state.round, state.round.scoring
    if open_:
        choices = list(open_.choices)
        choices[open_.rank(seat)] = None
        return state._replace(round=now._replace(scoring=replace(open_, choices=tuple(choices))))
    plays, hands, play = list(now.plays), list(state.hands), now.plays[seat]
    assert play is not None, "the seat has answered"
    plays[seat], hands[seat] = None, sort_cards((*hands[seat], *play.cards))
    return state._replace(hands=tuple(hands), round=now._replace(plays=tuple(plays)))


def _answered(state: State, command: Command) -> State:
    """Return the state after a command, without what follows by itself. Raises RuleViolation."""
    match command:
        case Lay():
            return evolve(state, lay.lay(state, command))
        case Discard():
            return evolve(state, fields.discard(state, command))
        case Give():
            return evolve(state, fields.give(state, command))
        case Keep():
            return evolve(state, scoring.keep(state, command))
    raise AssertionError("players take nothing back")
