"""Link preview images: the map they show, and the order of names."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command

from games.accounts.crests import parse_crest
from games.accounts.models import User
from games.cartographers.paper.sharing import cover, shared_picture
from games.tables.game import CoverText, NamedCrest, Seated
from games.tables.log.state import load
from games.tables.models import Seat, Table

TIED = Path(__file__).parents[3] / "golden" / "two_fewer_losses.json"
"""A game that ended with as many stars for both, of whom the second had lost fewer to monsters."""


@pytest.fixture
def tied(people: list[User], tmp_path: Path) -> Seated:
    file = tmp_path / "game.jsonl"
    file.write_text(TIED.read_text("utf-8").replace("\n", "") + "\n", "utf-8")
    call_command("import_games", str(file))
    table = Table.objects.get()
    for index, user in enumerate(people[:2]):
        Seat.objects.filter(table=table, index=index).update(user=user)
    loaded = load(table)
    return Seated(table, None, loaded.state, loaded.number, tuple(Seat.objects.at(table)))


def names(svg: str | None) -> list[str]:
    """The player names in the picture, from top to bottom."""
    assert svg
    return [word for word in re.findall(r"<text[^>]*>([^<]+)</text>", svg) if word in {"Ann", "Ben"}]


def crests(svg: str | None) -> list[tuple[str, str]]:
    """Return the shield and charge of each crest in the picture, after checking that their symbols are there once."""
    assert svg
    used = re.findall(r'<use href="#crest-([\w-]+)"', svg)
    drawn = re.findall(r'<symbol id="crest-([\w-]+)"', svg)
    assert sorted(drawn) == sorted(set(used))
    return list(zip(used[::2], used[1::2], strict=True))


def shape(crest: str) -> tuple[str, str]:
    """Return the shield and charge of a spec."""
    parts = parse_crest(crest)
    return f"{parts.shield}-{parts.division}", parts.charge


def test_picture_has_the_crests_of_the_owner_and_of_all_players(tied: Seated) -> None:
    ann, ben = (shape(seat.shown_crest) for seat in tied.seats)
    assert crests(shared_picture(tied, None)) == [ben, ben, ann]
    assert crests(shared_picture(tied, tied.state.turn)) == [ben, ben, ann]


def test_picture_has_no_crests_of_deleted_players(tied: Seated) -> None:
    for seat in tied.seats:
        seat.user = None
    assert crests(shared_picture(tied, None)) == []


def test_cover_lists_people_with_their_crests() -> None:
    mill, owl = "french.plain.teal.gold.mill", "heater.bordure.navy.gold.owl"
    people = [NamedCrest("Ann", mill), NamedCrest("Ben", owl), NamedCrest("Dee", "")]
    svg = cover(CoverText("Cartographers", "Desk", ["1 free seat"], people=people))
    assert crests(svg) == [shape(mill), shape(owl)]
    places = re.findall(r'<text x="(\d+)" font-size="[\d.]+" fill="#2a241b">(Ann|Ben|Dee)<', svg)
    assert [name for _x, name in places] == ["Ann", "Ben", "Dee"]
    assert len({x for x, _name in places}) == 1, "names stand below each other"
    assert crests(cover(CoverText("@ann", "Ann", [], crest=mill))) == [shape(mill)]
    assert crests(cover(CoverText("Play in your browser", "Cartographers", []))) == []


def test_title_is_smaller_beside_a_crest_only_if_it_has_to_be() -> None:
    sizes = {
        (name, crest): float(re.findall(rf'y="[\d.]+" font-size="([\d.]+)" font-weight="700"[^>]*>{name}<', svg)[0])
        for name in ("Ann", "Cassandra of Weymouth")
        for crest in ("", "french.plain.teal.gold.mill")
        for svg in [cover(CoverText("", name, [], crest=crest))]
    }
    short, short_beside, long, long_beside = sizes.values()
    assert short == short_beside == 84
    assert 30 < long_beside < long


def test_of_a_tie_the_picture_of_the_last_turn_names_who_won(tied: Seated) -> None:
    scores = {seat.score for seat in tied.seats}
    assert (len(scores), [seat.rank for seat in tied.seats]) == (1, [2, 1])
    assert names(shared_picture(tied, None)) == ["Ben", "Ben", "Ann"]
    assert names(shared_picture(tied, tied.state.turn)) == ["Ben", "Ben", "Ann"]
