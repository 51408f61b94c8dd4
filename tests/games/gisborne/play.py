"""Tables of Gisborne, played through the forms on their pages."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.test import Client

from engine.contract import Ask, Seat
from engine.gisborne.cards import Cards
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay
from engine.gisborne.game import RULES
from engine.gisborne.players.heuristic import choose_command
from engine.gisborne.state import Debt, State
from engine.gisborne.view import LayDesk, View
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.log.state import cache, load
from games.tables.models import Table
from tests.games.tables.present import present

OPTIONS = {"laid_numbers": "behind", "final_scorings": "1"}
RIVER_SEED = bytes(32)
"""Seed of a game whose first path tile has two rivers."""
FORM = re.compile(r'<form[^>]* action="(/tables/\w+/turns/\d+/(?:lay|discard|give|chest))".*?</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="(command_id|question)" value="([^"]*)"')

Player = Callable[[Any, Ask], Command]


def gather(*users: User, capacity: int = 0, **options: Any) -> Table:
    """Return a table with those people, the first of them its host: it plays, unless seats are free."""
    new = NewTable("gisborne", "Way", {**OPTIONS, **options}, capacity or len(users))
    table = services.create_table(host=users[0], new=new)
    for guest in users[1:]:
        services.join(table=table.code, user=guest)
    return present(table)


def state_of(table: Table) -> State:
    """Return the full game state and cache it, as the commits held back by a test's transaction would."""
    loaded = load(present(table))
    cache.keep(table.code, loaded)
    state: State = loaded.state
    return state


def open_ask(table: Table) -> Ask | None:
    """Return an ask without an answer, None once the game is over."""
    return next((ask for ask in RULES.asks(state_of(table)) if not ask.answered), None)


def fields_of(command: Command) -> dict[str, str]:
    """Return the fields that a page's form sends for a command."""
    match command:
        case Lay(cards=cards, tent=tent):
            return _numbers(cards) | ({"tent": "on"} if tent else {})
        case Discard(cards=cards):
            return _numbers(cards)
        case Give(value=number) | Keep(chest=number):
            return {"number": str(number)}
        case _:
            raise AssertionError(command)


def _numbers(cards: Cards) -> dict[str, str]:
    return {face.value: str(cards.count(face)) for face in cards}


def answer_one(table: Table, clients: Sequence[Client], player: Player = choose_command) -> bool:
    """Answer one open ask through the form on the page of its seat; return False if there is none."""
    ask = open_ask(table)
    if ask is None:
        return False
    client = clients[ask.seat]
    page = client.get(f"/tables/{table.code}/").content.decode()
    form = FORM.search(page)
    assert form, f"{ask.id}: no form"
    command = player(RULES.view(state_of(table), ask.seat), ask)
    answer = client.post(form[1], dict(HIDDEN.findall(form[0])) | fields_of(command))
    assert answer.status_code == 303, (ask.id, answer.status_code)
    return True


def hoard(view: View, ask: Ask) -> Command:
    """Lay the lowest card alone, so that many are left at a river."""
    if isinstance(view.desk, LayDesk):
        return Lay(ask.seat, view.round, view.desk.hand[:1], tent=False)
    return choose_command(view, ask)


def play_until(
    table: Table, clients: Sequence[Client], reached: Callable[[State], bool], player: Player = choose_command
) -> State:
    """Play until a state is reached, or to the end; return the state."""
    while not reached(state_of(table)) and answer_one(table, clients, player):
        pass
    return state_of(table)


def play_to_a_river(table: Table, clients: Sequence[Client]) -> tuple[Seat, Cards, int]:
    """Play until a seat must choose cards to discard; return it, its hand and how many cards must go."""
    state = play_until(table, clients, lambda state: bool(state.round.owes), hoard)
    owed = state.round.owes
    assert owed
    assert owed.kind is Debt.RIVER
    return owed.seat, state.hands[owed.seat], owed.count
