"""Balance tests of scoring cards: quick games played in the background, and their results."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django_tasks_db.models import DBTaskResult

from engine.cartographers.cards import scoring_from_json
from games.accounts.models import User
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.workshop import scoring_preview
from games.cartographers.workshop.balance_tests import boards_of_game, stars_of_game
from games.cartographers.workshop.scoring import ScoringEditor
from games.catalog import balance_tests
from games.catalog.balance_tests import begin_trial, find_trial, go_on, results_of
from games.catalog.drafts import DraftContent, discard_draft, save_draft
from games.catalog.models import CatalogEntry, EntryState, Trial
from games.catalog.shelves import Data
from games.catalog.site_cards import load_published
from games.notices.task_worker import work
from tests.games.cartographers.workshop.editing import BACKEND, Page, draft, opened, sent, staff
from tests.games.catalog.making import address

pytestmark = pytest.mark.django_db
CLUSTERS = {"family": "clusters", "stars": 3, "terrain": "forest"}


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring_preview, "GAMES", 6)
    monkeypatch.setattr(scoring_preview, "OF_OTHERS", 2)
    monkeypatch.setattr(balance_tests, "AT_ONCE", 4)


@pytest.fixture
def curator(client: Client) -> User:
    return staff(client)


@pytest.fixture
def entry(curator: User) -> CatalogEntry:
    return draft(curator, EntryKind.SCORING, clauses=[CLUSTERS])


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Record the games played, as (card, number); each results in number + 1 stars."""
    games: list[tuple[str, int]] = []

    def play(_editor: ScoringEditor, tried: Data, number: int) -> int:
        games.append((tried["id"], number))
        return number + 1

    monkeypatch.setattr(ScoringEditor, "play_test", play)
    return games


def everything() -> None:
    while work():
        pass


def test_a_quick_game_is_the_same_each_time_and_scores_the_card(entry: CatalogEntry) -> None:
    card = scoring_from_json(entry.definition)
    earned = [stars_of_game(card, number) for number in range(4)]
    assert earned == [stars_of_game(card, number) for number in range(4)]
    assert any(earned)
    assert all(stars % 3 == 0 for stars in earned), "three stars a cluster, whatever edict the card is"
    last = list(boards_of_game(card, 1))[-1]
    assert last.filled.bit_count() > 40


def test_games_are_played_off_the_request_and_shown_beside_the_stack(
    client: Client, entry: CatalogEntry, played: list[tuple[str, int]]
) -> None:
    load_published()
    page = sent(client, entry, opened(client, entry), "run-test")
    others = CatalogEntry.objects.in_play().filter(kind=EntryKind.SCORING, definition__stack="forest")
    count = others.exclude(box=CatalogBox.PREVIEW).count()
    assert count == 8
    assert played == []
    assert f"0 of {6 + 2 * count} quick games finished." in page.html
    assert 'hx-trigger="every 2s"' in page.html
    everything()
    assert len(played) == 6 + 2 * count
    page = opened(client, entry)
    assert "quick games finished." not in page.html
    assert "<td>3.5</td>" in page.html
    assert 'hx-trigger="every 2s"' not in page.html
    target = next(tool for tool in page.tools if tool.startswith("use-target="))
    page = sent(client, entry, page, target)
    assert page.fields["solo_target"] == target.removeprefix("use-target=")
    assert "<td>3.5</td>" in page.html, "another target needs no other games"


def looked(client: Client, entry: CatalogEntry, page: Page) -> Any:
    """Poll as a page does that stays open while games are played."""
    return client.post(address(entry, "progress"), page.fields.dict())


def test_a_page_that_stays_open_is_told_how_far_the_games_are(
    client: Client, entry: CatalogEntry, played: list[tuple[str, int]]
) -> None:
    page = sent(client, entry, opened(client, entry), "run-test")
    go_on.call(Trial.objects.get().pk)
    answer = looked(client, entry, page)
    assert (answer.status_code, answer.get("HX-Reselect")) == (200, None)
    html = answer.content.decode()
    assert "4 of 6 quick games finished." in html
    assert f'id="trial-{entry.pk}"' in html
    assert "<form" not in html, "what stands beside the form alone"
    everything()
    assert 'hx-trigger="every 2s"' not in looked(client, entry, page).content.decode()


def saved_elsewhere(entry: CatalogEntry, by: User) -> None:
    save_draft(entry=entry, saves=0, content=DraftContent("Other", entry.definition), by=by)


def handed_in(entry: CatalogEntry, by: User) -> None:
    entry.state = EntryState.IN_REVIEW
    entry.save()


def thrown_away(entry: CatalogEntry, by: User) -> None:
    discard_draft(entry=entry, by=by)


@pytest.mark.parametrize("meanwhile", [saved_elsewhere, handed_in, thrown_away])
def test_a_page_whose_draft_has_changed_is_told_so_and_asks_no_more(
    client: Client,
    entry: CatalogEntry,
    curator: User,
    played: list[tuple[str, int]],
    meanwhile: Callable[[CatalogEntry, User], None],
) -> None:
    page = sent(client, entry, opened(client, entry), "run-test")
    there = address(entry, "progress")
    meanwhile(entry, curator)
    answer = client.post(there, page.fields.dict())
    assert (answer.status_code, answer["HX-Reselect"]) == (200, "#behind")
    html = answer.content.decode()
    assert '<p id="behind"' in html
    assert "The draft has changed since this test. Reload the page and run the test again." in html
    assert "hx-trigger" not in html


def test_a_page_without_a_form_goes_on_asking_until_there_is_one(
    client: Client, entry: CatalogEntry, played: list[tuple[str, int]]
) -> None:
    sent(client, entry, opened(client, entry), "run-test")
    handed_in(entry, entry.created_by)
    there = address(entry, "progress")
    assert f'hx-get="{there}"' in opened(client, entry).html
    assert 'hx-trigger="every 2s"' in client.get(there).content.decode()
    entry.state = EntryState.DRAFT
    entry.save()
    assert client.get(there)["HX-Reselect"] == "#behind"
    entry.pk *= 9
    assert client.get(address(entry, "progress"))["HX-Reselect"] == "#behind"


@pytest.mark.parametrize(
    "form", [{}, {"saves": "x"}, {"saves": "0"}, {"saves": "0", "clauses": "many", "name": "\x00"}]
)
def test_no_look_breaks_the_page(client: Client, entry: CatalogEntry, form: dict[str, str]) -> None:
    assert client.post(address(entry, "progress"), form).status_code == 200
    stranger = Client()
    assert stranger.post(address(entry, "progress"), form).status_code == 302
    stranger.force_login(User.objects.create_user("eve", "chart and compass", is_staff=True), BACKEND)
    assert stranger.post(address(entry, "progress"), form).status_code == 403


def test_cards_of_the_stack_are_tried_once(client: Client, entry: CatalogEntry, played: list[tuple[str, int]]) -> None:
    load_published()
    sent(client, entry, opened(client, entry), "run-test")
    everything()
    played.clear()
    page = sent(client, entry, opened(client, entry), **{"clause-0-stars": "4"})
    assert "run-test" in page.tools, "another card has not been tried"
    sent(client, entry, page, "run-test")
    everything()
    assert [number for _card, number in played] == list(range(6))


def test_a_fault_is_told_and_the_games_go_on_from_there(
    client: Client, entry: CatalogEntry, played: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(tried: Data, number: int) -> int:
        raise ZeroDivisionError if number == 5 else ValueError if number > 5 else AssertionError

    page = sent(client, entry, opened(client, entry), "run-test")
    with monkeypatch.context() as patched:
        patched.setattr(
            ScoringEditor,
            "play_test",
            lambda _editor, tried, number: number if number < 5 else fails(tried, number),
        )
        everything()
    assert Trial.objects.get().failure == "ZeroDivisionError"
    page = opened(client, entry)
    assert "The test stopped because of an error. Run it again." in page.html
    sent(client, entry, page, "run-test")
    everything()
    trial = Trial.objects.get()
    assert (trial.failure, trial.done, results_of(trial)) == ("", 6, [0, 1, 2, 3, 5, 6])
    assert played == [("a_card", 4), ("a_card", 5)]


def test_two_who_work_at_a_trial_note_its_games_once(
    entry: CatalogEntry, played: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = begin_trial(entry=entry, tried={"id": "x"}, games=6)

    def meanwhile(_editor: ScoringEditor, tried: Data, number: int) -> int:
        monkeypatch.setattr(ScoringEditor, "play_test", lambda _editor, tried, number: 7)
        if number == 0:
            go_on.call(trial.pk)
        return 7

    monkeypatch.setattr(ScoringEditor, "play_test", meanwhile)
    go_on.call(trial.pk)
    trial.refresh_from_db()
    assert (trial.done, results_of(trial)) == (4, [7] * 4)
    everything()
    trial.refresh_from_db()
    assert (trial.done, results_of(trial), trial.ended_at is not None) == (6, [7] * 6, True)


def test_old_trials_make_room_and_a_lost_one_is_let_be(entry: CatalogEntry, played: list[tuple[str, int]]) -> None:
    for number in range(7):
        begin_trial(entry=entry, tried={"id": str(number)}, games=1)
    assert Trial.objects.count() == 7, "none has ended"
    everything()
    assert len(played) == 7
    trial = begin_trial(entry=entry, tried={"id": "7"}, games=1)
    assert Trial.objects.count() == 5
    assert find_trial(entry, {"id": "7"}) is not None
    assert find_trial(entry, {"id": "0"}) is None
    trial.delete()
    everything()
    assert len(played) == 7


def test_begin_trial_of_another_kind_keeps_the_trials(entry: CatalogEntry, played: list[tuple[str, int]]) -> None:
    begin_trial(entry=entry, tried={"id": "own"}, games=1)
    everything()
    for number in range(7):
        begin_trial(entry=entry, tried={"id": str(number)}, games=1, kind="other")
        everything()
    assert find_trial(entry, {"id": "own"}) is not None
    assert Trial.objects.count() == 6


def test_begin_trial_for_players_waits_until_a_curator_begins_it(entry: CatalogEntry) -> None:
    tried: Data = {"id": "x"}
    trial = begin_trial(entry=entry, tried=tried, games=9, for_players=True)
    assert [task.priority for task in DBTaskResult.objects.all()] == [-10]
    begin_trial(entry=entry, tried=tried, games=9, for_players=True)
    assert {task.priority for task in DBTaskResult.objects.all()} == {-10}
    begin_trial(entry=entry, tried=tried, games=9)
    begin_trial(entry=entry, tried=tried, games=9, for_players=True)
    trial.refresh_from_db()
    assert sorted(task.priority for task in DBTaskResult.objects.all()) == [-10, -10, 0, 0]
    assert trial.outcome == {"tried": tried, "results": []}
