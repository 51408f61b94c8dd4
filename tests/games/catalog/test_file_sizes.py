"""Size limits of catalog files at every layer, from the request to the import page."""

import json
from typing import Any, Final

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse

from games.catalog.files import MOST_BYTES, dump_entries, parse_entries
from games.catalog.models import CatalogEntry
from games.catalog.site_cards import load_published
from games.catalog.views import FileForm
from tests.games.catalog.making import staff
from tests.games.catalog.test_files import card, file
from tests.test_headers import answer, scope

pytestmark = pytest.mark.django_db(transaction=True)

PAGE: Final = "/admin/catalog/catalogentry/import/"
DRAFTS: Final = f"{PAGE}drafts/"
_TOKEN: Final = "a" * 32


@pytest.fixture(autouse=True)
def _published(db: None) -> None:
    load_published()


def sent(client: Client, at: str = PAGE, **fields: Any) -> int:
    """Return the status of a browser's form post sent through the whole site, with all middleware."""
    body = encode_multipart(BOUNDARY, {"csrfmiddlewaretoken": _TOKEN, **fields})
    cookies = f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}; {settings.CSRF_COOKIE_NAME}={_TOKEN}"
    headers = [
        (b"cookie", cookies.encode()),
        (b"content-type", MULTIPART_CONTENT.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    return answer(scope(at.encode(), "POST", headers), body)[0]


def upload(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("cards.json", text.encode(), "application/json")


def of_length(length: int) -> str:
    """Return a file with one card, padded to this many bytes."""
    text = file(card())
    return text + "\n" * (length - len(text))


def exported(**changes: Any) -> str:
    """Return the site's export of all published entries, with changes to each."""
    whole = dump_entries(CatalogEntry.objects.in_play())
    whole["entries"] = [{**entry, **changes} for entry in whole["entries"]]
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def test_what_the_site_gives_it_takes(author: Client) -> None:
    assert len(exported()) > 40_000
    assert sent(author, text=exported()) == 200
    assert sent(author, file=upload(exported())) == 200


def test_what_was_looked_at_can_be_taken(author: Client) -> None:
    text = exported(notes="Mind the reeds. " * 250)
    assert len(text) > 381_000
    assert sent(author, file=upload(text)) == 200
    assert sent(author, DRAFTS, text=text.replace("\n", "\r\n")) == 302
    drafts = CatalogEntry.objects.open()
    assert drafts.count() == CatalogEntry.objects.in_play().count()
    assert {draft.notes for draft in drafts} == {"Mind the reeds. " * 250}


def test_the_largest_file_comes_through_however_it_is_sent(author: Client) -> None:
    assert sent(author, file=upload(of_length(MOST_BYTES))) == 200
    assert sent(author, DRAFTS, text=of_length(MOST_BYTES).replace("\n", "\r\n")) == 302
    assert CatalogEntry.objects.open().get().key == "shore_walk"


def test_a_file_that_is_too_long_is_refused_in_words(author: Client) -> None:
    long = of_length(MOST_BYTES + 1)
    assert sent(author, file=upload(long)) == 422
    assert sent(author, DRAFTS, text=long) == 422
    page = author.post(PAGE, {"file": upload(long)})
    assert "The file is larger than 2 MB." in page.content.decode()
    assert not CatalogEntry.objects.open().exists()
    assert "2 MB at most" in author.get(PAGE).content.decode(), "it is said before, too"


def test_what_is_longer_still_does_not_come_in(author: Client) -> None:
    assert sent(author, text="x" * 4_200_000) == 413


def test_nothing_so_long_is_taken_elsewhere(author: Client) -> None:
    for elsewhere in ("", "add/", "export/", "schema.json", "1/import/"):
        assert sent(author, f"/admin/catalog/catalogentry/{elsewhere}", text=exported(notes="x" * 400)) == 413
    assert sent(author, PAGE.removesuffix("/"), text=exported(notes="x" * 400)) == 413


def test_only_curators_have_it_read(author: Client) -> None:
    assert sent(staff("ben", "view_catalogentry"), text=exported()) == 403
    nobody = Client()
    assert sent(nobody, text=exported()) == 302
    assert nobody.post(PAGE, {"text": exported()})["Location"].startswith("/admin/login/")


def test_the_forms_of_the_page_send_a_file_as_it_is(author: Client) -> None:
    page = author.post(PAGE, {"text": file(card())}).content.decode()
    forms = [form.partition("</form>")[0] for form in page.split("<form ")[1:] if 'name="text"' in form]
    assert len(forms) == 2
    assert all(form.startswith('method="post" enctype="multipart/form-data"') for form in forms)


def test_the_settings_name_the_page_that_there_is() -> None:
    assert reverse("admin:catalog_catalogentry_import") == PAGE
    assert PAGE in settings.LARGE_BODIES
    assert reverse("admin:catalog_catalogentry_import_drafts") == DRAFTS
    assert DRAFTS in settings.LARGE_BODIES


def test_lines_are_counted_as_they_are_in_the_file() -> None:
    form = FileForm({"text": '{\r\n"a": 1\r\n}'})
    assert form.is_valid()
    assert form.cleaned_data["text"] == '{\n"a": 1\n}'
    assert parse_entries(of_length(MOST_BYTES))
