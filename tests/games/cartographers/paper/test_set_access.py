"""Printing a set: who may, choices that are refused, pace, and the links that lead there."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.limits import Limit
from games.accounts.models import User
from games.accounts.services import make_guest
from games.cartographers.models import OwnSet
from games.cartographers.paper import printed_set
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.workshop import own_sets
from games.catalog.drafts import end_link, make_link
from games.catalog.models import CatalogEntry
from games.catalog.publication import retire
from games.catalog.site_cards import load_published
from games.play import downloads
from tests.games.cartographers.paper.pdf_pages import Document
from tests.games.cartographers.shelf.sets import LOOP, drafted, published, published_set, refs, small_set
from tests.games.catalog.making import curator, reviewer, staff
from tests.games.tables.clients import people_named, signed_in

pytestmark = pytest.mark.django_db
BOX = "/cartographers/paper/sets/boxes/cartographers/"


@pytest.fixture
def ann() -> User:
    load_published()
    return people_named("Ann")[0]


def own(owner: User) -> tuple[OwnSet, str]:
    """Return a set of a player, and the address that prints it."""
    own_set = own_sets.create_own_set(owner=owner, name="Lakes")
    return own_set, f"/cartographers/paper/sets/own/{own_set.key}/"


def pages_of(answer: Any) -> int:
    assert answer.status_code == 200
    return len(Document(answer.content).pages)


def texts(answer: Any) -> str:
    return " ".join(run.text.strip() for page in Document(answer.content).pages for run in page.runs)


def test_the_page_asks_for_nothing_that_it_would_not_take(client: Client) -> None:
    page = client.get(BOX)
    assert page.status_code == 200
    initial = {name: field.initial for name, field in page.context["form"].fields.items() if field.initial}
    answer = client.get(BOX, initial)
    assert pages_of(answer) == 10
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'attachment; filename="carto-cartographers.pdf"'


@pytest.mark.parametrize(
    "query",
    ["parts=", "parts=all", "size=a4", "parts=cards&size=a3", "parts=cards&sheet_size=a5", "parts=%00", "ink=x"],
)
def test_other_choices_are_refused_with_the_form_and_kept(client: Client, query: str) -> None:
    answer = client.get(f"{BOX}?{query}")
    assert answer.status_code == 422
    assert b'id="print-set"' in answer.content
    assert answer.context["form"].errors


def test_map_sheets_alone_are_refused_where_there_are_none(ann: User) -> None:
    own_set, url = own(ann)
    OwnSet.objects.filter(pk=own_set.pk).update(definition={**own_set.definition, "sheets": []})
    answer = signed_in(ann).get(f"{url}?parts=sheets")
    assert answer.status_code == 422
    assert "This set has no map sheets." in answer.content.decode()
    assert signed_in(ann).get(f"{url}?parts=cards&parts=sheets").status_code == 200


def test_a_published_set_is_printed_until_it_is_retired(client: Client) -> None:
    riverside = published_set()
    url = "/cartographers/paper/sets/riverside/"
    assert f'href="{url}"' in client.get("/cartographers/sets/riverside/").content.decode()
    assert "Loop" in texts(client.get(f"{url}?parts=cards"))
    french = client.get(f"{url}?parts=cards", headers={"Accept-Language": "fr"})
    assert "Décret A" in texts(french)
    retire(entry=CatalogEntry.objects.get(pk=riverside.pk), by=reviewer(), words="Over.")
    assert client.get(url).status_code == 404
    assert client.get(f"{url}?parts=cards").status_code == 404


@pytest.mark.parametrize("key", ["cartographers", "heroes", "both", "first_game"])
def test_the_page_of_a_box_leads_there(client: Client, key: str) -> None:
    page = client.get(f"/cartographers/sets/boxes/{key}/").content.decode()
    assert f'href="/cartographers/paper/sets/boxes/{key}/"' in page


@pytest.mark.parametrize("query", ["", "?parts=cards"])
def test_nobody_prints_the_set_of_somebody_else(ann: User, query: str) -> None:
    _own_set, url = own(ann)
    ben = people_named("Ben")[0]
    assert signed_in(ann).get(url + query).status_code == 200
    assert signed_in(ben).get(url + query).status_code == 404
    assert signed_in(make_guest(display_name="Gus")).get(url + query).status_code == 303
    answer = Client().get(url + query)
    assert (answer.status_code, "sign-in" in answer["Location"]) == (303, True)


def test_an_own_set_is_printed_as_saved(ann: User) -> None:
    own_set, url = own(ann)
    assert f'href="{url}"' in signed_in(ann).get(own_set.url).content.decode()
    changed = {**own_set.definition, "explore": refs(EntryKind.EXPLORE, "great_river")}
    OwnSet.objects.filter(pk=own_set.pk).update(definition=changed)
    text = texts(signed_in(ann).get(f"{url}?parts=cards"))
    assert text.count("Great River") == 1
    assert "Farmland" not in text


def test_a_share_link_prints_until_it_is_revoked(ann: User, client: Client) -> None:
    own_set, _url = own(ann)
    make_link(entry=own_set, by=ann)
    own_set.refresh_from_db()
    url = f"/cartographers/paper/sets/try/{own_set.link}/"
    assert f'href="{url}"' in client.get(f"/cartographers/sets/try/{own_set.link}/").content.decode()
    assert pages_of(client.get(f"{url}?parts=cards")) == 5
    end_link(entry=own_set, by=ann)
    assert client.get(f"{url}?parts=cards").status_code == 404


def test_the_link_of_a_draft_leads_to_the_set_once_that_is_published(client: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    make_link(entry=draft, by=curator())
    draft.refresh_from_db()
    url = f"/cartographers/paper/sets/try/{draft.link}/"
    assert client.get(url).status_code == 200
    published(draft)
    answer = client.get(url)
    assert (answer.status_code, answer["Location"]) == (303, "/cartographers/sets/riverside/")


def test_curators_print_a_draft_with_its_draft_cards() -> None:
    loop = drafted(EntryKind.EXPLORE, LOOP)
    draft = drafted(EntryKind.SET, small_set(explore=[f"workshop/{loop.key}"]))
    url = reverse("admin:catalog_catalogentry_print", args=[draft.pk])
    reader = staff("cleo", "view_catalogentry")
    assert f'href="{url}"' in reader.get(reverse("admin:catalog_catalogentry_change", args=[draft.pk])).content.decode()
    assert reader.get(url).status_code == 200
    assert "Loop" in texts(reader.get(f"{url}?parts=cards"))
    assert staff("dora").get(url).status_code == 403
    assert Client().get(url).status_code == 302
    card = reverse("admin:catalog_catalogentry_print", args=[loop.pk])
    assert reader.get(card).status_code == 404, "a card alone has no page to print"
    assert card not in reader.get(reverse("admin:catalog_catalogentry_change", args=[loop.pk])).content.decode()


def test_nobody_has_sets_printed_without_end(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    settings.PICTURES_DIR = tmp_path
    monkeypatch.setattr(downloads, "PICTURES", Limit("pictures", 1, downloads.PICTURES.window))
    first = client.get(f"{BOX}?parts=cards")
    assert first.status_code == 200
    refused = client.get(f"{BOX}?parts=backs")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert client.get(f"{BOX}?parts=cards").status_code == 200, "it is kept"
    again = client.get(f"{BOX}?parts=cards", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_limit_of_printed_sets_is_checked_before_anything_is_drawn(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    settings.PICTURES_DIR = tmp_path
    monkeypatch.setattr(printed_set, "PRINTS", Limit("set-prints", 1, printed_set.PRINTS.window))
    assert client.get(f"{BOX}?parts=cards").status_code == 200
    monkeypatch.setattr(printed_set, "set_data", lambda *_: pytest.fail("it was drawn"))
    assert client.get(f"{BOX}?parts=backs").status_code == 429
    assert client.get(f"{BOX}?parts=").status_code == 422, "the form can still be corrected"
    assert client.get(BOX).status_code == 200
