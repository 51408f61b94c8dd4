"""`play`: a game against the computer in a terminal."""

from __future__ import annotations

from engine import Ask, RuleViolation, Seat, Shuffler, advance, begin
from engine.command_line.console import Console
from engine.gisborne import (
    RULES,
    Discard,
    Give,
    Keep,
    Lay,
    Setup,
    View,
    cards_text,
    gisborne,
    parse_cards,
)
from engine.gisborne.command_line.words import count_text, field_text, news_text, refusal_text, way_text
from engine.gisborne.commands import Command
from engine.gisborne.players.heuristic import choose_command

YOU = Seat(0)
HELP = {
    "lay": 'lay cards, such as "2s3 s2", or put "tent" before them or lay it alone, and your pawn stays',
    "river": 'discard cards, such as "2b1"',
    "wolves": "give up a chip by typing its value",
    "keep": "put cards into your chest by typing how many",
}


class Game:
    """Game in progress, shown to the player of seat 0."""

    def __init__(self, seats: int, rng: Shuffler, console: Console) -> None:
        self._rng, self._console = rng, console
        self._events, self._state = begin(RULES, Setup(gisborne()), seats, rng)
        self._continue()

    @property
    def over(self) -> bool:
        """True once the game is over."""
        return self._view.over

    @property
    def _view(self) -> View:
        return RULES.view(self._state, YOU)

    def do(self, typed: str) -> None:
        """Respond to typed input."""
        ask = next(ask for ask in RULES.asks(self._state) if ask.seat == YOU)
        try:
            self._give(_parse_command(ask, typed))
        except RuleViolation as refused:
            self._console.say(refusal_text(refused), f"You can {HELP[ask.kind]}.")
        except ValueError:
            self._console.say(f"You can {HELP[ask.kind]}.")
        else:
            self._continue()

    def standings_lines(self) -> list[str]:
        """Return a line for each place."""
        return [
            f"{place.rank}. seat {place.seat}: {count_text(place.score, 'point')}"
            for place in RULES.standings(self._state).places
        ]

    def _give(self, command: Command) -> None:
        run = advance(RULES, self._state, command, self._rng)
        self._events, self._state = self._events + run.events, run.state

    def _continue(self) -> None:
        """Let the other seats answer until seat 0 has to."""
        while asks := [ask for ask in RULES.asks(self._state) if not ask.answered]:
            others = [ask for ask in asks if ask.seat != YOU]
            if not others:
                break
            self._give(choose_command(RULES.view(self._state, others[0].seat), others[0]))
        self._show()

    def _show(self) -> None:
        for event in self._events:
            if (news := RULES.visible(event, YOU, self._state)) and (line := news_text(news)):
                self._console.say(f"  {line}.")
        self._events = []
        view = self._view
        if view.over:
            return
        pawns = ", ".join(f"seat {seat} on {field_text(view.at[seat])}" for seat in view.ranks)
        chips = ", ".join(f"{value} on {field_text(at)}" for at, value in sorted(view.on_way.items()))
        self._console.say(
            f"Round {view.round}. Way: {way_text(view)}",
            f"Pawns: {pawns}. Chips: {chips or 'none'}.",
            f"Your hand (seat {YOU}): {cards_text(view.hand) or 'empty'}. You can {HELP[view.phase]}.",
        )


def _parse_command(ask: Ask, typed: str) -> Command:
    """Read a command. Raises ValueError."""
    match ask.kind:
        case "lay":
            tent = typed.startswith("tent")
            return Lay(ask.seat, ask.turn, parse_cards(typed.removeprefix("tent")), tent)
        case "river":
            return Discard(ask.seat, ask.id, parse_cards(typed))
        case "wolves":
            return Give(ask.seat, ask.id, int(typed))
        case _:
            return Keep(ask.seat, ask.id, int(typed))
