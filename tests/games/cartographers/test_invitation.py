"""The map on an invitation: the host's last one that anyone may see."""

import pytest
from django.test import Client

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import Access, Table
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.django_db


def invitation_by(host: User, **options: object) -> str:
    chosen = options or play.defaults()
    table = services.create_table(host=host, new=NewTable("cartographers", "", chosen, capacity=3))
    return Client().get(f"/invitations/{table.invitation}/").content.decode()


def test_an_invitation_shows_the_last_public_map_of_the_host() -> None:
    (ann,) = people_named("Ann")
    page = invitation_by(ann)
    assert "A finished map with forests" in page, "there is no game yet"
    table = play.gather(ann)
    assert "Ann’s last game" not in invitation_by(ann), "the game is not over"
    monsters.play_on(table, [ann])
    page = invitation_by(ann)
    assert "Ann’s last game" in page
    assert "A finished map with forests" not in page
    Table.objects.filter(pk=table.pk).update(access=Access.INVITATION)
    assert "Ann’s last game" not in invitation_by(ann)


def test_an_invitation_says_who_is_there_and_where_to_learn() -> None:
    (ann,) = people_named("Ann")
    page = invitation_by(ann)
    assert page.count('class="crest free"') == 2
    assert '<button class="link" form="learn">Take the two-minute lesson</button>' in page
    assert '<form id="learn" method="post" action="/cartographers/learn/">' in page
    assert "Heroes lesson" not in page


@pytest.mark.parametrize("preset", [Preset.HEROES, Preset.BOTH])
def test_an_invitation_to_a_table_with_heroes_offers_both_lessons(preset: Preset) -> None:
    (ann,) = people_named("Ann")
    page = invitation_by(ann, **PRESETS[preset].as_json())
    assert "Take the two-minute lesson</button>" in page
    assert 'form="learn" formaction="/cartographers/learn/heroes/">Heroes lesson</button>' in page
