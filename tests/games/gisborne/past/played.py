"""Tables of Gisborne that have been played at random for some rounds or to the end."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.contract import Seat
from engine.gisborne.game import RULES
from games.accounts.models import User
from games.tables.log.state import cache
from games.tables.models import Table
from tests.engine.gisborne_games import random_answer
from tests.games.gisborne.play import gather
from tests.games.tables.at_once import go_on
from tests.games.tables.present import present


def played_table(people: Sequence[User], rounds: int = 999, number: int = 1) -> Table:
    """Return a table after so many closed rounds, or at the end of its game."""
    table, rng = gather(*people), Random(number)

    def following(_rules: Any, state: Any) -> tuple[Seat, str, Any] | None:
        ask = next((ask for ask in RULES.asks(state) if not ask.answered), None)
        if ask is None or state.round.number > rounds:
            return None
        return ask.seat, ask.id, random_answer(RULES.view(state, ask.seat), ask, rng)

    go_on(table, following, people)
    cache.clear()
    return present(table)
