"""The set editor without JavaScript, using plain form posts."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.sets import Slot
from games.cartographers.workshop.sets import SetEditor, SetForm
from games.catalog.drafts import make_link
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.pages import entry_url
from games.catalog.publication import retire
from games.catalog.site_cards import load_published
from games.tables.models import Access, Table
from tests.games.cartographers.play import state_of
from tests.games.cartographers.shelf.sets import FOUR, LOOP, drafted, published, published_set, refs, small_set
from tests.games.catalog.making import address, curator, reviewer

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    """Create a curator."""
    load_published()
    user = User.objects.create_user("ada", "chart and compass", is_staff=True)
    codes = ("view_catalogentry", "add_catalogentry", "change_catalogentry")
    user.user_permissions.set(Permission.objects.filter(codename__in=codes))
    return user


@pytest.fixture
def browser(ada: User) -> Client:
    client = Client()
    client.force_login(ada, "django.contrib.auth.backends.ModelBackend")
    return client


def filled(draft: CatalogEntry, **changes: Any) -> dict[str, Any]:
    """Return a draft's form data as first shown, with changes."""
    form = SetForm(entry=draft)
    values = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    return {**{name: value for name, value in values.items() if value not in (None, "")}, **changes}


def test_a_form_of_a_set_says_what_its_definition_says() -> None:
    loop = drafted(EntryKind.EXPLORE, LOOP)
    definition = small_set(explore=["cartographers/farmland", f"workshop/{loop.key}"], words={"en": "Wet feet."})
    draft = drafted(EntryKind.SET, {**definition, "from": "2026-12-01", "until": "2026-12-24"})
    form = SetForm(filled(draft), entry=draft)
    assert form.is_valid(), form.errors
    assert form.draft_content().definition == draft.definition


def test_a_new_set_is_the_base_game() -> None:
    load_published()
    draft = drafted(EntryKind.SET, {**SetEditor().blank(), "name": "Mine"})
    assert len(draft.definition[Slot.SCORING]) == 16
    assert published(draft).current


def test_a_curator_makes_a_set_by_clicks(browser: Client) -> None:
    begun = browser.post("/admin/catalog/catalogentry/add/", {"kind": "cartographers/set", "name": "Riverside"})
    page = begun.headers["Location"]
    draft = CatalogEntry.objects.get(kind=EntryKind.SET, box="workshop")
    assert 'value="cartographers/treetower"' in browser.get(page).content.decode()
    answer = browser.post(address(draft, "save"), filled(draft, scoring=refs("scoring", *FOUR), until="2030-01-01"))
    assert answer.status_code == 302, answer.content.decode()
    draft.refresh_from_db()
    assert (draft.definition["scoring"], draft.definition["until"]) == (refs("scoring", *FOUR), "2030-01-01")
    assert browser.post(address(draft, "submit"), filled(draft)).status_code == 302
    draft.refresh_from_db()
    assert draft.state == EntryState.IN_REVIEW


def test_the_page_tells_what_keeps_a_set_back(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    page = browser.post(address(draft, "preview"), filled(draft, scoring=refs("scoring", *FOUR[1:]))).content.decode()
    assert "scoring card from each stack. Missing: forest" in page
    assert "With 11 explore cards, 4 ambush cards, 3 scoring cards and 1 map sheet." in page
    assert "Not enough cards to draw an example." in page
    answer = browser.post(address(draft, "submit"), filled(draft, sheets=[]))
    assert answer.status_code == 422
    assert "A set needs at least one map sheet." in answer.content.decode()


def test_a_draw_shows_how_a_game_may_begin(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set(explore=["cartographers/rift_lands", *small_set()["explore"][:9]]))
    page = browser.get(entry_url(draft)).content.decode()
    preview = page[page.index('id="preview"') :]
    assert "On map sheet B: Wastelands" in preview
    for name in ("Treetower", "Canal Lake", "Wildholds", "Borderlands"):
        assert name in preview


@pytest.mark.parametrize(
    ("tool", "group", "count"),
    [("select-all", "explore", 11), ("select-none", "explore", 0), ("select-none", "jump", 1), ("select-all", "", 1)],
)
def test_all_or_none_of_a_group_are_taken(browser: Client, tool: str, group: str, count: int) -> None:
    draft = drafted(EntryKind.SET, small_set(explore=["cartographers/farmland"]))
    base = [
        entry for entry in CatalogEntry.objects.in_play().filter(kind=EntryKind.EXPLORE) if entry.box == "cartographers"
    ]
    everything = CatalogEntry.objects.in_play().filter(kind=EntryKind.EXPLORE).count()
    page = browser.post(address(draft, "tool", tool), filled(draft, at=group)).content.decode()
    checked = len(re.findall(r'name="explore"[^>]* checked', page))
    assert (len(base), checked) == (11, everything if (tool, group) == ("select-all", "explore") else count)


def test_unknown_tool_keeps_what_was_typed(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    answer = browser.post(address(draft, "tool", "pick"), filled(draft, name="Rivers", step="all.explore"))
    assert answer.status_code == 409
    assert 'value="Rivers"' in answer.content.decode()
    assert "Your changes are still here but not saved." in answer.content.decode()


def test_no_two_editions_of_a_card_are_taken_at_once(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    page = browser.post(address(draft, "tool", "select-all"), filled(draft, at="scoring-forest")).content.decode()
    checked = re.findall(r'name="scoring" value="([^"]*)"[^>]* checked', page)
    assert "heroes/heart_of_the_forest" in checked
    assert "heroes_preview/heart_of_the_forest" not in checked
    assert "cartographers/wildholds" in checked, "other stacks are as they were"


def test_drafts_are_offered_and_marked(browser: Client) -> None:
    loop = drafted(EntryKind.EXPLORE, LOOP)
    draft = drafted(EntryKind.SET, small_set())
    page = browser.get(entry_url(draft)).content.decode()
    assert f'value="workshop/{loop.key}"' in page
    assert "Created in the workshop · draft" in page


def test_days_that_run_backwards_are_refused_at_their_field(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    answer = browser.post(address(draft, "save"), filled(draft, since="2026-12-24", until="2026-12-01"))
    assert answer.status_code == 422
    assert re.search(
        r'id="errors-until">\s*<ul[^>]*><li>The end date must be after the start date.', answer.content.decode()
    )


def test_what_no_page_sends_is_refused(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    answer = browser.post(address(draft, "save"), filled(draft, explore=["workshop/nothing"], spring="attic/spring"))
    assert answer.status_code == 422
    draft.refresh_from_db()
    assert draft.definition["explore"] == small_set()["explore"]


def unfolded(page: str) -> list[str]:
    """Return the expanded groups of picks on a page; "" stands for days and for seasons."""
    folds = re.findall(r'<details class="workshop-picks"([^>]*)>', page)
    keys = [re.search(r'data-picks="([^"]*)"', fold) for fold in folds if fold.endswith("open")]
    return [key[1] if key else "" for key in keys]


def test_picks_are_folded_until_something_is_wrong_with_them(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    page = browser.get(entry_url(draft)).content.decode()
    assert unfolded(page) == []
    assert re.search(r'id="picked-explore">11 of \d+</span>', page)
    preview, save, select_none = (address(draft, *at) for at in (["preview"], ["save"], ["tool", "select-none"]))
    for at, changes, opened in (
        (preview, {"sheets": []}, ["sheets"]),
        (preview, {"scoring": refs("scoring", *FOUR[1:])}, ["scoring-forest"]),
        (preview, {"heroes": []}, []),
        (save, {"explore": ["workshop/nothing"]}, ["explore"]),
        (save, {"spring": "attic/spring"}, [""]),
        (save, {"until": "never"}, [""]),
        (select_none, {"at": "ambushes"}, ["ambushes"]),
    ):
        page = browser.post(at, filled(draft, **changes)).content.decode()
        assert unfolded(page) == opened, changes
    assert 'id="picked-ambushes">0 of' in page


def test_what_is_wrong_with_a_pick_is_told_among_its_kind(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    page = browser.post(address(draft, "save"), filled(draft, scoring=["workshop/nothing"])).content.decode()
    first = page[page.index('id="picks-scoring-forest"') : page.index('id="picks-scoring-village"')]
    assert 'id="errors-scoring"><ul class="errorlist"' in first


def test_a_draft_is_played_at_once_and_counts_nowhere(browser: Client, ada: User) -> None:
    loop = drafted(EntryKind.EXPLORE, LOOP)
    draft = drafted(EntryKind.SET, small_set(explore=[*small_set()["explore"], f"workshop/{loop.key}"]))
    assert "Play saved version" in browser.get(entry_url(draft)).content.decode()
    answer = browser.post(address(draft, "play"))
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/tables/{table.code}/"
    definition = state_of(table).definition
    assert (definition.explore[-1].id, definition.practice) == ("loop", True)
    assert (table.access, table.set) == (Access.INVITATION, "own")
    assert "Trial (doesn’t count toward statistics)" in browser.get(f"/tables/{table.code}/").content.decode()


def test_a_draft_that_cannot_be_played_says_why(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set(scoring=[]))
    answer = browser.post(address(draft, "play"))
    assert answer.status_code == 422
    assert "scoring card from each stack. Missing: forest" in answer.content.decode()
    assert not Table.objects.exists()


def test_what_is_published_is_not_played_as_a_draft(browser: Client) -> None:
    riverside = published_set()
    assert browser.post(address(riverside, "play")).status_code == 409
    assert "Play saved version" not in browser.get(entry_url(riverside)).content.decode()


def test_a_curator_makes_a_link_and_ends_it(browser: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    assert browser.post(address(draft, "share")).status_code == 302
    draft.refresh_from_db()
    link = f"/cartographers/sets/try/{draft.link}/"
    assert f'readonly value="http://testserver{link}"' in browser.get(entry_url(draft)).content.decode()
    assert Client().get(link).status_code == 200
    assert browser.post(address(draft, "unshare")).status_code == 302
    assert Client().get(link).status_code == 404


def test_the_link_of_a_draft_leads_to_the_set_once_it_is_published(client: Client) -> None:
    draft = drafted(EntryKind.SET, small_set())
    address = f"/cartographers/sets/try/{make_link(entry=draft, by=curator())}/"
    riverside = published(draft)
    for answer in (client.get(address), client.post(address, {"seats": "1"})):
        assert (answer.status_code, answer["Location"]) == (303, f"/cartographers/sets/{riverside.key}/")
    assert not Table.objects.exists()
    retire(entry=riverside, by=reviewer(), words="Out of season.")
    assert client.get(address).status_code == 404
