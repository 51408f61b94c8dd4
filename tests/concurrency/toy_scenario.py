"""The toy game under many threads."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.accounts.models import User
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import Table, TableEvent


@dataclass(frozen=True)
class ToyScenario:
    """A long game, of which each seat picks what an absent one would."""

    games: Mapping[str, str] = field(default_factory=lambda: {"toy": "tests.games.tables.toy.TOY"})

    def open_table(self, people: Sequence[User]) -> Table:
        host, *guests = people
        table = services.create_table(host=host, new=NewTable("toy", "Rush", {"turns": 40}, len(people)))
        for guest in guests:
            table = services.join(table=table.code, user=guest)
        return table

    def reveals(self, table: Table) -> Counter[int]:
        return Counter(event.data["turn"] for event in TableEvent.objects.filter(table=table, kind="revealed"))


SCENARIO = ToyScenario()
