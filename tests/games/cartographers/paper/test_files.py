"""Downloads of maps: permissions, timing and contents."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.accounts.limits import Limit
from games.accounts.models import User
from games.play import downloads
from games.tables.models import Access, Table
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import gather, state_of
from tests.games.tables.clients import NAMES, people_named, signed_in

KINDS = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}


def got(address: str, client: Client | None = None, **more: Any) -> Any:
    return (client or Client()).get(address, **more)


def over(*people: User, **more: Any) -> Table:
    table = gather(*people, **more)
    play_on(table, people)
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def finished(people: list[User]) -> Table:
    return over(*people[:2])


def words_of(svg: bytes) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_map_is_had_in_every_kind_when_the_game_is_over(finished: Table, kind: str) -> None:
    answer = got(f"/tables/{finished.code}/board-2.{kind}")
    assert answer.status_code == 200
    assert answer.content.startswith(KINDS[kind])
    assert answer["Content-Disposition"].endswith(f'filename="carto-{finished.code}-ben.{kind}"')


@pytest.mark.parametrize("kind", KINDS)
def test_a_map_is_had_of_a_turn_that_has_closed(people: list[User], kind: str) -> None:
    table = gather(*people[:2])
    play_on(table, people, lambda state: state.turn == 3)
    assert got(f"/tables/{table.code}/turns/2/board-1.{kind}").status_code == 200
    assert got(f"/tables/{table.code}/turns/3/board-1.{kind}").status_code == 404
    assert got(f"/tables/{table.code}/board-1.{kind}").status_code == 404


def test_a_turn_shows_nothing_that_came_later(people: list[User]) -> None:
    table = gather(*people[:2])
    play_on(table, people, lambda state: state.turn == 3)
    before = got(f"/tables/{table.code}/turns/2/board-1.svg").content
    play_on(table, people, lambda state: state.turn == 5)
    assert got(f"/tables/{table.code}/turns/2/board-1.svg").content == before


def test_who_may_not_know_of_a_table_has_no_picture_of_it(people: list[User]) -> None:
    table = over(*people[:2], access=Access.INVITATION)
    address = f"/tables/{table.code}/board-1.png"
    assert got(address).status_code == 404
    assert got(address, signed_in(people[2])).status_code == 404
    assert got(address, signed_in(people[0])).status_code == 200


@pytest.mark.parametrize(
    "place", ["board-0.svg", "board-3.svg", "turns/0/board-1.svg", "turns/999999999999/board-1.svg"]
)
def test_there_is_no_map_of_nobody_and_no_turn(finished: Table, place: str) -> None:
    assert got(f"/tables/{finished.code}/{place}.svg").status_code == 404


@pytest.mark.parametrize("query", ["ink=blood", "size=a0", "ink=%00", "size=" + "9" * 500])
def test_no_other_ink_and_paper_is_taken(finished: Table, query: str) -> None:
    assert got(f"/tables/{finished.code}/board-1.pdf?{query}").status_code == 404


def test_everybody_is_given_the_same(people: list[User], finished: Table) -> None:
    address = f"/tables/{finished.code}/board-1.svg"
    assert got(address).content == got(address, signed_in(people[0])).content


def test_pencil_is_another_picture_with_no_colour_in_it(finished: Table) -> None:
    address = f"/tables/{finished.code}/board-1.svg"
    pencil = got(f"{address}?ink=pencil").content.decode()
    colours = set(re.findall(r"#[0-9a-f]{6}\b", pencil))
    assert colours
    assert all(len({colour[at : at + 2] for at in (1, 3, 5)}) == 1 for colour in colours)
    assert pencil != got(address).content.decode()


def test_a_drawing_stands_alone(finished: Table) -> None:
    svg = got(f"/tables/{finished.code}/board-1.svg").content
    root = ElementTree.fromstring(svg)
    defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    text = svg.decode()
    used = {*re.findall(r'href="#([^"]+)"', text), *re.findall(r"url\(#([\w-]+)\)", text)}
    assert used
    assert used <= defined
    assert 'href="' not in text.replace('href="#', "")
    assert not re.findall(r"url\((?!#|data:font/woff2)", text)
    assert "<script" not in text


def test_the_figures_are_those_of_the_game(people: list[User], finished: Table) -> None:
    state = state_of(finished)
    words = words_of(got(f"/tables/{finished.code}/board-1.svg").content)
    assert str(state.total(0)).replace("-", "−") in words
    assert "Ann" in words
    assert "Desk" in words
    for card in state.edicts:
        assert card.name in words


@pytest.mark.parametrize(
    "name",
    [
        "</text><script>alert(1)</script>",
        "&amp; &lt;",
        "#panic() *x*",
        "山田太郎",
        "\u0627\u0644\u0639",
        "🦊🦊",
        "W" * 30,
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_no_name_is_more_than_a_name(people: list[User], finished: Table, name: str, kind: str) -> None:
    User.objects.filter(pk=people[0].pk).update(display_name=name, title=name)
    answer = got(f"/tables/{finished.code}/board-1.{kind}")
    assert answer.status_code == 200
    if kind == "svg":
        assert any(name[:5] in word for word in words_of(answer.content))


def test_who_has_a_picture_is_not_sent_it_again(finished: Table) -> None:
    address = f"/tables/{finished.code}/board-1.png"
    again = got(address, headers={"If-None-Match": got(address)["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_new_name_makes_a_new_picture(people: list[User], finished: Table) -> None:
    address = f"/tables/{finished.code}/board-1.png"
    before = got(address)
    User.objects.filter(pk=people[0].pk).update(display_name="Queen Gimnax")
    assert got(address)["ETag"] != before["ETag"]


def test_nobody_has_pictures_made_without_end(
    finished: Table, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    settings.PICTURES_DIR = tmp_path
    monkeypatch.setattr(downloads, "PICTURES", Limit("pictures", 1, downloads.PICTURES.window))
    address = f"/tables/{finished.code}/board-1.pdf"
    assert got(address).status_code == 200
    refused = got(f"{address}?ink=pencil")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert got(address).status_code == 200  # which is kept


def test_who_comes_while_others_wait_is_asked_to_come_again(
    finished: Table, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    def busy(*_given: Any) -> bytes:
        raise downloads.rendering.RendererBusy

    settings.PICTURES_DIR = tmp_path
    monkeypatch.setattr(downloads.rendering, "png", busy)
    answer = got(f"/tables/{finished.code}/board-1.png")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_the_end_and_every_turn_lead_to_the_files_of_the_map_looked_at(people: list[User], finished: Table) -> None:
    client, place = signed_in(people[1]), f"/tables/{finished.code}/"
    for page, files in ((place, f"{place}board-2"), (f"{place}turns/2/?look=1", "./board-1")):
        text = got(page, client).content.decode()
        for ending in ("png", "svg", "pdf", "pdf?size=letter", "pdf?ink=pencil"):
            assert f'href="{files}.{ending}"' in text


def test_another_language_writes_other_words(people: list[User], finished: Table) -> None:
    address = f"/tables/{finished.code}/board-1.svg"
    french = got(address, headers={"accept-language": "fr"}).content
    assert "Monstres" in words_of(french)


def test_a_large_table_has_pictures_too(db: None) -> None:
    people = people_named(*NAMES)
    table = gather(*people)
    play_on(table, people, lambda state: state.turn == 2)
    assert got(f"/tables/{table.code}/turns/1/board-12.pdf").status_code == 200
