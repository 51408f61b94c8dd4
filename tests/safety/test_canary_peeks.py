"""Leak tests of skills that show the next card: only the seat that used one is sent the card."""

from dataclasses import dataclass, replace
from random import Random
from uuid import uuid4

import pytest

from engine.cartographers.game import RULES
from engine.cartographers.state import State
from engine.cartographers.view import View, view
from engine.contract import Seat, Viewer
from games.accounts.models import User
from games.cartographers.goals.skills import can_peek
from games.tables.log.state import cache, load
from tests.games.cartographers import skill_games
from tests.games.cartographers.play import awaited, url
from tests.games.cartographers.skill_games import SPYGLASS
from tests.safety.watch import Leak, Viewers, Watch
from tests.safety.worlds import Secret


@dataclass
class PeekingWatch(Watch):
    """Watched table whose seats look at the next card whenever they can pay for it."""

    peeks: int = 0

    def step(self, state: State) -> None:
        """Submit one command of one seat."""
        seat = self.rng.choice(awaited(state))
        if not can_peek(RULES.view(state, Seat(seat)), SPYGLASS):
            super().step(state)
            return
        sent = {"command_id": str(uuid4()), "skill": SPYGLASS.id}
        assert self.viewers.seats[seat].post(url(self.table, state.turn, "skill"), sent).status_code == 303
        cache.keep(self.table.code, load(self.table))
        self.peeks += 1
        # Everybody's next look is while the card is secret.
        for _ in range(3):
            self.look()


def peeking(people: list[User], monkeypatch: pytest.MonkeyPatch) -> PeekingWatch:
    skill_games.stack(monkeypatch, skills=(SPYGLASS,))
    table = skill_games.begin(*people[:2])
    return PeekingWatch(table, Viewers.of(people[:2], people[4]), Random(6), frozenset({Secret.DECK}))


def test_next_card_is_sent_to_its_seat_alone(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = peeking(people, monkeypatch)
    watch.play(turns=10)
    assert watch.peeks > 3
    assert watch.compared[Secret.DECK] > 12


def test_leak_of_the_next_card_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = peeking(people, monkeypatch)

    def leaking(state: State, viewer: Viewer) -> View:
        shown = view(state, viewer)
        return replace(shown, next_card=state.card(state.deck[0])) if state.peeked else shown

    monkeypatch.setattr("engine.cartographers.game.view", leaking)
    with pytest.raises(Leak):
        watch.play(turns=10)
