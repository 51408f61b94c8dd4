"""Limits on games that are started by one click: from a set, a trial link, one's own set or the lesson."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from games.accounts.models import User
from games.cartographers.setting_up import views as set_views
from games.cartographers.workshop import own_sets, own_views
from games.catalog.drafts import make_link
from games.catalog.site_cards import load_published
from games.play import lessons
from games.tables.lobby import services
from games.tables.models import Table
from tests.games.cartographers.shelf.sets import drafted, published_set, small_set
from tests.games.catalog.making import curator
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db
TOO_MANY = "You have too many unfinished solo games."


def page_of_set(_user: User) -> str:
    published_set()
    return "/cartographers/sets/riverside/"


def trial(_user: User) -> str:
    return f"/cartographers/sets/try/{make_link(entry=drafted('set', small_set()), by=curator())}/"


def own_set(user: User) -> str:
    load_published()
    return f"{own_sets.create_own_set(owner=user, name='Lakes').url}play/"


def lesson(_user: User) -> str:
    return "/cartographers/learn/"


STARTS = [page_of_set, trial, own_set, lesson]


@pytest.fixture
def ann() -> User:
    return people_named("Ann")[0]


@pytest.fixture
def browser(ann: User) -> Client:
    return signed_in(ann)


@pytest.mark.parametrize("start", STARTS)
def test_who_has_too_many_solo_games_is_told_and_starts_none(
    start: Callable[[User], str], ann: User, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = start(ann)
    monkeypatch.setattr(services, "MOST_SOLO", 0)
    answer = browser.post(address, {"seats": "1"})
    assert answer.status_code in {303, 409, 422}
    page = text_of(browser.get(answer["Location"])) if answer.status_code == 303 else text_of(answer)
    assert TOO_MANY in page
    assert not Table.objects.exists()


@pytest.mark.parametrize("start", STARTS)
def test_who_starts_games_too_often_waits(
    start: Callable[[User], str], ann: User, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = start(ann)
    for module in (lessons, own_views, set_views):
        monkeypatch.setattr(module, "count_use_by_user", lambda *_: timedelta(minutes=1))
    answer = browser.post(address, {"seats": "1"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert not Table.objects.exists()
