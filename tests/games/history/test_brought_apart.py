"""Imported records: excluded from statistics and exports, and deleted with their owner's account."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from games.accounts.models import User
from games.accounts.services import make_guest
from games.history import uploaded_games
from games.history.json_lines import dump_game
from games.history.models import SeatSummary, Summary
from games.history.record import record_of
from games.history.replay_checks import find_fault
from games.history.summaries import unsummarised
from games.history.uploaded_games import LASTS
from games.tables.log.storage import placeholder_user
from games.tables.models import Access, Definition, Origin, Seat, Table
from games.tables.people.guests import tidy_guests
from games.tables.people.personal_data import delete_tables, erase, export_user_data
from tests.games.history.bringing import NOON, bring, golden, keep_upload, stored
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.usefixtures("clock")


# Never counted


@pytest.mark.django_db
def test_it_stands_in_no_list_and_counts_for_nobody() -> None:
    ann = User.objects.create_user("ann", display_name="Ann")
    client = signed_in(ann)
    table = keep_upload(client, stored(client, "two_plain", seats=["Ann", "Quill"]))
    call_command("summarise_games", all=True)
    assert not unsummarised(Table.objects.finished()).exists()
    assert not Summary.objects.exists()
    assert not SeatSummary.objects.exists()
    for address in ("/", "/tables/", "/tables/mine/", "/games/", "/people/ann/", "/people/ann/games/", "/sitemap.xml"):
        html = signed_in(ann).get(address).content.decode()
        assert table.code not in html, address
        assert "Quill" not in html, address
    assert table.code not in client.get("/tables/mine/results.csv").content.decode()


@pytest.mark.django_db
def test_it_is_what_the_rules_say_of_it() -> None:
    for name in ("solo_coins", "heroes_four", "both_six", "five_absent"):
        bring(Client(), golden(name))
    assert [find_fault(table) for table in Table.objects.all()] == ["", "", "", ""]


@pytest.mark.django_db
def test_what_it_was_played_with_goes_with_it(clock: time_machine.Traveller) -> None:
    client = Client()
    table = stored(client)
    assert not Definition.objects.exists()
    record = client.get(f"/tables/{table.code}/record.json").json()
    assert record["events"][0]["data"]["definition"]
    clock.shift(LASTS)
    assert uploaded_games.delete_expired_uploads() == 1


def test_what_is_stored_already_is_not_stored_again(people: list[User]) -> None:
    record = record_of(played(*people, access=Access.INVITATION))
    bring(Client(), record)
    assert Definition.objects.count() == 1
    first = Table.objects.uploaded().get().events.get(number=1)
    assert first.definition == Definition.objects.get()


# Taken elsewhere, and gone with its person


@pytest.mark.django_db
def test_kept_ones_come_back_as_what_they_were(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ann = User.objects.create_user("ann")
    client = signed_in(ann)
    table = keep_upload(client, stored(client, "two_plain", seats=["Mira", "Noa"]))
    bring(client, golden("solo_coins"))
    call_command("export_games")
    lines = capsys.readouterr().out
    assert lines == dump_game(table)
    delete_tables(list(Table.objects.values_list("pk", flat=True)))
    file = tmp_path / "games.jsonl"
    file.write_text(lines)
    for _twice in range(2):
        call_command("import_games", str(file))
    back = Table.objects.get()
    assert (back.origin, back.host, back.code, back.kept_until) == (Origin.UPLOADED, ann, table.code, None)
    assert (back.finished_at, back.started_at) == (None, None)
    assert [seat.shown_name for seat in Seat.objects.at(back)] == ["Mira", "Noa"]
    assert dump_game(back) == lines
    assert not Summary.objects.exists()


@pytest.mark.django_db
def test_a_line_makes_no_brought_record_one_that_anybody_may_see(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(golden("solo_coins") | {"table": {"origin": "brought", "access": "open"}}))
    call_command("import_games", str(file))
    table = Table.objects.get()
    assert (table.access, table.host) == (Access.INVITATION, placeholder_user(0))


def test_a_game_that_is_brought_may_be_imported_as_what_it_was(people: list[User], tmp_path: Path) -> None:
    table = played(people[0])
    line, record = dump_game(table), record_of(table)
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
    table = keep_upload(client, stored(client))
    data = export_user_data(ann)["tables"]
    assert [(one["code"], one["origin"], one["kept_until"], one["seat"]) for one in data] == [
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
    line = json.loads(dump_game(played(people[0])))
    line["events"][-1]["at"] = "2026-05-01T12:00:00+00:00"
    delete_tables(list(Table.objects.values_list("pk", flat=True)))
    client = Client()
    bring(client, line)
    table = Table.objects.get()
    assert (table.finished_at, table.created_at) == (datetime(2026, 5, 1, 12, tzinfo=UTC), NOON)
    assert (table.code, table.name) != (line["table"]["code"], line["table"]["name"])
