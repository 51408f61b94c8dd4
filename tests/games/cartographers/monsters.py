"""Games with both boxes, for tests: stacked decks, answers of every kind."""

from collections.abc import Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.commands import Draw
from engine.cartographers.events import Definition
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.notation import space_name
from engine.cartographers.rules import effects
from engine.cartographers.rules.setup import Setup
from engine.cartographers.stand_in import first_legal
from engine.cartographers.state import State
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.contract import Ask, Seat
from games.accounts.models import User
from games.cartographers.game import Cartographers
from games.tables.log.submit import Intent, submit
from games.tables.models import Seat as SeatRow
from games.tables.models import Table
from tests.engine.tools import Stacked, any_placement, seed_of
from tests.games.cartographers.play import events, offer_to, state_of, url
from tests.games.tables.at_once import go_on

EDICTS = ("sentinel_wood", "gnomish_colony", "canal_lake", "silos")


def mixed(sheet: str = "A") -> Definition:
    """The base game's explore cards and ruins with both boxes' ambushes, heroes and scoring cards."""
    base, box = cartographers(), heroes()
    return Definition(
        sheet={**base.sheets, **box.sheets}[sheet],
        seasons=box.seasons,
        explore=tuple(base.explore.values()),
        ruins=tuple(base.ruins.values()),
        ambushes=(*box.ambushes.values(), *base.ambushes.values()),
        pool=(*base.scoring.values(), *box.scoring.values()),
        singles=(*DRAWABLE, Terrain.HERO),
        heroes=tuple(box.heroes.values()),
    )


def stack(monkeypatch: pytest.MonkeyPatch, *spring: str, seed: int = 1, **tops: Sequence[str]) -> None:
    """Stack new games of both boxes: spring starts with these cards, and a seed determines the rest.

    Other decks are stacked by name: `ambushes`, `heroes`, `deck/summer`.
    """
    box = heroes()
    decks = {
        "deck/spring": spring,
        "ambushes": [card for card in spring if card in mixed_ambushes()],
        "heroes": [card for card in spring if card in box.heroes],
        **tops,
    }
    monkeypatch.setattr(Cartographers, "setup", lambda self, chosen, seats: Setup(mixed(), EDICTS))
    monkeypatch.setattr("games.tables.lobby.game_start.secrets", SimpleNamespace(token_bytes=lambda _: seed_of(seed)))
    lay_on_top(monkeypatch, decks)


def lay_on_top(monkeypatch: pytest.MonkeyPatch, decks: Mapping[str, Sequence[str]]) -> None:
    """Stack decks, by their labels, with these card ids on top, in new games."""
    tops = {label: cards for label, cards in decks.items() if cards}
    for begun_or_played in ("lobby.game_start", "log.submit"):
        monkeypatch.setattr(f"games.tables.{begun_or_played}.Shuffler", lambda seed: Stacked(seed, tops))


def walked_in_first(monkeypatch: pytest.MonkeyPatch, ambush: str) -> None:
    """Let zombies come first in spring, and another ambush first in summer."""
    stack(monkeypatch, "zombie_plague", ambushes=("zombie_plague", ambush), **{"deck/summer": (ambush,)})


def mixed_ambushes() -> set[str]:
    """The ids of the ambushes of both boxes."""
    return {card.id for card in mixed().ambushes}


def play_on(table: Table, users: Sequence[User], until: Any = None) -> State:
    """Let everyone give first legal answers until the state matches, or to the end; return the state.

    Everyone has then seen all of it.
    """

    def first(_rules: Any, state: State) -> tuple[Seat, str, Any] | None:
        if state.over or (until and until(state)):
            return None
        ask = next(ask for ask in RULES.asks(state) if not ask.answered)
        return ask.seat, ask.id, first_legal(RULES.view(state, ask.seat), ask)

    state: State = go_on(table, first, users)
    assert until is None or until(state), "the game has ended"
    SeatRow.objects.filter(table=table).update(seen=events(table))
    return state


def answer(table: Table, users: Sequence[User], ask: Ask, chance: Random | None = None) -> None:
    """Submit a seat's first legal answer, or a random placement if `chance` is given."""
    state = state_of(table)
    command = first_legal(RULES.view(state, ask.seat), ask)
    if chance and isinstance(command, Draw):
        command = Draw(ask.seat, ask.turn, any_placement(chance, offer_to(state, ask.seat)))
    submit(
        table=table.code,
        user=users[ask.seat],
        command_id=uuid4(),
        intent=Intent("cartographers", lambda _: ask.id, lambda seat: command),
    )


def everybody_else(table: Table, users: Sequence[User], mine: int = 0) -> None:
    """Let all but one seat answer the open turn."""
    for ask in RULES.asks(state_of(table)):
        if ask.seat != mine and not ask.answered:
            answer(table, users, ask)


def chooses(state: State) -> bool:
    """True if spaces are being chosen."""
    return state.choice is not None


def last_of_season(state: State) -> bool:
    """True if the open card is the season's last."""
    return state.open is not None and state.time >= state.season_card.threshold


def last_of_the_year(state: State) -> bool:
    """True if the open card is the game's last."""
    return state.season == 3 and last_of_season(state)


def opens(kind: type) -> Any:
    """Predicate for states whose open card is of a kind."""
    return lambda state: isinstance(state.open, kind)


def targets(table: Table, seat: int = 0) -> list[str]:
    """The names of the spaces that a seat may choose now."""
    state = state_of(table)
    assert state.choice is not None
    owner = effects.chooser_of(state.choice, Seat(seat), state.seats)
    return [space_name(where) for where in spaces(effects.targets(state.choice, state.boards[owner]))]


def choose(client: Client, table: Table, space: str, *, turn: int = 0, **changes: Any) -> Any:
    """Submit a choice as the page does, with changes to the form data."""
    sent = {"space": space, "command_id": str(uuid4()), **changes}
    sent = {name: value for name, value in sent.items() if value is not None}
    return client.post(url(table, turn or state_of(table).turn, "choice"), sent)
