"""Scenarios: what tests and benchmarks that play any game know of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine.cartographers import commands
from engine.cartographers.game import RULES
from engine.contract import Ask, Seat
from engine.gisborne import commands as gisborne_commands
from engine.gisborne.game import RULES as GISBORNE_RULES
from games.accounts.models import User
from games.tables.game import AnyRules, game_named
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.log.state import cache
from games.tables.models import Table, TableEvent
from tests.engine.gisborne_games import random_answer
from tests.engine.tools import any_placement
from tests.games.cartographers.play import offer_to
from tests.games.tables import toy_rules
from tests.games.tables.at_once import go_on
from tests.games.tables.present import present


@dataclass(frozen=True)
class Scenario:
    """One game under test: its key, and the dotted path that `CARTO_GAMES` names.

    `turns` is the kind of the stored event that a turn has once. `command` returns a random legal answer to an ask,
    `take_back` the command that takes back the answer. `options` are those of its tables, None for those of a game that
    one click starts. `secrets` are texts in stored events that no page may ever hold; the seed is looked for in every
    game.
    """

    key: str
    path: str
    turns: str
    command: Callable[[Random, Any, Ask], Any]
    take_back: Callable[[Ask], Any]
    options: Mapping[str, Any] | None = None
    secrets: tuple[bytes, ...] = ()

    @property
    def games(self) -> dict[str, str]:
        """The setting CARTO_GAMES under which it is played."""
        return {self.key: self.path}

    @property
    def fewest(self) -> int:
        """Number of people at its smallest table with company."""
        return max(2, game_named(self.key).seats.start)

    def open_table(self, people: Sequence[User], **fields: Any) -> Table:
        """Return a game that has begun, with those people seated in their order."""
        host, *guests = people
        options = game_named(self.key).solo_options() if self.options is None else dict(self.options)
        new = NewTable(self.key, "Rush", options or {}, len(people), **fields)
        table = services.create_table(host=host, new=new)
        for guest in guests:
            table = services.join(table=table.code, user=guest)
        return table

    def play(self, table: Table, people: Sequence[User], answers: int | None = None) -> Table:
        """Play on with the stand-in's answers, so many or to the end."""
        left = [-1 if answers is None else answers]

        def following(rules: AnyRules, state: Any) -> tuple[Seat, str, Any] | None:
            ask: Ask | None = next((ask for ask in rules.asks(state) if not ask.answered), None)
            left[0] -= 1
            return None if ask is None or left[0] == -1 else (ask.seat, ask.id, answer_of(rules, state, ask))

        go_on(table, following, people)
        cache.clear()
        return present(table)

    def reveals(self, table: Table) -> Counter[int]:
        """Return how often each turn of a table came; none should be there twice."""
        return Counter(TableEvent.objects.filter(table=table, kind=self.turns).values_list("turn", flat=True))


def answer_of(rules: AnyRules, state: Any, ask: Ask) -> Any:
    """Return the command of the stand-in."""
    return rules.fallback(rules.view(state, ask.seat), ask)


def _draw(rng: Random, state: Any, ask: Ask) -> Any:
    if state.choice:
        return answer_of(RULES, state, ask)
    return commands.Draw(ask.seat, ask.turn, any_placement(rng, offer_to(state, ask.seat)))


def _pick(rng: Random, _state: Any, ask: Ask) -> Any:
    return toy_rules.Pick(ask.seat, ask.turn, rng.randrange(10), toy_rules.Kind(ask.kind))


CARTOGRAPHERS = Scenario(
    key="cartographers",
    path="games.cartographers.game.CARTOGRAPHERS",
    turns="turn_closed",
    command=_draw,
    take_back=lambda ask: commands.TakeBack(ask.seat, ask.turn),
)
TOY = Scenario(
    key="toy",
    path="tests.games.tables.toy_features.TOY",
    turns="revealed",
    command=_pick,
    take_back=lambda ask: toy_rules.TakeBack(ask.seat, ask.turn, toy_rules.Kind(ask.kind)),
    options={"turns": 12},
    secrets=(toy_rules.SECRET.encode(),),
)
GISBORNE = Scenario(
    key="gisborne",
    path="games.gisborne.game.GISBORNE",
    turns="revealed",
    command=lambda rng, state, ask: random_answer(GISBORNE_RULES.view(state, ask.seat), ask, rng),
    take_back=lambda ask: gisborne_commands.TakeBack(ask.seat, ask.id),
    options={"laid_numbers": "behind", "final_scorings": "1"},
)
SMALL = replace(TOY, path="tests.games.tables.toy.SMALL")
SCENARIOS = (CARTOGRAPHERS, GISBORNE, TOY, SMALL)
"""A game joins the tests of any game here."""
