"""Editing the pieces of a game in the admin, with another game's beside them."""

import json
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.catalog.models import CatalogEntry
from games.catalog.services import StaleVersion, load_published

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_beside")]

_BACKEND = "django.contrib.auth.backends.ModelBackend"
LIST = "admin:catalog_catalogentry_changelist"


@pytest.fixture(autouse=True)
def _published(toy_beside: None) -> None:
    load_published()


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True), _BACKEND)
    return client


def stone(key: str = "pebble") -> CatalogEntry:
    return CatalogEntry.objects.get(set="toy", kind="stone", key=key, current=True)


def url(of: CatalogEntry) -> str:
    return reverse("admin:catalog_catalogentry_change", args=[of.pk])


def post(client: Client, of: CatalogEntry, name: str | None = None, **changes: Any) -> Any:
    definition = {key: value for key, value in of.definition.items() if key not in ("id", "name")}
    data = {"name": of.name if name is None else name, "definition": json.dumps({**definition, **changes})}
    return client.post(url(of), data, follow=True)


def listed(client: Client, **asked: str) -> str:
    answer = client.get(reverse(LIST), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def test_both_games_are_listed_with_the_names_of_their_sets_and_kinds(admin: Client) -> None:
    everything = listed(admin)
    for words in ("Toy bag", "Stone", "Playing board", "Cartographers Heroes", "Explore card"):
        assert f">{words}</a>" in everything, "a filter"
    stones = listed(admin, set__exact="toy", kind__exact="stone")
    assert '<td class="field-set">Toy bag</td><td class="field-kind">Stone</td>' in stones
    assert "Pebble" in stones
    assert "Plain" not in stones
    assert "Pebble" not in listed(admin, set__exact="cartographers")


def test_a_piece_is_edited_with_the_help_of_its_game(admin: Client) -> None:
    assert "Worth decides who wins." in admin.get(url(stone())).content.decode()
    page = post(admin, stone(), name="Flint", worth=6).content.decode()
    assert '<li class="warning">The heaviest of 2 stones.</li>' in page
    new = stone()
    assert (new.version, new.name, new.created_by and new.created_by.username) == (2, "Flint", "ada")
    assert new.definition == {"id": "pebble", "name": "Flint", "worth": 6, "colour": "grey"}


def test_a_piece_without_a_name_of_its_own_is_given_none(admin: Client) -> None:
    board = CatalogEntry.objects.get(set="toy", kind="board")
    assert "Worth decides who wins." not in admin.get(url(board)).content.decode()
    post(admin, board, name="Flat", sides=6)
    new = CatalogEntry.objects.get(set="toy", kind="board", current=True)
    assert (new.name, new.definition) == ("Flat", {"id": "plain", "sides": 6})


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        ("{", "This is not JSON"),
        ("[]", "A toy is told by an object."),
        ('{"worth": 12}', "A stone is worth 1 to 9."),
        ('{"worth": 3}', "Pebble is worth as much as another stone of toy."),
    ],
)
def test_what_the_game_refuses_is_explained_next_to_the_field(admin: Client, definition: str, words: str) -> None:
    answer = admin.post(url(stone()), {"name": "Pebble", "definition": definition})
    assert answer.status_code == 200
    assert words in " ".join(answer.context["adminform"].form.errors["definition"])
    assert stone().version == 1


def test_the_list_shows_what_is_in_play_and_on_request_all_versions(admin: Client) -> None:
    post(admin, stone(), name="Flint")
    assert ">Pebble<" not in listed(admin, q="pebble")
    assert ">Flint<" in listed(admin, q="pebble")
    assert ">Pebble<" in listed(admin, q="pebble", versions="all")


def test_an_old_version_is_read_only(admin: Client) -> None:
    old = stone()
    post(admin, old, worth=5)
    page = admin.get(url(old)).content.decode()
    assert "<textarea" not in page
    assert "worth" in page


def test_who_is_late_is_shown_the_newer_version(admin: Client) -> None:
    old = stone()
    post(admin, old, worth=5)
    answer = post(admin, old, worth=6)
    assert answer.redirect_chain == [(url(stone()), 302)]
    assert "newer version" in answer.content.decode()
    assert stone().definition["worth"] == 5


def test_who_is_overtaken_while_saving_is_shown_the_newer_version(
    admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.catalog.admin.save_version", Mock(side_effect=StaleVersion))
    answer = post(admin, stone(), worth=5)
    assert answer.redirect_chain == [(url(stone()), 302)]
    assert "newer version" in answer.content.decode()


def test_nothing_is_added_or_deleted(admin: Client) -> None:
    assert admin.get(reverse("admin:catalog_catalogentry_add")).status_code == 403
    delete = reverse("admin:catalog_catalogentry_delete", args=[stone().pk])
    assert admin.post(delete, {"post": "yes"}).status_code == 403
    admin.post(reverse(LIST), {"action": "delete_selected", "_selected_action": [stone().pk], "post": "yes"})
    assert stone().version == 1


def test_a_reader_of_the_staff_sees_and_cannot_save(client: Client) -> None:
    reader = User.objects.create_user("ben", "chart and compass", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_catalogentry"))
    client.force_login(reader, _BACKEND)
    page = client.get(url(stone())).content.decode()
    assert "worth" in page
    assert "<textarea" not in page
    assert post(client, stone(), worth=5).status_code == 403
    assert stone().version == 1


def test_strangers_are_sent_to_sign_in(client: Client) -> None:
    assert client.get(url(stone())).status_code == 302
    assert client.post(url(stone()), {"name": "Flint", "definition": "{}"}).status_code == 302
    assert stone().version == 1


def test_entries_of_a_game_that_is_gone_can_be_read(admin: Client, settings: Any) -> None:
    settings.CARTO_SHELVES = {"cartographers": settings.CARTO_SHELVES["cartographers"]}
    assert '<td class="field-set">-</td>' in listed(admin, q="pebble"), "nobody knows what it was called"
    page = admin.get(url(stone())).content.decode()
    assert "worth" in page
    assert "<textarea" not in page
    assert post(admin, stone(), worth=5).status_code == 403
    assert stone().version == 1
