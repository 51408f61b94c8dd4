"""Leak tests of seats played by the stand-in; a planted leak is found."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.state import State
from games.accounts.models import User
from games.play import absent_seats
from games.tables.log import stand_in_answers
from games.tables.log.state import cache, load
from games.tables.models import Incident, Pace, Seat, Table, TableEvent
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from tests.engine.tools import any_placement, seed_of
from tests.games.cartographers.monsters import targets
from tests.games.cartographers.play import awaited, fields, gather, offer_to, state_of
from tests.games.tables.clients import seeded
from tests.safety.test_canary import IN_EVERY_GAME
from tests.safety.watch import Leak, Viewers, Watch
from tests.safety.worlds import ALL, Secret

OFTEN = 0.6
"""How often the time of a seat is out before it answers."""
KINDS = frozenset({Incident.Kind.KEPT, Incident.Kind.CAME_BACK, Incident.Kind.TIME_GIVEN, Incident.Kind.VACANT})


class AbsentWatch(Watch):
    """A game in which players are late, return, get help from staff, and are voted on."""

    def step(self, state: State) -> None:
        """Submit an answer of a player or the stand-in, sometimes after an action outside the game."""
        index = self.rng.choice(awaited(state))
        self.act_outside(index)
        row = Seat.objects.select_related("table").get(table=self.table, index=index)
        if row.away_since or self.rng.random() < OFTEN:
            self.play_for(row)
        else:
            self.answer_for(index, state)

    def act_outside(self, index: int) -> None:
        """Try an action outside the game; it may be impossible."""
        match self.rng.choice(("", "time", "vote", "back", "back")):
            case "time" if not Seat.objects.get(table=self.table, index=index).away_since:
                intervene(
                    table=self.table.code,
                    intervention=AdminIntervention(InterventionAction.GIVE_TIME, "The line was down.", index, 1),
                )
            case "vote":
                for client in self.viewers.seats:
                    self.say(client, "vote", vote="invite")
            case "back":
                self.say(self.viewers.seats[index], "back")

    def say(self, client: Client, what: str, **sent: str) -> None:
        answer = client.post(f"/tables/{self.table.code}/{what}/", sent)
        assert answer.status_code in {303, 409}, answer.content.decode()

    def play_for(self, row: Seat) -> None:
        """Let a seat's time run out, so that the stand-in plays."""
        past = timezone.now() - timedelta(seconds=1)
        if row.away_since:
            Seat.objects.filter(pk=row.pk).update(alarm_at=past)
        else:
            Seat.objects.filter(pk=row.pk).update(due_at=past, alarm_at=past, left=60, clock_turn=row.table.turn)
        row.refresh_from_db()
        before = row.table.version
        stand_in_answers.answer_for(row)
        cache.keep(self.table.code, load(Table.objects.get(pk=self.table.pk)))
        assert Table.objects.get(pk=self.table.pk).version > before

    def answer_for(self, index: int, state: State) -> None:
        """Submit a player's answer."""
        if state.choice:
            sent: dict[str, Any] = {"space": self.rng.choice(targets(self.table, index)), "command_id": str(uuid4())}
            self._command(index, "choice", sent, state, closes=len(awaited(state)) == 1)
        else:
            placement = any_placement(self.rng, offer_to(state, index))
            self._command(index, "placement", fields(placement), state, closes=len(awaited(state)) == 1)


def watched(
    people: list[User], monkeypatch: pytest.MonkeyPatch, number: int, secrets: frozenset[Secret] = ALL
) -> AbsentWatch:
    seeded(monkeypatch, seed_of(number))
    table = gather(*people[:3], **PRESETS[Preset.CARTOGRAPHERS].as_json())
    Table.objects.filter(pk=table.pk).update(pace=Pace.LIVE, turn_seconds=60)
    return AbsentWatch(table, Viewers.of(people[:3], people[4]), Random(number), secrets)


@pytest.mark.parametrize(
    ("number", "turns"), [(8, 8), *(pytest.param(number, 1000, marks=pytest.mark.long) for number in (1, 2, 3))]
)
def test_nobody_is_sent_a_secret_of_who_is_absent(
    number: int, turns: int, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = watched(people, monkeypatch, number)
    watch.play(turns)
    assert min(watch.compared[secret] for secret in IN_EVERY_GAME) > 5
    stand_in = TableEvent.objects.filter(table=watch.table, kind="drawn").values_list("stand_in", flat=True)
    assert min(list(stand_in).count(by) for by in (True, False)) > 5
    assert set(Incident.objects.filter(table=watch.table).values_list("kind", flat=True)) >= KINDS


def test_a_leak_of_what_the_stand_in_played_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(people, monkeypatch, 8, frozenset({Secret.DRAWINGS}))
    original = absent_seats._away_seat

    def leaking(seat: Seat, *, sits: bool) -> absent_seats.AwaySeat:
        answer = state_of(watch.table).answers[seat.index]
        return replace(original(seat, sits=sits), name=str(answer and answer.outcome), take="1")

    monkeypatch.setattr(absent_seats, "_away_seat", leaking)
    with pytest.raises(Leak):
        watch.play()
