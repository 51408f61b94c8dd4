"""Contents of a map's sheet, before layout."""

from typing import Any

from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.paper.board import Ink
from games.cartographers.paper.facts import map_facts
from games.cartographers.paper.printing import Size, sheet_data
from games.tables.game import Seated
from games.tables.log.state import load
from games.tables.models import Table
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import gather


def written(table: Table, turn: int | None = None) -> dict[str, Any]:
    loaded = load(table)
    seated = Seated(table, None, loaded.state, loaded.number, tuple(table.seats.order_by("index")))
    facts = map_facts(seated, 1, turn)
    assert facts is not None
    return sheet_data(facts, Ink.COLOUR, Size.A4, "carto.example")


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_the_ledger_adds_up_along_and_down(people: list[User]) -> None:
    table = gather(*people[:2])
    play_on(table, people)
    table = Table.objects.get(pk=table.pk)
    sheet = written(table)
    total = load(table).state.total(Seat(0))
    assert sum(map(number, sheet["sums"])) == total == number(sheet["total"])
    assert sum(number(box["total"]) for box in sheet["boxes"]) == total
    assert len(sheet["sums"]) == len(sheet["edicts"]) + 2


def test_what_is_not_scored_yet_is_left_free(people: list[User]) -> None:
    table = gather(*people[:2])
    play_on(table, people, lambda state: state.turn == 3)
    sheet = written(Table.objects.get(pk=table.pk), 2)
    assert set(sheet["sums"]) == {""}
    assert sheet["total"] == ""


def test_solo_sheet_shows_the_awarded_title_only(people: list[User]) -> None:
    User.objects.update(title="Keeper of the Northern Maps")
    table = gather(people[0])
    play_on(table, people)
    sheet = written(Table.objects.get(pk=table.pk))
    assert sheet["title"] == ""
    assert " · " in sheet["standing"]


def test_sheet_of_a_game_together_shows_the_title_of_its_player(people: list[User]) -> None:
    User.objects.update(title="Keeper of the Northern Maps")
    table = gather(*people[:2])
    play_on(table, people)
    assert written(Table.objects.get(pk=table.pk))["title"] == "Keeper of the Northern Maps"
