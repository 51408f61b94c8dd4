"""Settings of a chat: chosen with a new table, saved for the next one, and given to older tables."""

import importlib

from django.apps import apps

from games.accounts.models import User
from games.tables.models import KeptChoices, Origin, Table, Talk
from tests.games.cartographers.play import gather
from tests.games.tables.clients import signed_in
from tests.safety.bodies import new_table


def test_a_new_table_has_a_chat_unless_the_host_turns_it_off(people: list[User]) -> None:
    client = signed_in(people[0])
    for more, stored in (
        ({}, (Talk.TEXT, False)),
        ({"talk": "phrases", "guests_write": "on"}, (Talk.PHRASES, True)),
        ({"talk": "off"}, (Talk.OFF, False)),
        ({"capacity": "1", "talk": "text"}, (Talk.OFF, False)),
    ):
        assert client.post("/tables/new/", new_table(**more)).status_code == 303
        table = Table.objects.latest("pk")
        assert (table.talk, table.guests_write) == stored
    assert client.post("/tables/new/", new_table(talk="loud")).status_code == 422


def test_the_form_starts_with_the_last_choice(people: list[User]) -> None:
    client = signed_in(people[0])
    client.post("/tables/new/", new_table(talk="phrases"))
    assert KeptChoices.objects.get().fields["table"]["talk"] == Talk.PHRASES
    assert client.get("/tables/new/").context["page"].form["talk"].value() == Talk.PHRASES


def test_tables_of_several_people_get_a_chat_when_the_site_is_updated(people: list[User]) -> None:
    shared, waiting, alone, fork = (
        gather(*people[:2]),
        gather(people[0], capacity=2),
        gather(people[0]),
        gather(*people),
    )
    Table.objects.update(talk=Talk.OFF)
    Table.objects.filter(pk=fork.pk).update(origin=Origin.FORK)
    migration = importlib.import_module("games.tables.migrations.0038_talk_of_tables")
    migration.open_chats(apps, None)
    talks = dict(Table.objects.values_list("pk", "talk"))
    assert [talks[table.pk] for table in (shared, waiting, alone, fork)] == [Talk.TEXT, Talk.TEXT, Talk.OFF, Talk.OFF]
