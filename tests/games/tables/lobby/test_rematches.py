"""Rematches with the same players, with the same deck, or both."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.randomness import commitment
from games.accounts.models import User
from games.tables.errors import RefusalReason
from games.tables.lobby import rematches, services
from games.tables.lobby.cards import table_lines
from games.tables.log.state import load
from games.tables.models import Access, Seat, Status, Table
from tests.games.tables.conftest import gather, pick
from tests.games.tables.lobby.test_services import refusal, sitting


def finished(people: list[User], turns: int = 1, **fields: Any) -> Table:
    table = gather(*people, turns=turns, **fields)
    for turn in range(1, turns + 1):
        for person in people:
            pick(table, person, turn)
    return Table.objects.get(pk=table.pk)


def test_a_rematch_gathers_the_same_people(people: list[User]) -> None:
    old = finished(people[:3])
    anew = rematches.rematch(table=old.code, user=people[1])
    assert (anew.host, anew.capacity, anew.options) == (people[1], 3, old.options)
    assert (anew.access, anew.rematch_of, anew.status) == (Access.INVITATION, old, Status.GATHERING)
    assert Table.objects.get(pk=old.pk).version == old.version + 1
    assert rematches.rematch(table=old.code, user=people[0]) == anew
    assert rematches.rematch(table=old.code, user=people[1]) == anew
    rematches.rematch(table=old.code, user=people[2])
    anew.refresh_from_db()
    assert anew.status == Status.PLAYING
    assert sitting(anew) == ["Ben", "Ann", "Cas"]
    assert rematches.rematch(table=old.code, user=people[0]) == anew


def test_who_is_alone_plays_again_at_once(people: list[User]) -> None:
    old = finished(people[:1])
    anew = rematches.rematch(table=old.code, user=people[0])
    assert (anew.status, anew.access) == (Status.PLAYING, old.access)


def test_a_rematch_is_for_those_who_played_to_the_end(people: list[User]) -> None:
    old = finished(people[:2])
    with pytest.raises(Table.DoesNotExist):
        rematches.rematch(table=old.code, user=people[2])
    running = gather(people[0], people[1])
    assert refusal(rematches.rematch, table=running.code, user=people[0]).reason == RefusalReason.NOT_FINISHED


def test_a_closed_rematch_makes_way_for_another(people: list[User]) -> None:
    old = finished(people[:2])
    first = rematches.rematch(table=old.code, user=people[0])
    services.close(table=first.code, host=people[0])
    assert rematches.rematch(table=old.code, user=people[1]) != first


# --- The deck ---------------------------------------------------------------------------------------------------------


def test_a_new_deck_is_another_one(people: list[User]) -> None:
    old = finished(people[:1], turns=9)
    anew = rematches.rematch(table=old.code, user=people[0])
    assert anew.deck_of is None
    assert (anew.seed, anew.commitment) != (old.seed, old.commitment)


def test_the_same_deck_comes_from_the_same_seed(people: list[User]) -> None:
    old = finished(people[:2], turns=9)
    anew = rematches.rematch(table=old.code, user=people[0], same_deck=True)
    assert (anew.deck_of, anew.status, anew.commitment) == (old, Status.GATHERING, "")
    rematches.rematch(table=old.code, user=people[1], same_deck=True)
    anew.refresh_from_db()
    assert (bytes(anew.seed or b""), anew.commitment) == (bytes(old.seed or b""), commitment(bytes(old.seed or b"")))
    assert load(anew).state.deck == load(old).state.deck


def test_who_asks_first_decides_about_the_deck(people: list[User]) -> None:
    old = finished(people[:2])
    anew = rematches.rematch(table=old.code, user=people[0])
    violation = refusal(rematches.rematch, table=old.code, user=people[1], same_deck=True)
    assert (violation.reason, violation.behind) == (RefusalReason.OTHER_DECK, True)
    assert sitting(anew) == ["Ann"]
    # Who sits there already is led there, whatever an old page offers.
    assert rematches.rematch(table=old.code, user=people[0], same_deck=True) == anew


def test_the_same_deck_has_the_cards_of_then(people: list[User]) -> None:
    """Check with options that would now give a shorter deck."""
    old = finished(people[:1], turns=9)
    Table.objects.filter(pk=old.pk).update(options={"turns": 2})
    anew = rematches.rematch(table=old.code, user=people[0], same_deck=True)
    assert load(anew).state.deck == load(old).state.deck


def test_a_deck_is_followed_to_its_first_game(people: list[User]) -> None:
    first = finished(people[:1])
    second = rematches.rematch(table=first.code, user=people[0], same_deck=True)
    pick(second, people[0], 1)
    third = rematches.play_deck(table=second.code, user=people[1], name="Solo")
    assert third.deck_of == first
    assert set(Table.objects.with_deck_of(third)) == set(Table.objects.with_deck_of(first)) == {first, second, third}


def test_anybody_plays_the_deck_of_a_game_alone(people: list[User]) -> None:
    old = finished(people[:2], access=Access.INVITATION)
    anew = rematches.play_deck(table=old.code, user=people[3], name="Solo")
    assert (anew.status, anew.capacity, anew.access, anew.deck_of) == (Status.PLAYING, 1, Access.INVITATION, old)
    assert (sitting(anew), anew.rematch_of) == (["Dee"], None)
    assert table_lines(anew, Seat.objects.at(anew))[-1] == "Same deck as an earlier game"


def test_no_deck_is_played_again_before_the_end(people: list[User]) -> None:
    running = gather(people[0], people[1])
    violation = refusal(rematches.play_deck, table=running.code, user=people[3], name="Solo")
    assert (violation.reason, violation.behind) == (RefusalReason.NOT_FINISHED, True)
    violation = refusal(rematches.rematch, table=running.code, user=people[0], same_deck=True)
    assert violation.reason == RefusalReason.NOT_FINISHED


# --- By the page ------------------------------------------------------------------------------------------------------


def test_the_form_says_which_deck(client: Client, people: list[User]) -> None:
    old = finished(people[:1])
    client.force_login(people[0])
    answer = client.post(f"/tables/{old.code}/rematch/", {"deck": "same"})
    assert answer["Location"] == f"/tables/{Table.objects.get(deck_of=old).code}/"


def test_nobody_plays_a_deck_as_a_guest(client: Client, people: list[User]) -> None:
    old = finished(people[:2])
    assert client.post(f"/tables/{old.code}/deck/")["Location"].startswith("/accounts/sign-in/")
    answer = client.post(f"/tables/{old.code}/deck/", {"guest": "1"})
    anew = Table.objects.get(deck_of=old)
    assert answer["Location"] == f"/tables/{anew.code}/"
    assert Seat.objects.get(table=anew).user.guest
    assert client.get(f"/tables/{old.code}/deck/").status_code == 303


def test_a_deck_asked_for_twice_by_one_form_is_played_once(client: Client, people: list[User]) -> None:
    old = finished(people[:2])
    client.force_login(people[2])
    requests = [{"command_id": str(uuid4())}] * 2 + [{"command_id": str(uuid4())}]
    one, same, other = [client.post(f"/tables/{old.code}/deck/", sent)["Location"] for sent in requests]
    assert one == same != other


def test_no_guest_is_made_for_a_deck_that_cannot_be_played(client: Client, people: list[User]) -> None:
    running, hidden = gather(people[0], people[1]), finished(people[:2], access=Access.INVITATION)
    assert client.post(f"/tables/{running.code}/deck/", {"guest": "1"}).status_code == 409
    for code in (hidden.code, "abcdefgh"):
        assert client.post(f"/tables/{code}/deck/", {"guest": "1"}).status_code == 404
    assert not User.objects.guests().exists()
