"""Link preview images: the map they show, and the order of names."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command

from games.accounts.models import User
from games.cartographers.paper.sharing import shared_picture
from games.tables.game import Seated
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


def test_of_a_tie_the_picture_of_the_last_turn_names_who_won(tied: Seated) -> None:
    scores = {seat.score for seat in tied.seats}
    assert (len(scores), [seat.rank for seat in tied.seats]) == (1, [2, 1])
    assert names(shared_picture(tied, None)) == ["Ben", "Ben", "Ann"]
    assert names(shared_picture(tied, tied.state.turn)) == ["Ben", "Ben", "Ann"]
