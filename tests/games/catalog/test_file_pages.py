"""Pages that read and write files of the workshop."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.catalog.files import (
    schema,
)
from games.catalog.models import CatalogEntry
from games.catalog.site_cards import load_published
from tests.games.catalog.making import staff
from tests.games.catalog.test_files import DRAFTS, PAGE, card, file

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _published(db: None) -> None:
    load_published()


def test_a_file_is_looked_through_then_taken(author: Client) -> None:
    upload = SimpleUploadedFile("cards.json", file(card()).encode())
    page = author.post(reverse(PAGE), {"file": upload})
    assert page.status_code == 200
    assert "1 new, 0 changed, 0 unchanged." in page.content.decode()
    assert 'href="/cards/schema.json"' in page.content.decode()
    assert not CatalogEntry.objects.open().exists(), "it was looked at alone"
    answer = author.post(reverse(DRAFTS), {"text": page.context["page"].text}, follow=True)
    assert answer.redirect_chain == [("/admin/catalog/catalogentry/?versions=open", 302)]
    assert "1 draft imported." in answer.content.decode()
    assert "Shore Walk" in answer.content.decode()


def test_a_bad_file_is_explained_and_its_text_stays(author: Client) -> None:
    for at in (PAGE, DRAFTS):
        answer = author.post(reverse(at), {"text": "{"})
        assert answer.status_code == 422
        assert "Line 1, column 2" in answer.content.decode()
        assert ">\n{</textarea>" in answer.content.decode()
    nothing = author.post(reverse(PAGE), {})
    assert "Choose a file or paste its text." in nothing.content.decode()
    binary = author.post(reverse(PAGE), {"file": SimpleUploadedFile("cards.json", b"\xff\xfe")})
    assert "The file isn’t UTF-8 text." in binary.content.decode()


def test_the_schema_is_given_to_everybody(client: Client) -> None:
    answer = client.get("/cards/schema.json")
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.json() == schema()
    assert client.post("/cards/schema.json").status_code == 405


def test_files_are_given_to_readers_and_taken_from_curators() -> None:
    reader = staff("ben", "view_catalogentry")
    assert reader.get(reverse("admin:catalog_catalogentry_schema")).json()["title"].startswith("Carto")
    whole = reader.get(reverse("admin:catalog_catalogentry_export"))
    assert whole.headers["Content-Disposition"] == 'attachment; filename="carto-catalog.json"'
    assert len(whole.json()["entries"]) > 80
    one = CatalogEntry.objects.get(key="treetower")
    assert (
        reader.get(reverse("admin:catalog_catalogentry_file", args=[one.pk])).json()["entries"][0]["key"] == "treetower"
    )
    assert reader.get(reverse(PAGE)).status_code == 403
    for address in ("schema", "export", "import"):
        assert staff(f"cleo-{address}").get(reverse(f"admin:catalog_catalogentry_{address}")).status_code == 403
