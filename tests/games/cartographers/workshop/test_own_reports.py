"""Balance reports of players' own sets: for the owner alone, and only a few."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django_tasks_db.models import DBTaskResult

from engine.contract import Level
from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.workshop import own_sets, set_games
from games.catalog import balance_tests
from games.catalog.models import Trial
from games.catalog.site_cards import load_published
from games.notices.task_worker import work
from tests.games.cartographers.shelf.sets import FOUR, refs
from tests.games.tables.clients import HTMX, people_named, signed_in, text_of

pytestmark = pytest.mark.django_db
COUNT = 2


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_games, "GAMES", {Level.APPRENTICE: COUNT})
    monkeypatch.setattr(balance_tests, "AT_ONCE", 1)


@pytest.fixture
def ann() -> User:
    load_published()
    return people_named("Ann")[0]


@pytest.fixture
def browser(ann: User) -> Client:
    return signed_in(ann)


def everything() -> None:
    while work():
        pass


def report(own_set: OwnSet) -> str:
    return f"{own_set.url}balance/"


def run(browser: Client, own_set: OwnSet) -> Any:
    return browser.post(f"{own_set.url}balance/run/")


def changed(own_set: OwnSet, **definition: Any) -> None:
    OwnSet.objects.filter(pk=own_set.pk).update(definition={**own_set.definition, **definition})


def test_owner_runs_the_report_with_progress(ann: User, browser: Client) -> None:
    own_set = own_sets.create_own_set(owner=ann, name="Lakes")
    assert f'href="{report(own_set)}"' in text_of(browser.get(own_set.url))
    assert "Run balance report" in text_of(browser.get(report(own_set)))
    assert run(browser, own_set).headers["Location"] == report(own_set)
    page = text_of(browser.get(report(own_set)))
    assert (f"0 of {2 * COUNT} quick games finished." in page, 'hx-trigger="every 2s"' in page) == (True, True)
    assert "report-run" not in page, "it runs already"
    work(limit=1)
    assert f"1 of {2 * COUNT} quick games finished." in text_of(browser.get(report(own_set)))
    everything()
    page = text_of(browser.get(report(own_set)))
    assert ("Final score" in page, "Box" in page, "every 2s" in page, "report-run" in page) == (
        True,
        True,
        False,
        False,
    )
    changed(own_set, scoring=refs("scoring", *FOUR))
    assert "before the set or its cards were changed." in text_of(browser.get(report(own_set)))


def test_games_of_own_sets_are_played_after_all_other_tasks(ann: User, browser: Client) -> None:
    own_set = own_sets.create_own_set(owner=ann, name="Lakes")
    run(browser, own_set)
    work(limit=3)
    for trial in Trial.objects.all():
        tasks = DBTaskResult.objects.filter(args_kwargs__args__0=trial.pk)
        assert {task.priority for task in tasks} == {-10}


def test_report_is_for_the_owner_alone(ann: User, browser: Client) -> None:
    own_set = own_sets.create_own_set(owner=ann, name="Lakes")
    ben = signed_in(people_named("Ben")[0])
    assert (ben.get(report(own_set)).status_code, run(ben, own_set).status_code) == (404, 404)
    assert ben.get(report(own_set), headers=HTMX).status_code == 286, "a page that polls stops"
    assert not Trial.objects.exists()


def test_only_one_report_of_a_person_runs_at_a_time(ann: User, browser: Client) -> None:
    lakes, hills = (own_sets.create_own_set(owner=ann, name=name) for name in ("Lakes", "Hills"))
    run(browser, lakes)
    for own_set in (lakes, hills):
        answer = run(browser, own_set)
        assert answer.status_code == 409
        assert "still running" in " ".join(map(str, get_messages(answer.wsgi_request))) + text_of(answer)
    assert not Trial.objects.filter(entry=hills).exists()
    everything()
    assert run(browser, hills).status_code == 303


def test_only_three_reports_a_day(ann: User, browser: Client) -> None:
    own = [own_sets.create_own_set(owner=ann, name=f"Lakes {number}") for number in range(4)]
    answers = []
    for own_set in own:
        answers.append(run(browser, own_set))
        everything()
    assert [answer.status_code for answer in answers] == [303, 303, 303, 429]
    assert "You can run 3 balance reports a day." in text_of(answers[-1])
    assert "Final score" in text_of(browser.get(report(own[0]))), "what is finished stays"


def test_refused_reports_do_not_count(ann: User, browser: Client) -> None:
    own_set = own_sets.create_own_set(owner=ann, name="Lakes")
    changed(own_set, sheets=[])
    assert [run(browser, own_set).status_code for _ in range(4)] == [422] * 4
    assert "No games can be played with the saved version:" in text_of(browser.get(report(own_set)))
    changed(own_set)
    assert run(browser, own_set).status_code == 303
    everything()
    assert run(browser, own_set).status_code == 409, "nothing is left to play"


def test_report_is_deleted_with_the_set(ann: User, browser: Client) -> None:
    own_set = own_sets.create_own_set(owner=ann, name="Lakes")
    run(browser, own_set)
    own_sets.delete_own_set(own_set=own_set, owner=ann)
    everything()
    assert not Trial.objects.filter(entry=own_set.pk).exists()
