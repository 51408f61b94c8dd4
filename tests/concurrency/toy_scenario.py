"""The toy game under many threads."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Seat
from games.accounts.models import User
from games.tables import services
from games.tables.models import Table, TableEvent
from games.tables.services import NewTable
from tests.games.tables.toy import Pick


@dataclass(frozen=True)
class ToyScenario:
    """Each seat picks its own number."""

    games: Mapping[str, str] = field(default_factory=lambda: {"toy": "tests.games.tables.toy.TOY"})

    def open_table(self, people: Sequence[User]) -> Table:
        host, *guests = people
        table = services.create_table(host=host, new=NewTable("toy", "Rush", {"turns": 40}, len(people)))
        for guest in guests:
            table = services.join(table=table.code, user=guest)
        return table

    def answer(self, state: Any, seat: Seat) -> tuple[str, Any]:
        return f"pick:{state.turn}", Pick(seat, state.turn, seat % 10)

    def reveals(self, table: Table) -> Counter[int]:
        return Counter(event.data["turn"] for event in TableEvent.objects.filter(table=table, kind="revealed"))


SCENARIO = ToyScenario()
