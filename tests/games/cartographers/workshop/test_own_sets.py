"""Players' own sets of published cards: private, shared by link, or published with their consent."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.accounts.models import User
from games.accounts.services import make_guest
from games.cartographers.models import OwnSet
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.published_sets import find_set
from games.cartographers.workshop import own_sets
from games.cartographers.workshop.own_pages import OwnSetForm
from games.catalog.drafts import discard_draft, make_link
from games.catalog.models import CatalogEntry, Change, EntryState
from games.catalog.publication import publish
from games.catalog.site_cards import load_published
from games.tables.errors import TableRefusal
from games.tables.lobby.services import join
from games.tables.models import Status, Table
from games.tables.people.personal_data import erase, export_user_data
from tests.games.cartographers.play import state_of
from tests.games.cartographers.shelf.sets import FOUR, LOOP, drafted, refs
from tests.games.catalog.making import curator, reviewer
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    load_published()
    return people_named("Ann")[0]


@pytest.fixture
def browser(ann: User) -> Client:
    return signed_in(ann)


ACTIONS = (
    *("save", "preview", "tools/select-all", "play", "share", "unshare", "publish", "decline"),
    *("followers/share", "followers/unshare", "suggest", "withdraw", "delete"),
)


def url(own_set: OwnSet, action: str = "") -> str:
    """Return the address of a set, or of an action on it."""
    page = f"/cartographers/sets/own/{own_set.key}/"
    return f"{page}{action}/" if action else page


def form_data(own_set: OwnSet, **changes: Any) -> dict[str, Any]:
    """Return the form data of a set as first shown, with changes."""
    form = OwnSetForm(entry=own_set)
    values = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    return {**{name: value for name, value in values.items() if value not in (None, "")}, **changes}


def made(owner: User, name: str = "Lakes") -> OwnSet:
    return own_sets.create_own_set(owner=owner, name=name)


def shared(owner: User) -> OwnSet:
    own_set = made(owner)
    make_link(entry=own_set, by=owner)
    own_set.refresh_from_db()
    return own_set


def test_a_set_is_made_edited_and_thrown_away(browser: Client) -> None:
    assert browser.post("/cartographers/sets/own/all/", {"name": "Lakes"}).status_code == 303
    own_set = OwnSet.objects.get()
    assert "Lakes" in text_of(browser.get("/cartographers/sets/own/all/"))
    answer = browser.post(url(own_set, "save"), form_data(own_set, name="Rivers", scoring=refs("scoring", *FOUR)))
    assert answer.headers["Location"] == url(own_set)
    own_set.refresh_from_db()
    assert (own_set.name, own_set.definition["scoring"], own_set.saves) == ("Rivers", refs("scoring", *FOUR), 1)
    assert browser.post(url(own_set, "delete")).headers["Location"] == "/cartographers/sets/own/all/"
    assert not OwnSet.objects.exists()


def test_the_page_shows_what_a_set_comes_to(browser: Client, ann: User) -> None:
    own_set = made(ann)
    page = text_of(browser.post(url(own_set, "preview"), form_data(own_set, scoring=[])))
    assert "scoring card from each stack. Missing: forest" in page
    page = text_of(browser.post(url(own_set, "tools/select-none"), form_data(own_set, at="sheets")))
    assert 'name="sheets" value="cartographers/A" id="id_sheets_0">' in page


def test_drafts_of_curators_are_not_offered(browser: Client, ann: User) -> None:
    loop = drafted(EntryKind.EXPLORE, LOOP)
    own_set = made(ann)
    assert "workshop/loop" not in text_of(browser.get(url(own_set)))
    answer = browser.post(url(own_set, "save"), form_data(own_set, explore=[f"workshop/{loop.key}"]))
    assert answer.status_code == 422


def test_nobody_elses_set_is_seen_or_changed(ann: User) -> None:
    own_set, ben = shared(ann), signed_in(people_named("Ben")[0])
    assert ben.get(url(own_set)).status_code == 404
    for action in ("", *ACTIONS):
        assert ben.post(url(own_set, action), form_data(own_set)).status_code == 404
    own_set.refresh_from_db()
    assert (own_set.saves, own_set.link is not None) == (0, True)


def test_a_guest_is_sent_to_where_accounts_are_made(ann: User) -> None:
    guest = signed_in(make_guest(display_name="Heron"))
    assert guest.get("/cartographers/sets/own/all/").headers["Location"].startswith("/accounts/keep/")


def value_of(answer: Any, name: str) -> str:
    """Return the value of an input on the page."""
    found = re.search(rf'<input[^>]* name="{name}"[^>]* ?value="([^"]*)"', text_of(answer))
    assert found
    return found[1]


def test_what_was_saved_in_another_tab_is_not_overwritten(browser: Client, ann: User) -> None:
    own_set = made(ann)
    first = form_data(own_set, name="Rivers")
    assert browser.post(url(own_set, "save"), form_data(own_set, name="Seas")).status_code == 303
    late = browser.post(url(own_set, "save"), first)
    assert late.status_code == 409
    own_set.refresh_from_db()
    assert own_set.name == "Seas"
    assert (
        "This set was saved in another tab or session. Your changes are still here: overwrite "
        "the saved version, or reload the page to use it." in text_of(late)
    )
    again = {**first, "saves": value_of(late, "saves"), "name": value_of(late, "name")}
    assert browser.post(url(own_set, "save"), again).status_code == 303
    own_set.refresh_from_db()
    assert (own_set.name, own_set.saves) == ("Rivers", 2)


def test_nobody_keeps_more_than_fifty(browser: Client, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_sets, "MOST", 1)
    made(ann)
    answer = browser.post("/cartographers/sets/own/all/", {"name": "One more"})
    assert (answer.status_code, OwnSet.objects.count()) == (422, 1)


@pytest.mark.parametrize("form", [{}, {"saves": "x", "name": "L"}])
@pytest.mark.parametrize("action", ["save", "preview", "tools/select-all"])
def test_no_form_breaks_the_page(browser: Client, ann: User, action: str, form: dict[str, str]) -> None:
    answer = browser.post(url(made(ann), action), form)
    assert answer.status_code == (422 if action == "save" else 200)


def test_unknown_tool_keeps_what_was_typed(browser: Client, ann: User) -> None:
    own_set = made(ann)
    answer = browser.post(url(own_set, "tools/dance"), form_data(own_set, name="Rivers"))
    assert (answer.status_code, value_of(answer, "name")) == (409, "Rivers")


def test_a_form_of_an_older_page_keeps_what_was_typed(browser: Client, ann: User) -> None:
    """Forms of tabs opened before each action had its own address are sent to the page itself."""
    own_set = made(ann)
    for old in ({"do": "save"}, {"do": "show"}, {"step": "none.sheets"}):
        late = browser.post(url(own_set), form_data(own_set, name="Rivers", scoring=refs("scoring", *FOUR), **old))
        assert late.status_code == 409
        assert value_of(late, "name") == "Rivers"
        assert len(re.findall(r'name="scoring"[^>]* checked', text_of(late))) == len(FOUR)
        assert "Your changes are still here but not saved." in text_of(late)
    for act in ("play", "link", "end_link", "agree", "decline", "throw_away"):
        late = browser.post(url(own_set), {"do": act})
        assert (late.status_code, "This page is out of date. Reload it." in text_of(late)) == (409, True)
    own_set.refresh_from_db()
    assert (own_set.name, own_set.saves, own_set.link) == ("Lakes", 0, None)


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_opened_as_a_page_leads_to_the_set(browser: Client, ann: User, action: str) -> None:
    own_set = made(ann)
    assert browser.get(url(own_set, action)).headers["Location"] == url(own_set)
    own_set.refresh_from_db()
    assert (own_set.saves, own_set.link) == (0, None)


def test_a_set_is_played_alone_and_by_its_link_with_friends(browser: Client, ann: User) -> None:
    own_set = shared(ann)
    assert browser.post(url(own_set, "play")).status_code == 303
    alone = Table.objects.get()
    assert (alone.status, alone.set, state_of(alone).definition.practice) == (Status.PLAYING, "own", False)
    ben, cas = people_named("Ben", "Cas")
    page = f"/cartographers/sets/try/{own_set.link}/"
    assert f'readonly value="http://testserver{page}"' in text_of(browser.get(url(own_set)))
    assert "Lakes" in text_of(Client().get(page))
    assert signed_in(ben).post(page, {"seats": "2"}).status_code == 303
    assert join(table=Table.objects.latest("pk").code, user=cas).status == Status.PLAYING
    browser.post(url(own_set, "unshare"))
    assert Client().get(page).status_code == 404
    assert browser.post(url(own_set, "share")).status_code == 303
    assert Client().get(page).status_code == 404, "a new link is another one"


def test_a_set_that_cannot_be_played_says_why(browser: Client, ann: User) -> None:
    own_set = made(ann)
    browser.post(url(own_set, "save"), form_data(own_set, scoring=[]))
    answer = browser.post(url(own_set, "play"))
    assert answer.status_code == 422
    assert "scoring card from each stack. Missing: forest" in text_of(answer)


def staff() -> Client:
    """Return the client of a staff member who can publish other users' entries."""
    user = User.objects.create_user("ada", "chart and compass", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="review_catalogentry"))
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def test_a_curator_asks_and_the_owner_agrees(browser: Client, ann: User) -> None:
    own_set, hidden, ada = shared(ann), made(ann, "Hidden"), staff()
    listed = text_of(ada.get("/admin/cartographers/ownset/"))
    assert (f"/cartographers/sets/try/{own_set.link}/" in listed, "Hidden" in listed) == (True, False)
    chosen = {"action": "ask_for", "_selected_action": [own_set.pk, hidden.pk]}
    assert ada.post("/admin/cartographers/ownset/", chosen).status_code == 302
    hidden.refresh_from_db()
    assert hidden.asked_at is None
    assert "A reviewer asks for permission to publish it." in text_of(browser.get("/cartographers/sets/own/all/"))
    notice = f'<a href="{url(own_set)}">A reviewer asks for permission to publish your set'
    assert (notice in text_of(browser.get("/")), notice in text_of(ada.get("/"))) == (True, False)
    assert browser.post(url(own_set, "publish")).status_code == 303
    assert notice not in text_of(browser.get("/"))
    entry = CatalogEntry.objects.get(kind=EntryKind.SET, box=CatalogBox.WORKSHOP)
    assert (entry.state, entry.created_by, entry.key) == (EntryState.IN_REVIEW, ann, "lakes")
    publish(entry=entry, saves=entry.saves, by=reviewer(), words="Good.")
    assert find_set("lakes") is not None
    assert browser.post(url(own_set, "publish")).status_code == 409, "nobody asks any more"


def test_the_owner_may_say_no(browser: Client, ann: User) -> None:
    own_set = shared(ann)
    own_sets.ask_to_publish(own_set=own_set)
    assert browser.post(url(own_set, "decline")).status_code == 303
    own_set.refresh_from_db()
    assert (own_set.asked_at, own_set.published_as) == (None, "")
    assert not CatalogEntry.objects.filter(kind=EntryKind.SET, box=CatalogBox.WORKSHOP).exists()


def test_what_cannot_be_published_stays_asked_for(browser: Client, ann: User) -> None:
    own_set = shared(ann)
    browser.post(url(own_set, "save"), form_data(own_set, sheets=[]))
    own_sets.ask_to_publish(own_set=own_set)
    assert browser.post(url(own_set, "publish")).status_code == 422
    own_set.refresh_from_db()
    assert own_set.asked_at is not None
    assert not CatalogEntry.objects.filter(kind=EntryKind.SET, box=CatalogBox.WORKSHOP).exists()


def test_the_list_of_curators_is_for_them_alone(ann: User) -> None:
    load_published()
    plain = User.objects.create_user("eve", "chart and compass", is_staff=True)
    client = Client()
    client.force_login(plain, "django.contrib.auth.backends.ModelBackend")
    assert client.get("/admin/cartographers/ownset/").status_code == 403
    assert staff().get("/admin/cartographers/ownset/add/").status_code == 403


def test_sets_go_with_their_owner_who_can_take_them_along(ann: User) -> None:
    own_set = made(ann)
    assert export_user_data(ann)["own_sets"][0]["definition"] == own_set.definition
    erase(user=ann)
    assert not OwnSet.objects.exists()


def test_an_own_set_is_no_part_of_the_catalog(ann: User) -> None:
    """Curators don't find it, and nothing of it is kept in a history."""
    own_set = shared(ann)
    assert not CatalogEntry.objects.filter(pk=own_set.pk).exists()
    assert CatalogEntry.every.filter(pk=own_set.pk).exists()
    ada = signed_in(User.objects.create_user("root", "chart and compass", is_staff=True, is_superuser=True))
    for versions in ("", "?versions=open", "?versions=all"):
        assert own_set.key not in text_of(ada.get(f"/admin/catalog/catalogentry/{versions}"))
    assert ada.get(f"/admin/catalog/catalogentry/{own_set.pk}/change/").status_code == 404
    discard_draft(entry=own_set, by=ann)
    assert not Change.objects.filter(key=own_set.key).exists()


def test_a_table_whose_set_is_gone_does_not_begin(browser: Client, ann: User) -> None:
    own_set = shared(ann)
    browser.post(f"/cartographers/sets/try/{own_set.link}/", {"seats": "2"})
    discard_draft(entry=own_set, by=ann)
    with pytest.raises(TableRefusal):
        join(table=Table.objects.get().code, user=curator())


@pytest.mark.parametrize("name", ["Lakes\u202e", "\u2066Lakes", "La\u200bkes"])
def test_names_are_of_what_can_be_seen(ann: User, browser: Client, name: str) -> None:
    begun = browser.post("/cartographers/sets/own/all/", {"name": name})
    assert begun.status_code == 422
    assert "Use only visible characters." in text_of(begun)
    own_set = made(ann)
    saved = browser.post(url(own_set, "save"), form_data(own_set, name=name))
    assert saved.status_code == 422
    assert "Use only visible characters." in text_of(saved)
    assert [one.name for one in OwnSet.objects.filter(owner=ann)] == ["Lakes"]
