"""Helpers for tests of Cartographers tables: users, clients, and shapes submitted as the page does."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any
from uuid import uuid4

from django.test import Client

from engine.cartographers.commands import Draw
from engine.cartographers.game import RULES
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.notation import Placement, space_name
from engine.cartographers.placement import Offer
from engine.cartographers.state import State
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.setting_up.options import defaults
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.log.state import cache, load
from games.tables.models import Access, Table, TableEvent
from games.tables.time_control import NO_CLOCK, TimeControl
from tests.engine.tools import any_placement
from tests.games.tables.at_once import go_on
from tests.games.tables.present import present

# A game of one or two that begins with a card everybody draws on their own map: a small shape with four orientations
# and a larger one with eight.
TWO_SHAPES = bytes(31) + b"\x17"


def gather(
    *users: User, access: Access = Access.OPEN, capacity: int = 0, tempo: TimeControl = NO_CLOCK, **options: Any
) -> Table:
    """A table with those people, the first of them its host: it plays, unless more seats wait for somebody.

    It plays the base game unless the options name a set, or choices of a mix.
    """
    base = (
        PRESETS[Preset.CARTOGRAPHERS].as_json()
        if "set" not in options and options.keys() - defaults().keys()
        else defaults()
    )
    new = NewTable("cartographers", "Desk", {**base, **options}, capacity or len(users), access, tempo=tempo)
    table = services.create_table(host=users[0], new=new)
    for guest in users[1:]:
        services.join(table=table.code, user=guest)
    return Table.objects.get(pk=table.pk)


def state_of(table: Table) -> State:
    """Return the full game state and cache it, as the commits held back by a test's transaction would."""
    loaded = load(present(table))
    cache.keep(table.code, loaded)
    state: State = loaded.state
    return state


def events(table: Table) -> int:
    """Return the number of stored events."""
    return TableEvent.objects.filter(table=table).count()


def offer_to(state: State, seat: int) -> Offer:
    """Return the shapes that a seat may draw now."""
    desk = RULES.view(state, Seat(seat)).desk
    assert desk is not None
    return desk.offer


def awaited(state: State) -> list[Seat]:
    """Return the seats that have not drawn yet."""
    return [ask.seat for ask in RULES.asks(state) if not ask.answered]


def first_placement(state: State, seat: int) -> Placement:
    """The first placement that the rules allow a seat."""
    return next(offer_to(state, seat).placements())


def fields(placement: Placement, **changes: Any) -> dict[str, Any]:
    """Return a placement's form data as the page submits it, with changes."""
    sent = {
        "option": str(placement.option + 1),
        "terrain": placement.terrain.word,
        "held": placement.turn.code,
        "anchor": space_name(placement.anchor),
        "command_id": str(uuid4()),
    }
    return {name: value for name, value in {**sent, **changes}.items() if value is not None}


def url(table: Table, turn: int = 0, what: str = "placement") -> str:
    """Return the URL of a turn's command, or of the table if no turn is given."""
    return f"/tables/{table.code}/turns/{turn}/{what}" if turn else f"/tables/{table.code}/"


def draw(client: Client, table: Table, seat: int, *, turn: int = 0, **changes: Any) -> Any:
    """Submit a seat's first legal placement, with any changes to its fields."""
    state = state_of(table)
    sent = fields(first_placement(state, seat), **changes)
    return client.post(url(table, turn or state.turn), sent)


def draw_in_words(client: Client, table: Table, turn: int, placement: Placement, **headers: str) -> Any:
    """Submit a placement on the command line."""
    return type_line(client, table, str(placement), turn=turn, headers=headers)


def type_line(client: Client, table: Table, line: str, *, turn: int = 0, headers: Any = None, **more: Any) -> Any:
    """Submit a line of the command line as the page does; `more` has the fields of the shape in hand."""
    sent = {"line": line, "turn": turn or state_of(table).turn, "command_id": str(uuid4()), **more}
    return client.post(f"{url(table)}line", sent, headers=headers)


def take_back(client: Client, table: Table, turn: int, **changes: Any) -> Any:
    """Undo a placement."""
    return client.post(url(table, turn, "take-back"), {"command_id": str(uuid4()), **changes})


def play_until(table: Table, rng: Random, until: Callable[[State], bool]) -> State:
    """Play at random until the state matches, and return it; fail if the game ends first."""

    def at_random(_rules: Any, state: State) -> tuple[Seat, str, Draw] | None:
        if until(state):
            return None
        assert not state.over, "the game has ended"
        seat = rng.choice(awaited(state))
        ask = next(ask for ask in RULES.asks(state) if ask.seat == seat)
        return seat, ask.id, Draw(seat, state.turn, any_placement(rng, offer_to(state, seat)))

    state: State = go_on(table, at_random)
    return state


def play_out(table: Table, seed: int, *, up_to: int = 0) -> Table:
    """Play a game to its end, or up to the end of a turn: shapes are drawn at random, and spaces are chosen as the
    stand-in would.
    """
    rng = Random(seed)

    def at_random(rules: Any, state: State) -> tuple[Seat, str, Any] | None:
        ask = next((ask for ask in rules.asks(state) if not ask.answered), None)
        if ask is None or 0 < up_to < state.turn:
            return None
        view = RULES.view(state, ask.seat)
        drawn = Draw(ask.seat, state.turn, any_placement(rng, view.desk.offer)) if view.desk else None
        return ask.seat, ask.id, drawn or rules.fallback(view, ask)

    go_on(table, at_random)
    return present(table)


def type_until(table: Table, clients: Iterable[Client], rng: Random, until: Callable[[State], bool]) -> State:
    """Play as `play_until` does, but on the command line; `until` may look at the pages."""
    browsers = list(clients)
    while not until(state := state_of(table)):
        assert not state.over, "the game has ended"
        seat = rng.choice(awaited(state))
        answer = draw_in_words(browsers[seat], table, state.turn, any_placement(rng, offer_to(state, seat)))
        assert answer.status_code == 303, answer.content.decode()
    return state
