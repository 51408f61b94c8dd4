"""Records that people bring: opened in the pages of games, for a day or for good, and never counted."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.accounts.models import User
from games.accounts.services import make_guest
from games.history import brought
from games.history.brought import LASTS
from games.history.lines import line_of
from games.history.models import SeatSummary, Summary
from games.history.record import record_of
from games.history.replaying import fault
from games.history.summing import unsummarised
from games.tables.bringing import bring as bring_along
from games.tables.erasing import delete_tables, erase
from games.tables.export import data_of
from games.tables.loading import cache
from games.tables.models import Access, Definition, Origin, Seat, Status, Table
from games.tables.storing import nobody
from games.tables.tidying import tidy_guests
from tests.concurrency.rush import together
from tests.games.history.finished import signed_in
from tests.games.history.playing import begun, played

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
URL = "/records/"
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
BIDI, ZERO_WIDTH = "\u202e", "\u200b"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    cache.clear()
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def golden(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return document


def bring(client: Client, document: Any, status: int = 200) -> str:
    """Paste a record: the page that answers."""
    answer = client.post(URL, {"pasted": document if isinstance(document, str) else json.dumps(document)})
    assert answer.status_code == status
    return unescape(answer.content.decode())


def stored(client: Client, name: str = "solo_coins", **changes: Any) -> Table:
    """The one table there is after somebody has brought a record."""
    bring(client, golden(name) | changes)
    return Table.objects.get()


def post(client: Client, table: Table, what: str, **form: Any) -> int:
    return client.post(f"/tables/{table.code}/{what}/", form).status_code


def page(client: Client, table: Table, more: str = "", status: int = 200) -> str:
    answer = client.get(f"/tables/{table.code}/{more}")
    assert answer.status_code == status, more
    return unescape(answer.content.decode()) if answer.headers["Content-Type"].startswith("text/html") else ""


def kept(client: Client, table: Table) -> Table:
    assert post(client, table, "keep") == 303
    table.refresh_from_db()
    assert table.kept_until is None
    return table


# Opened


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["solo_coins", "heroes_four"])
def test_it_is_stepped_through_at_every_page(name: str) -> None:
    client = Client()
    names = ["Ann", "Ben", "Cas", "Dee"][: len(golden(name)["seats"])]
    table = stored(client, name, seats=names)
    assert (table.status, table.origin, table.access) == (Status.FINISHED, Origin.BROUGHT, Access.INVITATION)
    assert [seat.shown_name for seat in Seat.objects.at(table)] == names
    for turn in range(1, table.turn + 1):
        told = page(client, table, f"turns/{turn}/")
        assert "who played is as it says, and it counts for nothing" in told
        assert names[-1] in told
    last = f"turns/{table.turn}/"
    for more in ("", "stars/", "record.json", "result.txt", "boards.txt", f"{last}?deck=lay", f"{last}?boards=all"):
        page(client, table, more)
    for picture in ("picture.png", f"{last}picture.png", "board-1.svg", "board-1.png", f"{last}board-1.svg"):
        page(client, table, picture)
    page(client, table, "board-1.pdf")
    assert client.get(f"/tables/{table.code}/year", headers={"HX-Request": "true"}).status_code == 200
    reasons = re.findall(rf'href="/tables/{table.code}/(why/[^"]+)"', page(client, table))
    assert len(reasons) > 3
    for reason in reasons:
        page(client, table, reason)


@pytest.mark.django_db
def test_names_of_the_record_are_on_pictures_and_in_texts() -> None:
    client = Client()
    table = stored(client, "two_plain", seats=["Mira", "Noa"])
    for more in ("board-1.svg", "result.txt", "boards.txt", "record.json"):
        told = client.get(f"/tables/{table.code}/{more}").content.decode()
        assert "Mira" in told
        assert "Former player" not in told


@pytest.mark.django_db
def test_the_answer_leads_on() -> None:
    client = Client()
    told = bring(client, golden("two_plain"))
    table = Table.objects.get()
    assert f'href="/tables/{table.code}/turns/1/"' in told
    assert f'href="/tables/{table.code}/"' in told
    assert f"/invitations/{table.invitation}/" in told
    assert f'action="/tables/{table.code}/' not in told, "who has no account keeps nothing, and what is nobody's stays"
    assert f"/accounts/sign-in/?next=%2Ftables%2F{table.code}%2F" in told


@pytest.mark.django_db
def test_it_offers_nothing_that_makes_no_sense_there() -> None:
    ann = User.objects.create_user("ann")
    client = signed_in(ann)
    table = stored(client)
    told = page(client, table)
    for form in ("rematch", "deck", "invite", "resign", "give-up", "join"):
        assert f'/tables/{table.code}/{form}/"' not in told
    assert "Played with" not in told, "nobody knows what was chosen"
    assert [post(client, table, what) for what in ("rematch", "invite", "resign", "give-up")] == [404] * 4
    assert [post(client, table, what) for what in ("join", "kick", "close", "start")] == [409, 400, 409, 409]
    assert post(client, table, "deck", command_id=str(uuid4())) == 422
    assert post(Client(), table, "deck", guest="1") == 404
    assert Table.objects.count() == 1
    assert client.get(f"/tables/{table.code}/").headers["X-Robots-Tag"] == "noindex"


# Who sees it


@pytest.mark.django_db
def test_a_stranger_sees_it_by_its_link_alone() -> None:
    table = stored(Client())
    stranger = Client()
    page(stranger, table, status=404)
    page(stranger, table, "turns/1/", status=404)
    assert stranger.get(f"/invitations/{table.invitation}/").status_code == 303
    page(stranger, table)
    page(stranger, table, "turns/1/")


@pytest.mark.django_db
def test_who_brought_it_sees_it_on_another_device() -> None:
    ann, ben = User.objects.create_user("ann"), User.objects.create_user("ben")
    table = stored(signed_in(ann))
    page(signed_in(ann), table)
    page(signed_in(ben), table, status=404)


@pytest.mark.django_db
def test_a_record_brought_twice_is_one() -> None:
    ann = User.objects.create_user("ann")
    for client in (Client(), signed_in(ann), signed_in(make_guest(display_name="Fay"))):
        before = Table.objects.count()
        bring(client, golden("solo_coins"))
        bring(client, golden("solo_coins"))
        assert Table.objects.count() == before + 1
    bring(signed_in(ann), golden("solo_coins") | {"seats": ["Somebody else"]})
    assert Table.objects.filter(host=ann).count() == 2


@pytest.mark.django_db
def test_brought_again_its_day_begins_again(clock: time_machine.Traveller) -> None:
    client = Client()
    table = stored(client)
    clock.shift(timedelta(hours=5))
    bring(client, golden("solo_coins"))
    table.refresh_from_db()
    assert table.kept_until == NOON + timedelta(hours=5) + LASTS


def test_a_game_of_this_site_leads_to_itself(people: list[User]) -> None:
    table = played(*people, access=Access.INVITATION)
    ann, stranger = signed_in(people[0]), Client()
    told = bring(ann, record_of(table))
    assert "This game was played here." in told
    assert f'href="/tables/{table.code}/turns/1/"' in told
    assert Table.objects.count() == 1
    told = bring(stranger, record_of(table))
    assert "This game was played here." not in told
    assert table.code not in told
    assert Table.objects.brought().count() == 1


def test_another_game_of_its_deck_is_no_match(people: list[User]) -> None:
    table = played(people[0])
    record = record_of(table)
    Seat.objects.filter(table=table).update(user=people[1])
    other = deepcopy(record)
    assert "This game was played here." in bring(signed_in(people[1]), other)
    number = len(record["events"])
    Table.objects.filter(pk=table.pk).update(number=number - 1)
    assert "This game was played here." not in bring(signed_in(people[1]), other)


# Kept, thrown away, swept


@pytest.mark.django_db
def test_it_is_gone_after_a_day_and_what_is_kept_never(clock: time_machine.Traveller) -> None:
    ann = User.objects.create_user("ann")
    client = signed_in(ann)
    forever = kept(client, stored(client))
    bring(client, golden("two_plain"))
    clock.shift(LASTS - timedelta(seconds=1))
    assert brought.sweep() == 0
    assert Table.objects.count() == 2
    clock.shift(timedelta(seconds=1))
    assert brought.sweep() == 1
    clock.shift(timedelta(days=400))
    assert brought.sweep() == 0
    assert Table.objects.get() == forever
    page(signed_in(ann), forever)
    assert "games.history.brought.sweep" in settings.CARTO_SWEEPS


@pytest.mark.django_db
def test_a_sweep_looks_at_no_table_that_is_kept(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    kept(signed_in(User.objects.create_user("ann")), stored(signed_in(User.objects.get())))
    with django_assert_num_queries(2):
        assert brought.sweep() == 0


@pytest.mark.django_db
def test_of_too_many_the_oldest_go(clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought, "MOST_UNKEPT", 2)
    client = signed_in(User.objects.create_user("ann"))
    for name in ("solo_coins", "two_plain", "solo_master", "three_plain"):
        bring(client, golden(name))
        clock.shift(60)
    first, second, *newest = Table.objects.order_by("pk")
    kept(client, first)
    assert brought.sweep() == 1
    assert list(Table.objects.order_by("pk")) == [first, *newest]
    assert second not in newest


@pytest.mark.django_db
def test_what_something_refers_to_keeps_no_other_from_going(clock: time_machine.Traveller) -> None:
    client = signed_in(User.objects.create_user("ann"))
    referred = stored(client)
    bring(client, golden("two_plain"))
    again = Table.objects.create(
        game="toy", name="Again", capacity=1, host=User.objects.get(username="ann"), changed_at=NOON, deck_of=referred
    )
    assert post(client, referred, "throw-away") == 422
    clock.shift(LASTS)
    assert brought.sweep() == 1
    assert brought.sweep() == 0
    assert set(Table.objects.all()) == {referred, again}


@pytest.mark.django_db
def test_what_was_played_on_from_it_stays(clock: time_machine.Traveller) -> None:
    client = signed_in(User.objects.create_user("ann"))
    table = stored(client)
    ann = User.objects.get(username="ann")
    fork = Table.objects.create(game="toy", name="Fork", capacity=1, host=ann, changed_at=NOON, fork_of=table)
    clock.shift(LASTS)
    assert brought.sweep() == 1
    fork.refresh_from_db()
    assert fork.fork_of is None


@pytest.mark.django_db
def test_nobody_keeps_more_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought, "MOST_KEPT", 1)
    client = signed_in(User.objects.create_user("ann"))
    first = kept(client, stored(client))
    assert post(client, first, "keep") == 303, "it is kept already"
    bring(client, golden("two_plain"))
    second = Table.objects.exclude(pk=first.pk).get()
    answer = client.post(f"/tables/{second.code}/keep/")
    assert answer.status_code == 422
    assert "Throw one away first." in answer.content.decode()
    assert post(client, first, "throw-away") == 303
    kept(client, second)


@pytest.mark.django_db
def test_only_who_brought_it_keeps_it_or_throws_it_away() -> None:
    ann, ben = (signed_in(User.objects.create_user(name)) for name in ("ann", "ben"))
    table = stored(ann)
    assert [post(ben, table, what) for what in ("keep", "throw-away")] == [404, 404]
    ben.get(f"/invitations/{table.invitation}/")
    told = page(ben, table)
    assert not any(f'"/tables/{table.code}/{what}/"' in told for what in ("keep", "throw-away"))
    assert [post(ben, table, what) for what in ("keep", "throw-away")] == [404, 404]
    assert post(Client(), table, "throw-away") == 303, "to the sign-in page"
    assert Table.objects.exists()
    assert post(ann, table, "throw-away") == 303
    assert not Table.objects.exists()
    assert [post(ann, table, what) for what in ("keep", "throw-away")] == [404, 404]


@pytest.mark.django_db
def test_who_throws_it_away_is_asked_first() -> None:
    ann, ben = (signed_in(User.objects.create_user(name)) for name in ("ann", "ben"))
    table = stored(ann)
    for where in ("", f"turns/{table.turn}/"):
        assert f'href="/tables/{table.code}/throw-away/"' in page(ann, table, where)
    told = page(ann, table, "throw-away/")
    assert f"Throw “{table.name}” away?" in told
    assert f'href="/tables/{table.code}/"' in told
    ben.get(f"/invitations/{table.invitation}/")
    page(ben, table, "throw-away/", status=404)
    assert "/accounts/sign-in/" in Client().get(f"/tables/{table.code}/throw-away/").headers["Location"]
    assert Table.objects.exists(), "asking does nothing"
    assert post(ann, table, "throw-away") == 303
    assert not Table.objects.exists()


def test_no_other_table_is_kept_or_thrown_away(people: list[User]) -> None:
    ann = signed_in(people[0])
    for table in (played(*people), begun(people[0])):
        assert [post(ann, table, what) for what in ("keep", "throw-away")] == [404, 404]
        page(ann, table, "throw-away/", status=404)
    assert Table.objects.count() == 2


@pytest.mark.django_db
def test_who_had_no_account_keeps_it_with_one() -> None:
    client = Client()
    table = stored(client)
    ann, ben = User.objects.create_user("ann"), signed_in(User.objects.create_user("ben"))
    assert post(client, table, "keep") == 303
    table.refresh_from_db()
    assert table.kept_until
    client.force_login(ann)
    assert f'action="/tables/{table.code}/keep/"' in page(client, table)
    ben.get(f"/invitations/{table.invitation}/")
    kept(client, table)
    assert table.host == ann
    assert post(ben, table, "keep") == 404, "it is somebody's now"


@pytest.mark.django_db
def test_a_guest_makes_an_account_first() -> None:
    guest = make_guest(display_name="Fay")
    client = signed_in(guest)
    table = stored(client)
    assert "/accounts/keep/?next=" in page(client, table)
    answer = client.post(f"/tables/{table.code}/keep/")
    assert answer.headers["Location"].startswith("/accounts/keep/")
    table.refresh_from_db()
    assert table.kept_until
    assert post(client, table, "throw-away") == 303


@pytest.mark.django_db
def test_a_guest_s_records_come_along() -> None:
    guest, ann = make_guest(display_name="Fay"), User.objects.create_user("ann")
    table = stored(signed_in(guest))
    bring_along(guest=guest, account=ann)
    table.refresh_from_db()
    assert table.host == ann


@pytest.mark.django_db
def test_one_s_own_are_listed_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.history.records_page.ON_A_PAGE", 2)
    ann = signed_in(User.objects.create_user("ann"))
    for name, seats in (("solo_coins", ["First"]), ("two_plain", ["Second", "Mira"]), ("solo_master", ["Third"])):
        bring(ann, golden(name) | {"seats": seats})
    told = unescape(ann.get(URL).content.decode())
    assert "Third" in told
    assert "Second and Mira" in told
    assert "First" not in told
    older = re.search(r'href="(/records/\?before=\d+)', told)
    assert older
    told = unescape(ann.get(older[1]).content.decode())
    assert "First" in told
    assert "Second" not in told
    assert ann.get(f"{URL}?before=x").status_code == ann.get(f"{URL}?before={'9' * 40}").status_code == 200
    assert "Records that you brought" not in Client().get(URL).content.decode()


# Never counted


@pytest.mark.django_db
def test_it_stands_in_no_list_and_counts_for_nobody() -> None:
    ann = User.objects.create_user("ann", display_name="Ann")
    client = signed_in(ann)
    table = kept(client, stored(client, "two_plain", seats=["Ann", "Quill"]))
    call_command("summarise_games", all=True)
    assert not unsummarised(Table.objects.finished()).exists()
    assert not Summary.objects.exists()
    assert not SeatSummary.objects.exists()
    for address in ("/", "/tables/", "/tables/mine/", "/games/", "/people/ann/", "/people/ann/games/", "/sitemap.xml"):
        told = signed_in(ann).get(address).content.decode()
        assert table.code not in told, address
        assert "Quill" not in told, address
    assert table.code not in client.get("/tables/mine/results.csv").content.decode()


@pytest.mark.django_db
def test_it_is_what_the_rules_say_of_it() -> None:
    for name in ("solo_coins", "heroes_four", "both_six", "five_absent"):
        bring(Client(), golden(name))
    assert [fault(table) for table in Table.objects.all()] == ["", "", "", ""]


@pytest.mark.django_db
def test_what_it_was_played_with_goes_with_it(clock: time_machine.Traveller) -> None:
    client = Client()
    table = stored(client)
    assert not Definition.objects.exists()
    record = client.get(f"/tables/{table.code}/record.json").json()
    assert record["events"][0]["data"]["definition"]
    clock.shift(LASTS)
    assert brought.sweep() == 1


def test_what_is_stored_already_is_not_stored_again(people: list[User]) -> None:
    record = record_of(played(*people, access=Access.INVITATION))
    bring(Client(), record)
    assert Definition.objects.count() == 1
    first = Table.objects.brought().get().events.get(number=1)
    assert first.definition == Definition.objects.get()


# Taken elsewhere, and gone with its person


@pytest.mark.django_db
def test_kept_ones_come_back_as_what_they_were(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ann = User.objects.create_user("ann")
    client = signed_in(ann)
    table = kept(client, stored(client, "two_plain", seats=["Mira", "Noa"]))
    bring(client, golden("solo_coins"))
    call_command("export_games")
    lines = capsys.readouterr().out
    assert lines == line_of(table)
    delete_tables(list(Table.objects.values_list("pk", flat=True)))
    file = tmp_path / "games.jsonl"
    file.write_text(lines)
    for _twice in range(2):
        call_command("import_games", str(file))
    back = Table.objects.get()
    assert (back.origin, back.host, back.code, back.kept_until) == (Origin.BROUGHT, ann, table.code, None)
    assert (back.finished_at, back.started_at) == (None, None)
    assert [seat.shown_name for seat in Seat.objects.at(back)] == ["Mira", "Noa"]
    assert line_of(back) == lines
    assert not Summary.objects.exists()


@pytest.mark.django_db
def test_a_line_makes_no_brought_record_one_that_anybody_may_see(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(golden("solo_coins") | {"table": {"origin": "brought", "access": "open"}}))
    call_command("import_games", str(file))
    table = Table.objects.get()
    assert (table.access, table.host) == (Access.INVITATION, nobody(0))


def test_a_game_that_is_brought_may_be_imported_as_what_it_was(people: list[User], tmp_path: Path) -> None:
    table = played(people[0])
    line, record = line_of(table), record_of(table)
    delete_tables([table.pk])
    bring(Client(), record)
    file = tmp_path / "games.jsonl"
    file.write_text(line)
    call_command("import_games", str(file))
    assert sorted(Table.objects.values_list("origin", flat=True)) == ["", "brought"]


@pytest.mark.django_db
def test_it_is_in_the_data_of_who_brought_it_and_goes_with_them() -> None:
    ann = User.objects.create_user("ann", password="chart and compass")
    client = signed_in(ann)
    table = kept(client, stored(client))
    told = data_of(ann)["tables"]
    assert [(one["code"], one["origin"], one["kept_until"], one["seat"]) for one in told] == [
        (table.code, "brought", None, None)
    ]
    erase(user=ann)
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_a_guest_who_is_gone_leaves_none(clock: time_machine.Traveller) -> None:
    guest = make_guest(display_name="Fay")
    stored(signed_in(guest))
    clock.shift(timedelta(days=40))
    assert tidy_guests(silent_for=timedelta(days=180)) == 1
    assert not Table.objects.exists()


def test_lines_with_times_tell_when_it_was_played(people: list[User]) -> None:
    line = json.loads(line_of(played(people[0])))
    line["events"][-1]["at"] = "2026-05-01T12:00:00+00:00"
    delete_tables(list(Table.objects.values_list("pk", flat=True)))
    client = Client()
    bring(client, line)
    table = Table.objects.get()
    assert (table.finished_at, table.created_at) == (datetime(2026, 5, 1, 12, tzinfo=UTC), NOON)
    assert (table.code, table.name) != (line["table"]["code"], line["table"]["name"])


# Hostile


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (f"A{BIDI}nn", "Ann"),
        (f"{ZERO_WIDTH * 40}", "Player 1"),
        ("", "Player 1"),
        ("  \t\n ", "Player 1"),
        ("x" * 10_000, "x" * 24),
        ("Ａｎｎ", "Ann"),
        ("A\nB\x7fC", "A BC"),
        ("e" + "\u0301" * 50, "\u00e9\u0301\u0301\u0301"),
        ("\u0301Ann", "Ann"),
        ("<b>Ann</b>", "<b>Ann</b>"),
    ],
)
def test_names_are_shown_as_names_are_here(given: str, shown: str) -> None:
    client = Client()
    table = stored(client, seats=[given])
    assert [seat.name for seat in Seat.objects.at(table)] == [shown]
    assert table.name == shown
    told = client.get(f"/tables/{table.code}/").content.decode()
    assert BIDI not in told
    assert "<b>Ann" not in told


@pytest.mark.django_db
def test_a_table_is_named_after_as_many_as_there_is_room_for() -> None:
    names = [letter * 24 for letter in "ABCDEF"]
    table = stored(Client(), "both_six", seats=names)
    assert table.name == f"{names[0]} and 5 others"


def _numbers_as_text(document: dict[str, Any]) -> None:
    next(event for event in document["events"] if event["kind"] == "drawn")["data"]["turn"] = "1"


def _unknown_card(document: dict[str, Any]) -> None:
    next(event for event in document["events"] if event["kind"] == "card_revealed")["data"]["card"] = "no_such_card"


HOSTILE: dict[str, Any] = {
    "large": lambda document: document.update(about="x" * 2_000_000),
    "deep": lambda document: document.update(about=[[[[]]]] * 100, events=[[[[[[]]]]]] * 50),
    "not a number": lambda document: document.update(about=float("nan")),
    "numbers as text": _numbers_as_text,
    "another seed": lambda document: document.update(seed="5a" * 32),
    "another promise": lambda document: document.update(commitment="5a" * 32),
    "no promise": lambda document: document.pop("commitment"),
    "unknown cards": _unknown_card,
    "nobody": lambda document: document.update(seats=[]),
    "too many": lambda document: document.update(seats=["Ann"] * 13),
    "no names": lambda document: document.update(seats=[1]),
    "no such seat": lambda document: document["events"][3].update(seat=7),
    "no time": lambda document: document["events"][3].update(at="soon"),
    "no end": lambda document: document.update(events=document["events"][:-1]),
    "nothing": lambda document: document.update(events=[]),
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", HOSTILE)
def test_what_does_not_hold_is_told_and_stores_nothing(what: str) -> None:
    document = golden("solo_coins")
    HOSTILE[what](document)
    told = bring(Client(), document, status=422)
    assert "The record does not hold" in told or "That is longer than any record." in told
    assert not Table.objects.exists()
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "NaN", "Infinity", "1e999"])
def test_what_is_no_record_stores_nothing(text: str) -> None:
    bring(Client(), text, status=422)
    assert not Table.objects.exists()


def cards_called(document: dict[str, Any], name: str) -> dict[str, Any]:
    """The record with a name of somebody's own on its cards and sheet."""
    definition = document["events"][0]["data"]["definition"]
    for card in (*definition["explore"], *definition["pool"], definition["sheet"]):
        card["name"] = name
    return document


@pytest.mark.django_db
def test_cards_of_anybody_s_making_are_shown_like_all_others() -> None:
    client = Client()
    told = bring(client, cards_called(golden("solo_coins"), f"<i>{'x' * 60}"))
    assert "It was not played as published." in told
    table = Table.objects.get()
    for more in ("", "turns/1/", f"turns/{table.turn}/?deck=lay", "stars/", "board-1.svg", "board-1.pdf"):
        assert b"<i>" not in client.get(f"/tables/{table.code}/{more}").content
        page(client, table, more)
    cards = set(re.findall(rf'href="/tables/{table.code}/(cards/[^"]+)"', page(client, table)))
    assert cards
    for card in cards:
        page(client, table, card)


@pytest.mark.django_db
@pytest.mark.parametrize("sign", [BIDI, ZERO_WIDTH])
def test_cards_whose_names_turn_a_page_about_are_refused(sign: str) -> None:
    told = bring(Client(), cards_called(golden("solo_coins"), f"Wood{sign}land"), status=422)
    assert "Event 1 holds characters that cannot be seen." in told
    assert sign not in told.partition("<textarea")[0]
    assert not Table.objects.exists()


# At one moment


@pytest.mark.django_db(transaction=True)
def test_it_is_kept_or_swept_and_never_both(clock: time_machine.Traveller) -> None:
    client = signed_in(User.objects.create_user("ann"))
    for _ in range(5):
        table = stored(client)
        clock.shift(LASTS)
        codes: list[int] = []
        clicked(lambda codes=codes, table=table: codes.append(post(client, table, "keep")), brought.sweep)
        left = Table.objects.filter(pk=table.pk).values_list("kept_until", flat=True)
        assert (codes, list(left)) in (([303], [None]), ([404], []))
        delete_tables([table.pk])


@pytest.mark.django_db(transaction=True)
def test_the_last_place_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought, "MOST_KEPT", 1)
    client = signed_in(User.objects.create_user("ann"))
    bring(client, golden("solo_coins"))
    bring(client, golden("two_plain"))
    codes: list[int] = []
    clicked(*(partial(lambda table: codes.append(post(client, table, "keep")), table) for table in Table.objects.all()))
    assert sorted(codes) == [303, 422]


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_twice_at_one_moment_stores_one() -> None:
    client = signed_in(User.objects.create_user("ann"))
    clicked(*[partial(bring, client, golden("solo_coins"))] * 3)
    assert Table.objects.count() == 1


def clicked(*clicks: Any) -> None:
    """Let all happen at one moment, each in a thread of its own."""
    assert together(list(clicks))[0] == []
