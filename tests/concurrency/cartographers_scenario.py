"""Cartographers under many threads: ambushes, full maps and the ends of seasons come as the deck has them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.cartographers.events import TurnClosed
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.log.state import log
from games.tables.models import Table

_GAMES = {"cartographers": "games.cartographers.game.CARTOGRAPHERS"}


@dataclass(frozen=True)
class CartographersScenario:
    """The game that one click starts."""

    games: Mapping[str, str] = field(default_factory=lambda: _GAMES)

    def open_table(self, people: Sequence[User]) -> Table:
        host, *guests = people
        new = NewTable("cartographers", "Rush", CARTOGRAPHERS.solo_options(), len(people))
        table = services.create_table(host=host, new=new)
        for guest in guests:
            table = services.join(table=table.code, user=guest)
        return table

    def reveals(self, table: Table) -> Counter[int]:
        last = Table.objects.get(pk=table.pk).number
        return Counter(entry.event.turn for entry in log(table, up_to=last) if isinstance(entry.event, TurnClosed))


SCENARIO = CartographersScenario()
