"""Credits: authors named on the pages of their published sets and cards."""

import pytest
from django.test import Client

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.workshop import own_sets
from games.catalog import suggestions
from games.catalog.models import CatalogEntry, Credit
from games.catalog.publication import publish
from games.catalog.site_cards import load_published
from games.tables.people.personal_data import erase, export_user_data
from tests.games.cartographers.shelf.sets import LOOP, drafted, published
from tests.games.catalog.making import curator, edited, reviewer
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db

SET = "/cartographers/sets/lakes/"
CREDIT = "/credits/workshop/set/lakes/"


@pytest.fixture
def ann() -> User:
    load_published()
    return people_named("Ann")[0]


@pytest.fixture
def browser(ann: User) -> Client:
    return signed_in(ann)


@pytest.fixture
def lakes(ann: User) -> OwnSet:
    """Return Ann's set, which was published."""
    own_set = own_sets.create_own_set(owner=ann, name="Lakes")
    suggestions.suggest(entry=own_set, owner=ann, note="")
    entry = suggestions.accept(entry=own_set, by=curator())
    publish(entry=entry, saves=entry.saves, by=reviewer(), words="Good.")
    own_set.refresh_from_db()
    return own_set


def sentences() -> list[str]:
    """Return the texts of the sets in the form of a new table."""
    return [offer.sentence for offer in CartographersOptionsForm().offers]


def test_author_is_named_only_once_they_agree(browser: Client, lakes: OwnSet) -> None:
    assert "Ann" not in text_of(Client().get(SET))
    assert not any(text.startswith("By Ann. ") for text in sentences())
    for page in (lakes.url, SET):
        assert f'action="{CREDIT}"' in text_of(browser.get(page))
    answer = browser.post(CREDIT, {"shown": "on", "next": lakes.url})
    assert answer.headers["Location"] == lakes.url
    assert 'By <a href="/people/ann/">Ann</a>' in text_of(Client().get(SET))
    assert any(text.startswith("By Ann. With ") for text in sentences())
    assert "Remove my name" in text_of(browser.get(SET))
    browser.post(CREDIT, {"shown": "", "next": SET})
    assert "Ann" not in text_of(Client().get(SET))
    assert not Credit.objects.exists()


def test_hidden_author_is_named_without_a_link(ann: User, browser: Client, lakes: OwnSet) -> None:
    browser.post(CREDIT, {"shown": "on"})
    User.objects.filter(pk=ann.pk).update(hidden=True)
    shown = text_of(Client().get(SET))
    assert ("By Ann</p>" in shown, "/people/ann/" in shown) == (True, False)


def test_nobody_else_takes_or_removes_the_credit(ann: User, browser: Client, lakes: OwnSet) -> None:
    browser.post(CREDIT, {"shown": "on"})
    ben = signed_in(people_named("Ben")[0])
    assert CREDIT not in text_of(ben.get(SET))
    for shown in ("on", ""):
        assert ben.post(CREDIT, {"shown": shown}).status_code == 404
        assert browser.post("/credits/cartographers/set/heroes/", {"shown": shown}).status_code == 404
    assert Client().post(CREDIT, {"shown": ""}).headers["Location"].startswith("/accounts/sign-in/")
    assert Credit.objects.get().author == ann


def test_credit_stays_with_later_versions_by_others(browser: Client, lakes: OwnSet) -> None:
    browser.post(CREDIT, {"shown": "on"})
    edited(CatalogEntry.objects.get(key="lakes"), name="Big Lakes")
    shown = text_of(Client().get(SET))
    assert ("Big Lakes" in shown, ">Ann</a>" in shown) == (True, True)


def test_credit_is_deleted_with_the_account_and_exported(ann: User, browser: Client, lakes: OwnSet) -> None:
    browser.post(CREDIT, {"shown": "on"})
    exported = export_user_data(ann)["credits"][0]
    assert (exported["box"], exported["kind"], exported["key"]) == ("workshop", "set", "lakes")
    erase(user=ann)
    assert not Credit.objects.exists()
    assert Client().get(SET).status_code == 200


def test_author_of_a_card_is_named_on_its_page(ann: User) -> None:
    card = published(drafted(EntryKind.EXPLORE, LOOP))
    author = signed_in(User.objects.get(pk=card.created_by_id))
    page = f"/cartographers/cards/{card.key}/"
    assert author.post(f"/credits/workshop/explore/{card.key}/", {"shown": "on", "next": page}).status_code == 303
    assert 'By <a href="/people/curator/">curator</a>' in text_of(Client().get(page))
