"""`play`: a solo game in a terminal."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping

from engine import RuleViolation, Seat, Shuffler, advance, begin
from engine.cartographers import (
    RULES,
    Choose,
    Draw,
    NotationError,
    Setup,
    UseSkill,
    View,
    forecast_view,
    placement_of,
    space_of,
)
from engine.cartographers.command_line import game_text, score, setups, words
from engine.command_line.console import Console
from engine.command_line.input import parse_seed
from engine.randomness import SEED_BYTES

_ALONE = Seat(0)
_SKILL = "skill "


def declare(parser: ArgumentParser) -> None:
    """Add the command's arguments to the parser."""
    setups.declare(parser)
    parser.add_argument("--seed", metavar="HEX", help="64 hex digits that determine all randomness (default: random)")


def run(args: Namespace, console: Console) -> int:
    """Play until the game or the input ends. Raises UsageError, or RuleViolation for an invalid setup."""
    setup = setups.parse_setup(args)
    seed = parse_seed(args.seed) if args.seed is not None else secrets.token_bytes(SEED_BYTES)
    game = _Game(setup, Shuffler(seed), console)
    while not game.view.over:
        typed = console.ask("> ")
        if typed is None or typed.lower() == "quit":
            console.say(words.BYE)
            break
        game.do(typed)
    else:
        console.say(*game_text.result_lines(game.view))
    console.say(f"{words.SEED}: {seed.hex()}")
    return 0


class _Game:
    """Game in progress, shown to its player."""

    def __init__(self, setup: Setup, rng: Shuffler, console: Console) -> None:
        self._rng, self._console = rng, console
        self._events, self._state = begin(RULES, setup, 1, rng)
        console.say(*game_text.setup_lines(self.view))
        self._print_news()

    @property
    def view(self) -> View:
        """Player's view of the game."""
        return RULES.view(self._state, _ALONE)

    def do(self, typed: str) -> None:
        """Respond to typed input."""
        word = typed.lower()
        if word in _QUERIES:
            self._console.say(*_QUERIES[word](self.view, self._console.colour))
        elif word:
            self._play(typed)

    def _play(self, typed: str) -> None:
        view = self.view
        try:
            command: Draw | Choose | UseSkill
            if typed.lower().startswith(_SKILL):
                command = UseSkill(_ALONE, view.turn, typed.lower().removeprefix(_SKILL).strip())
            elif view.choice is not None:
                command = Choose(_ALONE, view.turn, space_of(typed))
            else:
                command = Draw(_ALONE, view.turn, placement_of(typed))
            self._events, self._state = advance(RULES, self._state, command, self._rng)
        except NotationError as error:
            self._console.say(words.unknown_input_text(error.reason))
        except RuleViolation as refused:
            self._console.say(*(words.refusal_text(violation.code, violation.details) for violation in refused.reasons))
        else:
            self._print_news()

    def _print_news(self) -> None:
        view = self.view
        for event in self._events:
            self._console.say(*game_text.event_lines(*RULES.encode(event), view))
        if not view.over:
            self._console.say(*game_text.open_turn_lines(view, self._console.colour))


def _help(_view: View, _colour: bool) -> list[str]:
    return list(words.HELP)


def _legal(view: View, _colour: bool) -> list[str]:
    return list(game_text.legal_answer_lines(view))


def _score(view: View, _colour: bool) -> list[str]:
    forecast = forecast_view(view, view.positions[_ALONE])
    lines = [line for tally in forecast.edicts for line in score.tally_lines(tally)]
    return [*lines, *score.loss_lines(view.boards[_ALONE]), words.count_text(forecast.coins.total, "coin")]


def _map(view: View, colour: bool) -> list[str]:
    return list(game_text.open_turn_lines(view, colour))


_QUERIES: Mapping[str, Callable[[View, bool], list[str]]] = {
    "help": _help,
    "legal": _legal,
    "score": _score,
    "map": _map,
}
"""Query commands, which don't change the game."""
