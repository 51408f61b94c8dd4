"""Changes since the player's last visit, on the cards of their tables."""

from random import Random

import pytest
from django.test import Client

from engine.cartographers.cards import AmbushCard
from engine.cartographers.game import RULES
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.words.features import stars_of
from games.tables.models import Seat as SeatRow
from games.tables.models import Table
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import choose, play_on, targets
from tests.games.cartographers.play import draw, gather, play_until, state_of, url
from tests.games.tables.clients import signed_in, text_of


def news(client: Client) -> str:
    """The list of a player's own tables, with a single one."""
    return text_of(client.get("/tables/mine/"))


def not_seen(table: Table, seat: int, number: int) -> None:
    """Set the last event that a seat has seen."""
    SeatRow.objects.filter(table=table, index=seat).update(seen=number)


def test_an_ambush_is_told_once_the_turn_has_closed(table: Table, ann: Client, ben: Client) -> None:
    for client, seat in ((ann, 0), (ben, 1)):
        draw(client, table, seat)
    assert isinstance(state_of(table).open, AmbushCard)
    ann.get(url(table))
    assert draw(ben, table, 1).status_code == 303
    assert "ambushed you" not in news(ann)
    assert "Everyone is waiting for you" in news(ann)
    number = SeatRow.objects.get(table=table, index=0).seen
    assert number
    draw(ann, table, 0)
    assert "ambushed you" not in news(ann), "who closed the turn has seen it"
    not_seen(table, 0, number)
    assert "Ben ambushed you. 1 turn since your last visit" in news(ann)
    closed = state_of(table).turn - 1
    assert f'href="{url(table)}turns/{closed}/">Replay' in news(ann)
    ann.get(url(table))
    assert "ambushed you" not in news(ann)
    assert "Replay" not in news(ann)


def test_an_ambush_that_was_sealed_when_one_drew_is_told_once_the_turn_has_closed(people: list[User]) -> None:
    table = gather(*people[:3])
    state = play_on(table, people, monsters.opens(AmbushCard))
    tasks = [RULES.view(state, Seat(seat)).task for seat in range(3)]
    intruder = next(seat for seat, task in enumerate(tasks) if task and task.subject == 0)
    clients = [signed_in(user) for user in people[:3]]
    for seat in (intruder, 0):
        assert draw(clients[seat], table, seat).status_code == 303
    assert "ambushed you" not in news(clients[0])
    assert draw(clients[3 - intruder], table, 3 - intruder).status_code == 303
    assert f"{people[intruder]} ambushed you. 1 turn since your last visit" in news(clients[0])


def test_a_season_is_told_with_ones_own_stars(summer: Table, ann: Client, ben: Client) -> None:
    for client, seat in ((ann, 0), (ben, 1)):
        not_seen(summer, seat, 1)
        stars = stars_of(state_of(summer).total(seat))
        assert f"Spring ended. You have {stars}." in news(client)


def test_several_seasons_are_one_sentence(summer: Table, ann: Client, ben: Client) -> None:
    play_until(summer, Random(5), lambda state: state.season == 2)
    not_seen(summer, 1, 1)
    stars = stars_of(state_of(summer).total(1))
    assert f"Ann ambushed you. Spring and Summer ended. You have {stars}." in news(ben)


def test_the_end_is_told_with_ones_own_place(summer: Table, people: list[User]) -> None:
    play_on(summer, people[:2])
    for seat, user in enumerate(people[:2]):
        not_seen(summer, seat, 1)
        row = SeatRow.objects.get(table=summer, index=seat)
        sentence = "You won." if row.rank == 1 else f"Rank 2: you, with {stars_of(row.score or 0)}."
        assert f"The game is over. {sentence}" in news(signed_in(user))


def test_what_others_destroyed_is_told(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, "gorgon_gaze")
    table = gather(*people[:3])
    play_on(table, people, monsters.chooses)
    number, space = state_of(table).turn, targets(table, 1)[0]
    for seat, user in enumerate(people[:3]):
        choose(signed_in(user), table, targets(table, seat)[0], turn=number)
    not_seen(table, 0, 1)
    assert f"Ben ambushed you. Ben destroyed {space} on your map." in news(signed_in(people[0]))
