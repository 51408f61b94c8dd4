"""Permissions of staff in the workshop, by action."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.cartographers.workshop.sets import SetEditor
from games.catalog.drafts import DraftContent, create_draft
from games.catalog.models import CatalogEntry
from games.catalog.pages import entry_url
from games.catalog.publication import publish, retire, submit
from games.catalog.site_cards import load_published
from tests.games.catalog.making import RIGHTS, address, curator, reviewer, staff
from tests.games.catalog.test_admin import draft_of, sent, stone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_beside")]


@pytest.fixture(autouse=True)
def _published(toy_beside: None) -> None:
    load_published()


READING = {"changelist", "change", "compare", "file", "print", "export", "schema"}


EDITING = {"preview", "save", "overwrite", "tool", "submit", "edit", "discard", "play", "share", "unshare"}


REVIEWING = {"publish", "retire", "restore"}


BOTH = {"request_changes"}


@pytest.mark.parametrize(
    ("rights", "may"),
    [
        ((), set()),
        (("view_catalogentry",), READING),
        (("view_catalogentry", "add_catalogentry"), READING | {"add", "copy"}),
        (("view_catalogentry", "change_catalogentry"), READING | EDITING | BOTH),
        (("view_catalogentry", "review_catalogentry"), READING | REVIEWING | BOTH),
        (("view_catalogentry", "publish_alone"), READING),
        (
            ("view_catalogentry", "add_catalogentry", "change_catalogentry"),
            READING | EDITING | BOTH | {"add", "copy", "import", "import_drafts"},
        ),
        (RIGHTS, READING | EDITING | REVIEWING | BOTH | {"add", "copy", "import", "import_drafts"}),
    ],
)
def test_each_right_opens_what_it_is_for_and_nothing_else(rights: tuple[str, ...], may: set[str]) -> None:
    client, acts = staff("cleo", *rights), buttons()
    pages = addresses(acts["save"][0])
    assert {name for name, url in pages.items() if client.get(url).status_code != 403} == may & set(pages)
    forms = {name: url for name, url in pages.items() if name != "change"}
    assert {name for name, url in forms.items() if client.post(url).status_code != 403} == may & set(forms)
    before = states()
    urls = {name: address(entry, name, "turn" if name == "tool" else "") for name, (entry, _fields) in acts.items()}
    for name, (entry, fields) in acts.items():
        answer = client.get(urls[name], fields)
        assert (answer.status_code, answer["Location"]) == (302, entry_url(entry)), "as after signing in"
    assert states() == before, "what is looked at stays as it is, whatever the address says"
    statuses = {name: client.post(urls[name], fields).status_code for name, (_entry, fields) in acts.items()}
    assert {name for name, status in statuses.items() if status != 403} == may & set(acts)
    assert {status for name, status in statuses.items() if name != "tool"} <= {200, 302, 403}, "what one may do is done"
    assert statuses["tool"] in (403, 409), "JSON has no tools"


def states() -> list[Any]:
    """Return the fields that workshop actions change."""
    return list(CatalogEntry.objects.order_by("pk").values_list("pk", "state", "saves", "link", "definition"))


def addresses(draft: CatalogEntry) -> dict[str, str]:
    """Return the workshop URLs: the list pages and those of a draft and its base version."""
    places: dict[str, list[int]] = {
        **{name: [] for name in ("changelist", "export", "schema", "add", "import", "import_drafts")},
        "change": [draft.pk],
        "file": [draft.pk],
        "print": [draft.pk],  # a stone can't be printed
        "compare": [draft.pk, stone().pk],
    }
    return {name: reverse(f"admin:catalog_catalogentry_{name}", args=args) for name, args in places.items()}


def buttons() -> dict[str, tuple[CatalogEntry, dict[str, str]]]:
    """Return each button's version and form data; no two buttons interfere."""
    draft, waits, other, gone = draft_of(), new("Flint", 7), new("Shale", 8), new("Slate", 5)
    for entry in (waits, other, gone):
        submit(entry=entry, by=curator())
    retire(entry=publish(entry=gone, saves=0, by=reviewer(), words="Good."), by=reviewer(), words="Worn out.")
    content = DraftContent("All", {**SetEditor().blank(), "name": "All"})
    whole = create_draft(box="workshop", kind="set", content=content, by=curator())
    return {
        "preview": (draft, sent(draft)),
        "tool": (draft, sent(draft)),
        "save": (draft, sent(draft)),
        "overwrite": (draft, {**sent(draft), "overwrites": str(draft.saves)}),
        "submit": (draft, sent(draft)),
        "edit": (stone("rock"), {}),
        "copy": (whole, {}),
        "discard": (new("Chalk", 9), {}),
        "play": (whole, {}),
        "share": (whole, {}),
        "unshare": (whole, {}),
        "request_changes": (waits, {"words": "Too flat."}),
        "publish": (other, {"saves": "0", "words": "Good."}),
        "retire": (stone(), {"words": "Worn out."}),
        "restore": (gone, {}),
    }


def new(name: str, worth: int) -> CatalogEntry:
    """Start a draft of a new stone."""
    return create_draft(
        box="toy", kind="stone", content=DraftContent(name, {"name": name, "worth": worth}), by=curator()
    )


def test_strangers_are_sent_to_sign_in(client: Client) -> None:
    assert client.get(entry_url(stone())).status_code == 302
    assert client.post(address(stone(), "edit")).status_code == 302
    assert not CatalogEntry.objects.open().exists()
