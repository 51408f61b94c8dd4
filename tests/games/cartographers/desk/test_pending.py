"""Goals beside the map: shown with or without a placement, and after it is drawn."""

import re

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Table
from tests.games.cartographers import play
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(people: list[User]) -> Table:
    return play.gather(*people[:2])


def chips(client: Client, table: Table) -> list[str]:
    """The letters of the edicts beside the map."""
    page = client.get(play.url(table)).content.decode()
    (rows,) = re.findall(r'<ol class="goals.*?</ol>', page, re.DOTALL)
    assert rows.count('<svg class="emblem"') == 4
    return re.findall(r'<span class="edict-letter" aria-hidden="true">(.)</span>', rows)


def test_the_edicts_stand_beside_the_map_before_during_and_after_a_drawing(people: list[User], table: Table) -> None:
    ann = signed_in(people[0])
    assert chips(ann, table) == list("ABCD")
    assert play.draw(ann, table, 0).status_code == 303
    assert chips(ann, table) == list("ABCD")


def test_they_stand_beside_a_map_that_is_looked_at(client: Client, table: Table) -> None:
    assert chips(client, table) == list("ABCD")
