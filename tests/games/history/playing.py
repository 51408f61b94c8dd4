"""Games played at tables of the site, and their records."""

from collections.abc import Callable
from typing import Any

from engine.cartographers.stand_in import first_legal
from engine.contract import Ask, Seat
from games.accounts.models import User
from games.tables.game import AnyRules
from games.tables.lobby.services import NewTable, create_table, join
from games.tables.log.state import cache
from games.tables.models import Access, Table
from tests.games.tables.at_once import go_on
from tests.games.tables.present import present
from tests.games.tables.toy_features import TOY

OPTIONS: dict[str, dict[str, Any]] = {
    "cartographers": {"sheet": "A", "edicts": [], "single_terrain": "any"},
    "toy": {"turns": 3},
}
FIRST: dict[str, Callable[[Any, Ask], Any]] = {"cartographers": first_legal, "toy": TOY.rules.fallback}
"""The first answer that is legal, by game."""
Take = Callable[..., tuple[str, bool]]
"""Imports lines: what the command prints, and whether it succeeds."""
Verify = Callable[[Any], tuple[str, bool]]
"""Runs the command on a document, or on bytes: what it prints, and whether it is content."""


def begun(*people: User, game: str = "cartographers", access: Access = Access.OPEN, **options: Any) -> Table:
    """Start a game."""
    new = NewTable(game, "Desk", {**OPTIONS[game], **options}, len(people), access=access)
    table = create_table(host=people[0], new=new)
    for guest in people[1:]:
        table = join(table=table.code, user=guest)
    return Table.objects.get(pk=table.pk)


def played(*people: User, game: str = "cartographers", access: Access = Access.OPEN, **options: Any) -> Table:
    """Play a game to its end with the first legal answer each time."""
    return play_on(begun(*people, game=game, access=access, **options), *people)


def play_on(table: Table, *people: User, answer: Callable[[Any, Ask], Any] | None = None) -> Table:
    """Play a table's game to its end with these answers, or with the first legal ones."""
    choose = answer or FIRST[table.game]

    def following(rules: AnyRules, state: Any) -> tuple[Seat, str, Any] | None:
        ask = next((ask for ask in rules.asks(state) if not ask.answered), None)
        return ask and (ask.seat, ask.id, choose(rules.view(state, ask.seat), ask))

    go_on(table, following, people)
    cache.clear()
    return present(table)


def first(record: dict[str, Any], kind: str, nth: int = 0) -> dict[str, Any]:
    """The nth event of a kind in a record."""
    event: dict[str, Any] = [event for event in record["events"] if event["kind"] == kind][nth]
    return event
