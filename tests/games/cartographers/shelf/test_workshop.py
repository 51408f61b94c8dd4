"""Editing cards and sheets in the admin."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.cartographers.shelf.kinds import CardSet, Kind
from games.cartographers.shelf.library import library
from games.catalog.models import CatalogEntry
from games.catalog.services import load_published

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _published() -> None:
    load_published()


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True), _BACKEND)
    return client


_BACKEND = "django.contrib.auth.backends.ModelBackend"


def entry(kind: Kind = Kind.SCORING, key: str = "treetower", of: str = CardSet.CARTOGRAPHERS) -> CatalogEntry:
    return CatalogEntry.objects.get(set=of, kind=kind, key=key, current=True)


def url(of: CatalogEntry) -> str:
    return reverse("admin:catalog_catalogentry_change", args=[of.pk])


def post(client: Client, of: CatalogEntry, name: str | None = None, **changes: Any) -> Any:
    definition = {key: value for key, value in of.definition.items() if key not in ("id", "name")}
    data = {"name": of.name if name is None else name, "definition": json.dumps({**definition, **changes})}
    return client.post(url(of), data)


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_can_be_opened_and_saved_as_it_is(admin: Client, kind: Kind) -> None:
    for of in CardSet:
        old = CatalogEntry.objects.filter(set=of, kind=kind, current=True).first()
        if old is None:
            continue  # the boxes differ in what they hold
        assert admin.get(url(old)).status_code == 200
        assert post(admin, old).status_code == 302
        assert entry(kind, old.key, of) == old, "nothing changed, so there is no new version"


def test_a_hero_is_edited_with_its_attack_explained(admin: Client) -> None:
    old = entry(Kind.HERO, "dal_of_jolev", CardSet.HEROES)
    assert "rows down, columns to the right" in admin.get(url(old)).content.decode()
    answer = post(admin, old, attack=[[1, 1], [1, 1]])
    assert "names a space twice" in " ".join(answer.context["adminform"].form.errors["definition"])
    assert post(admin, old, attack=[[-1, -1], [2, 0]]).status_code == 302
    assert library().heroes.heroes["dal_of_jolev"].attack == ((-1, -1), (2, 0))


def test_both_boxes_may_have_an_id_and_each_keeps_its_own_versions(admin: Client) -> None:
    old = entry(Kind.SEASON, "spring", CardSet.HEROES)
    assert post(admin, old, threshold=9).status_code == 302
    new = entry(Kind.SEASON, "spring", CardSet.HEROES)
    assert (new.version, entry(Kind.SEASON, "spring").version) == (2, 1)
    answer = post(admin, old, threshold=7)
    assert answer.headers["Location"] == url(new), "who is late is shown the version of the same box"
    listed = admin.get(reverse("admin:catalog_catalogentry_changelist"), {"set": "heroes_preview"}).content.decode()
    assert "Craylund" in listed
    assert "Deepwood" not in listed


def test_saving_makes_a_new_version_in_play(admin: Client) -> None:
    old = entry()
    answer = post(admin, old, name="Tree Keep", solo_target=21)
    assert answer.status_code == 302
    new = entry()
    assert (new.version, new.name, new.created_by and new.created_by.username) == (2, "Tree Keep", "ada")
    assert (new.definition["name"], new.definition["solo_target"]) == ("Tree Keep", 21)
    assert library().cartographers.scoring["treetower"].solo_target == 21
    old.refresh_from_db()
    assert (old.name, old.current, old.definition["solo_target"] != 21) == ("Treetower", False, True)


def test_the_page_lists_all_versions_and_the_families_of_scoring_cards(admin: Client) -> None:
    post(admin, entry(), solo_target=21)
    page = admin.get(url(entry())).content.decode()
    assert "version 2" in page
    assert "version 1" in page
    assert "<code>clusters</code>: stars: 1 to 20" in page
    assert "<code>clusters</code>" not in admin.get(url(entry(Kind.EXPLORE, "farmland"))).content.decode()


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        ("{", "This is not JSON"),
        ("[]", "one JSON object"),
        ('{"stack": "forest", "solo_target": 20, "clauses": [{"family": "magic"}]}', "family: must be one of"),
        ('{"stack": "forest", "solo_target": 20}', "clauses: is missing"),
        ('{"stack": "<b>", "solo_target": 20, "clauses": []}', "at least one"),
        ("[" * 30_000, "This is not JSON"),
        ('{"solo_target": ' + "9" * 5_000 + "}", "This is not JSON"),
    ],
)
def test_a_bad_definition_is_explained_next_to_the_field(admin: Client, definition: str, words: str) -> None:
    answer = admin.post(url(entry()), {"name": "Treetower", "definition": definition})
    assert answer.status_code == 200
    assert words in " ".join(answer.context["adminform"].form.errors["definition"])
    assert entry().version == 1


def test_a_card_needs_a_name(admin: Client) -> None:
    assert "name" in post(admin, entry(), name=" ").context["adminform"].form.errors
