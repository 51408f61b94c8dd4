"""Link preview images: the way they show, whose it is, and nothing of a running game."""

import re

import pytest
from django.test import Client

from engine.contract import Seat as Index
from games.accounts.crests import parse_crest
from games.gisborne.past.sharing import shared_picture
from games.gisborne.reference.poster import cover
from games.tables.game import CoverText, NamedCrest, Seated
from games.tables.log.state import load
from games.tables.models import Seat, Table
from tests.games.gisborne import play
from tests.games.gisborne.past.played import played_table
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.django_db


def seated(table: Table, seat: Index | None = None) -> Seated:
    loaded = load(table)
    return Seated(table, seat, loaded.state, loaded.number, tuple(Seat.objects.at(table)))


def finished() -> Table:
    return played_table(people_named("Ann", "Ben", "Cas"))


def words(svg: str | None) -> list[str]:
    """Return the texts beside the way, which has the values of chips in the middle of them."""
    assert svg
    return re.findall(r'<text(?![^>]*="middle")[^>]*>([^<]+)</text>', svg)


def test_picture_of_a_finished_game_ranks_the_players() -> None:
    table = finished()
    best = sorted(Seat.objects.at(table), key=lambda seat: seat.rank or 0)
    first = best[0]
    ranked = [text for seat in best for text in (seat.shown_name, str(seat.score))]
    picture = words(shared_picture(seated(table), None))
    assert picture == ["Way", first.shown_name, f"Rank 1 of 3 · {first.score} points", *ranked, "Carto"]
    answer = Client().get(f"/tables/{table.code}/picture.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")


def test_picture_of_a_finished_game_counts_handicaps() -> None:
    table = finished()
    last = max(Seat.objects.at(table), key=lambda seat: seat.rank or 0)
    Seat.objects.filter(pk=last.pk).update(handicap=30)
    picture, score = words(shared_picture(seated(table), None)), last.score or 0
    assert picture[2:5] == [
        f"Rank 1 of 3 · {score} + 30 handicap = {score + 30} points",
        last.shown_name,
        str(score + 30),
    ]


def test_picture_has_every_tile_and_pawn_and_all_that_it_refers_to() -> None:
    table = finished()
    picture, seats = shared_picture(seated(table), None), list(Seat.objects.at(table))
    assert picture
    state = load(table).state
    assert picture.count("<clipPath") == len(state.way.tiles)
    assert len(re.findall(r'<path fill="#\w+" stroke="#fdf9ef" stroke-width="3" d="M11 7', picture)) == len(seats)
    assert "var(" not in picture
    referred = set(re.findall(r'href="#([\w-]+)"', picture)) | set(re.findall(r"url\(#([\w-]+)\)", picture))
    assert referred <= set(re.findall(r' id="([\w-]+)"', picture))
    for seat in seats:
        assert f'href="#crest-{parse_crest(seat.shown_crest).charge}"' in picture


def test_picture_of_a_round_shows_the_way_as_it_was() -> None:
    table = finished()
    first, last = (shared_picture(seated(table), turn) for turn in (1, table.turn))
    assert words(first)[2] == "Round 1"
    assert len(first or "") < len(last or ""), "the way has grown"
    assert shared_picture(seated(table), table.turn + 1) is None
    assert Client().get(f"/tables/{table.code}/turns/1/picture.png").status_code == 200


def test_running_game_has_no_picture_of_its_open_round() -> None:
    table = play.gather(*people_named("Ann", "Ben", "Cas"))
    assert shared_picture(seated(table), None) is None
    assert shared_picture(seated(table), 1) is None
    assert Client().get(f"/tables/{table.code}/turns/1/picture.png").status_code == 404
    assert Client().get(f"/tables/{table.code}/picture.png").status_code == 200


def test_covers_show_an_example_or_the_way_of_a_seat() -> None:
    text = CoverText("Gisborne", "Desk", ["1 free seat"], people=[NamedCrest("Ann", "")])
    assert words(cover(text)) == ["Gisborne", "Desk", "1 free seat", "Ann", "Carto"]
    assert cover(text, seated(finished(), Index(1))) != cover(text)
