"""Leak tests of the admin: no secrets of a game in progress, and planted leaks are found."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from engine.contract import Seat, Viewer
from games.accounts.models import User
from games.accounts.staff import StaffAdmin
from games.tables.admin import TableAdmin, TableEventAdmin
from games.tables.models import Access, Table, TableEvent
from tests.engine.tools import seed_of
from tests.games.cartographers.play import gather, state_of
from tests.games.tables.clients import seeded, signed_in
from tests.safety.watch import Leak, Viewers, Watch
from tests.safety.worlds import ALL, Secret

Leaky = Callable[[pytest.MonkeyPatch], None]


def watched(people: list[User], monkeypatch: pytest.MonkeyPatch, secrets: frozenset[Secret] = ALL) -> Watch:
    """Return a watched invite-only game in which a player's placement is still sealed."""
    seeded(monkeypatch, seed_of(3))
    table = gather(*people[:2], access=Access.INVITATION)
    watch = Watch(table, Viewers.of(people[:2], people[4]), Random(3), secrets)
    while (state := state_of(table)).turn < 2 or not any(state.answers):
        watch.step(state)
    return watch


def staff(people: list[User]) -> Iterator[tuple[Viewer, str, Client]]:
    """Yield two superusers, one of them a player of the game."""
    User.objects.filter(pk__in=[people[0].pk, people[4].pk]).update(is_staff=True, is_superuser=True)
    for viewer, user in ((None, people[4]), (Seat(0), people[0])):
        yield viewer, f"staff {user}", signed_in(User.objects.get(pk=user.pk))


def addresses(table: Table) -> Iterator[str]:
    """Yield admin URLs about a table, including searches for its actual secrets."""
    secret, deck = table.invitation, state_of(table).deck
    cards = '", "'.join(deck[:2])
    last = TableEvent.objects.filter(table=table).order_by("-number")[:2]
    decks = TableEvent.objects.filter(table=table, kind__in=("season_began", "ambush_deck_shuffled"))
    rows = [("table", table.pk), *(("tableevent", event.pk) for event in (*last, *decks))]
    yield from ("", "tables/", f"r/{ContentType.objects.get_for_model(Table).pk}/{table.pk}/")
    yield from (f"tables/{model}/{row}/{page}/" for model, row in rows for page in ("change", "history", "delete"))
    yield f"tables/table/{table.pk}/rescue/"
    yield from (f"accounts/user/{table.host_id}/{page}/" for page in ("change", "history", "delete"))
    for requests in ("", "_facets=True&_popup=1", "o=1", "o=-9.2", f"q={table.code}", f"q={secret}", f"q={deck[0]}"):
        yield from (f"tables/table/?{requests}", f"tables/tableevent/?{requests}")
    for requests in (
        {"invitation": secret},
        {"invitation__startswith": secret[:3]},
        {"events__data__icontains": cards},
    ):
        yield f"tables/table/?{urlencode(requests)}"
        yield f"accounts/user/?{urlencode({f'hosted_tables__{name}': value for name, value in requests.items()})}"
    for requests in ({"data__icontains": cards}, {"table__invitation": secret}, {"kind": "taken_back"}):
        yield f"tables/tableevent/?{urlencode(requests)}"
    yield f"autocomplete/?app_label=tables&model_name=seat&field_name=table&term={secret}"


def ask(address: str, client: Client) -> Any:
    """Return an admin response without earlier messages, and with its own messages unsigned."""
    name = settings.MESSAGES_COOKIE_NAME
    client.cookies.pop(name, None)
    answer = client.get(f"/admin/{address}")
    if name in answer.cookies:
        answer.cookies[name] = answer.cookies[name].value.partition(":")[0]
    return answer


def look_everywhere(watch: Watch, people: list[User]) -> None:
    """Request every URL as each staff member; raise Leak if secrets change a response."""
    for viewer, who, client in staff(people):
        for address in addresses(Table.objects.get(pk=watch.table.pk)):
            answer = watch.answer(viewer, f"{who}: {address}", client, partial(ask, address))
            assert answer.status_code in {200, 302, 400, 403, 404}, (address, answer.status_code)
            watch.looked[str(answer.status_code)] += 1


def test_the_staff_are_sent_no_secret(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(people, monkeypatch)
    look_everywhere(watch, people)
    assert min(watch.compared[secret] for secret in ALL - {Secret.CHOICES}) > 20
    assert min(watch.looked[status] for status in ("200", "302", "400")) > 5


# --- Planted leaks: the very same search must find each of them ------------------------------------------------------


def any_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StaffAdmin, "lookup_allowed", lambda page, lookup, value, request=None: True)


def every_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableEventAdmin, "get_queryset", lambda *_: TableEvent.objects.select_related("table"))


def every_event_by_any_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    every_event(monkeypatch)
    any_filter(monkeypatch)
    monkeypatch.setattr(TableEventAdmin, "data_as_text", lambda *_: "")


def more(name: str, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a table field to the admin's list, detail page or search."""
    monkeypatch.setattr(TableAdmin, name, [*getattr(TableAdmin, name), field])
    if name == "readonly_fields":
        monkeypatch.setattr(TableAdmin, "fields", [*TableAdmin.fields, field])


LEAKS = [
    (any_filter, Secret.INVITATION),
    (every_event, Secret.DECK),
    (every_event, Secret.DRAWINGS),
    (every_event, Secret.COMMANDS),
    (every_event_by_any_filter, Secret.DECK),
    (partial(more, "search_fields", "invitation"), Secret.INVITATION),
    (partial(more, "list_display", "invitation"), Secret.INVITATION),
    (partial(more, "readonly_fields", "seed"), Secret.SEED),
    (partial(more, "readonly_fields", "command_id"), Secret.COMMANDS),
]


@pytest.mark.parametrize(("leaky", "secret"), LEAKS)
def test_a_leak_to_the_staff_is_found(
    leaky: Leaky, secret: Secret, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = watched(people, monkeypatch, frozenset({secret}))
    leaky(monkeypatch)
    with pytest.raises(Leak):
        look_everywhere(watch, people)
