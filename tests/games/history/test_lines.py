"""Export and import of finished games as JSON lines."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.accounts.models import User
from games.history.json_lines import dump_game, read_past_game
from games.history.record import NotFinished, record_of
from games.tables.game import game_of
from games.tables.lobby.rematches import rematch
from games.tables.log.state import cache, load
from games.tables.log.storage import placeholder_user
from games.tables.models import Access, Seat, Status, Table, TableEvent
from games.tables.people.personal_data import delete_tables, erase
from tests.games.history.playing import Take, begun, play_on, played
from tests.games.tables.present import present

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.json"))


def forget(table: Table) -> None:
    """Delete a table as if it had never existed."""
    delete_tables([table.pk])
    cache.clear()


def test_a_game_comes_back_as_it_was(people: list[User], take_in: Take) -> None:
    table = played(*people, access=Access.INVITATION)
    Table.objects.filter(pk=table.pk).update(name="Tuesday", language="fr", set="first")
    table = Table.objects.get(pk=table.pk)
    line, seats, events = dump_game(table), seats_of(table), log_of(table)
    forget(table)
    assert take_in(line) == ("Games stored: 1; here already: 0; invalid lines: 0\n", True)
    back = Table.objects.get()
    unlike = {"_state", "id", "invitation", "version", "command_id", "changed_at", "talk"}
    assert {key: value for key, value in vars(back).items() if key not in unlike} == {
        key: value for key, value in vars(table).items() if key not in unlike
    }
    assert (dump_game(back), seats_of(back), log_of(back)) == (line, seats, events)
    assert load(present(back)).number == table.number


@pytest.mark.parametrize("flag", ["hints", "as_on_paper"])
def test_a_flag_is_written_only_if_it_is_set(people: list[User], take_in: Take, flag: str) -> None:
    table = played(people[0])
    assert flag not in json.loads(dump_game(table))["table"]
    Table.objects.filter(pk=table.pk).update(**{flag: True})
    line = dump_game(Table.objects.get(pk=table.pk))
    forget(table)
    assert take_in(line)[1]
    assert getattr(Table.objects.get(), flag)


def seats_of(table: Table) -> list[Any]:
    return list(Seat.objects.at(table).values_list("index", "user", "rank", "score", "awaited"))


def log_of(table: Table) -> list[Any]:
    return list(TableEvent.objects.filter(table=table).order_by("number").values_list("seat", "at", "turn", "stand_in"))


ORIGINS = [
    *(("origin", "won"), ("origin", 1), ("origin", "")),
    *(("fork_turn", -1), ("fork_turn", "x"), ("fork_turn", 0), ("fork_turn", None)),
    *(("fork_seat", 1), ("fork_seat", -1), ("fork_seat", "0"), ("fork_seat", True)),
]


@pytest.mark.parametrize(("key", "value"), ORIGINS)
def test_a_game_of_unknown_origin_is_refused(people: list[User], take_in: Take, key: str, value: Any) -> None:
    table = played(people[0])
    document = json.loads(dump_game(table))
    forget(table)
    document["table"].update({"origin": "fork", "fork_turn": 2, key: value})
    printed, content = take_in(json.dumps(document))
    named_key = "fork_turn" if value == "" else key
    assert (not content, f"Line 1: {named_key}: " in printed) == (True, True)
    assert not Table.objects.exists()


def test_only_a_fork_has_the_seat_of_one(people: list[User], take_in: Take) -> None:
    table = played(people[0])
    document = json.loads(dump_game(table))
    assert document["table"]["fork_seat"] is None
    document["table"]["fork_seat"] = 0
    assert take_in(json.dumps(document))[0].startswith("Line 1: fork_seat: only a fork has one")


def test_what_is_here_already_is_left_alone(people: list[User], take_in: Take) -> None:
    table = played(people[0])
    line = dump_game(table)
    assert take_in(line) == ("Games stored: 0; here already: 1; invalid lines: 0\n", True)
    forget(table)
    assert take_in(line, line) == ("Games stored: 1; here already: 1; invalid lines: 0\n", True)
    assert Table.objects.count() == 1


def test_a_dry_run_stores_nothing(people: list[User], take_in: Take) -> None:
    table = played(people[0])
    line = dump_game(table)
    forget(table)
    printed, content = take_in(line, dry_run=True)
    assert (printed, content) == ("Games that would be stored: 1; here already: 0; invalid lines: 0\n", True)
    assert not Table.objects.exists()


def test_people_without_an_account_here_are_nobody(people: list[User], take_in: Take) -> None:
    table = played(*people)
    document = json.loads(dump_game(table))
    forget(table)
    document["table"].update(people=["stranger", "BEN"], host="stranger")
    assert take_in(json.dumps(document))[1]
    back = Table.objects.get()
    assert [str(seat.user) for seat in Seat.objects.at(back)] == ["Former player", "Bén"]
    assert back.host == placeholder_user(0)
    assert not placeholder_user(0).is_active


@pytest.mark.django_db
def test_one_person_has_one_seat(take_in: Take) -> None:
    ann = User.objects.create_user("ann", "chart and compass")
    document = json.loads((ROOT / "tests" / "golden" / "two_plain.json").read_text())
    assert take_in(json.dumps({**document, "table": {"people": ["ann", "ann"]}}))[1]
    assert [seat.user for seat in Seat.objects.at(Table.objects.get())] == [ann, placeholder_user(1)]


def test_who_has_gone_is_not_named(people: list[User]) -> None:
    table = played(*people)
    erase(user=people[0])
    document = json.loads(dump_game(Table.objects.get(pk=table.pk)))
    assert document["table"]["people"] == ["", "ben"]
    assert document["seats"] == ["Former player", "Bén"]
    assert "ann" not in json.dumps(document["table"])


def test_a_code_that_is_taken_gives_way(people: list[User], take_in: Take) -> None:
    table = played(people[0])
    line = dump_game(table)
    forget(table)
    Table.objects.filter(pk=begun(people[0]).pk).update(code=table.code)
    assert take_in(line)[1]
    assert Table.objects.get(status=Status.FINISHED).code != table.code


def test_games_of_one_deck_stay_games_of_one_deck(people: list[User], take_in: Take) -> None:
    first = played(people[0])
    again = rematch(table=first.code, user=people[0], same_deck=True)
    again = play_on(Table.objects.get(pk=again.pk), people[0], answer=game_of(first).rules.fallback)
    assert again.commitment == first.commitment
    lines = [dump_game(first), dump_game(again)]
    delete_tables([first.pk, again.pk])
    cache.clear()
    assert take_in(*lines) == ("Games stored: 2; here already: 0; invalid lines: 0\n", True)
    assert take_in(*lines) == ("Games stored: 0; here already: 2; invalid lines: 0\n", True)
    assert [table.deck_of and table.deck_of.code for table in Table.objects.order_by("pk")] == [None, first.code]


BROKEN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "The seed doesn’t match the hash published before the first card: its SHA-256 is different.": lambda game: (
        game.update(seed="5a" * 32)
    ),
    "Event 5: ": lambda game: (
        game["events"].pop(4) and [event.update(number=number) for number, event in enumerate(game["events"], 1)]
    ),
    "event 4: is numbered 7": lambda game: game["events"][3].update(number=7),
    "the game is not": lambda game: game.update(game="chess"),
    "table: must be an object": lambda game: game.update(table=[]),
    "access: ": lambda game: game["table"].update(access="nobody"),
    "name: must be text": lambda game: game["table"].update(name=["Desk"]),
    "options: must be an object": lambda game: game["table"].update(options=[]),
    "people: must be text": lambda game: game["table"].update(people=[None]),
    "people: must be a list": lambda game: game["table"].update(people="ann"),
    "is no time": lambda game: game["table"].update(finished_at="soon"),
    "a time has a zone": lambda game: game["table"].update(started_at="2026-01-01T00:00:00"),
    "turn_seconds: ": lambda game: game["table"].update(turn_seconds=10**30),
    "seat: there is no such seat": lambda game: game["events"][0].update(seat=12),
    "U+0000": lambda game: game["table"].update(name="De\0sk"),
    "this is not JSON": lambda game: game["table"].update(name="\ud800"),
    "Out of range float": lambda game: game["table"].update(options={"x": float("nan")}),
}


@pytest.mark.parametrize("words", BROKEN)
def test_a_broken_line_is_told_and_changes_nothing(
    words: str, people: list[User], take_in: Take, record: dict[str, Any]
) -> None:
    table = Table.objects.get()
    line = dump_game(table)
    forget(table)
    document = json.loads(line)
    BROKEN[words](document)
    printed, content = take_in("{}\n", json.dumps(document) + "\n", line)
    assert not content
    assert words in printed.splitlines()[1]
    assert printed.splitlines()[2] == "Games stored: 1; here already: 0; invalid lines: 2"
    assert Table.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("line", [b"\xff\n", b"[" * 100_000, b'"' + b"x" * 4_000_001 + b'"', b"", b"9" * 5000])
def test_what_is_no_json_is_told(line: bytes, take_in: Take) -> None:
    printed, _content = take_in(line)
    assert "Games stored: 0" in printed
    assert printed.startswith("Line 1: ") is bool(line)


@pytest.mark.django_db
def test_games_of_every_form_that_was_ever_written_are_taken_in(take_in: Take) -> None:
    some = [path.read_text() for path in GOLDEN[::6]]
    printed, content = take_in(*[json.dumps(json.loads(text)) + "\n" for text in some])
    assert (printed, content) == (f"Games stored: {len(some)}; here already: 0; invalid lines: 0\n", True)
    for table, text in zip(Table.objects.order_by("pk"), some, strict=True):
        assert [event["kind"] for event in record_of(table)["events"]] == [
            event["kind"] for event in json.loads(text)["events"]
        ]


@pytest.mark.django_db
def test_a_byte_order_mark_is_skipped(take_in: Take) -> None:
    assert take_in("\ufeff" + json.dumps(json.loads(GOLDEN[0].read_text())) + "\n")[1]


@pytest.mark.django_db
def test_only_a_record_that_was_brought_may_lack_its_seed(take_in: Take) -> None:
    document = json.loads((ROOT / "tests" / "golden" / "solo_coins.json").read_text())
    del document["seed"], document["commitment"]
    printed, content = take_in(json.dumps(document) + "\n")
    assert ("a finished game's record has both" in printed, content) == (True, False)
    assert take_in(json.dumps({**document, "table": {"origin": "brought"}}) + "\n")[1]


def test_finished_games_are_written_and_no_others(people: list[User]) -> None:
    first, second, running = played(people[0]), played(people[1]), begun(*people)
    assert exported() == [dump_game(first), dump_game(second)]
    assert exported(after=first.code) == [dump_game(second)]
    assert running.code not in "".join(exported())
    with pytest.raises(NotFinished):
        dump_game(running)
    with pytest.raises(CommandError, match="no table"):
        exported(after="nowhere")


def exported(**options: Any) -> list[str]:
    out = io.StringIO()
    call_command("export_games", stdout=out, **options)
    return out.getvalue().splitlines(keepends=True)


def test_a_line_without_a_table_is_a_game_too(record: dict[str, Any]) -> None:
    past = read_past_game(json.dumps(record))
    assert (past.people, past.host, past.table.name) == (("", ""), "", "Cartographers")
