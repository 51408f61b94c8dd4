"""Balance reports of sets: games in the background, rights, and reports of earlier forms."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.contract import Level
from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.published_sets import filled_as_drafted
from games.cartographers.shelf.sets import set_from_json
from games.cartographers.workshop import set_games
from games.cartographers.workshop.set_games import games_of_set, play_set
from games.cartographers.workshop.set_report import run_set_report
from games.catalog import balance_tests
from games.catalog.balance_tests import go_on, results_of
from games.catalog.drafts import DraftContent, discard_draft, save_draft
from games.catalog.models import CatalogEntry, Trial
from games.catalog.shelves import Data
from games.catalog.site_cards import load_published
from games.notices.task_worker import work
from tests.games.cartographers.shelf.sets import LOOP, drafted, published, small_set
from tests.games.catalog.making import address, curator, staff

pytestmark = pytest.mark.django_db
COUNT = 5


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_games, "GAMES", {Level.APPRENTICE: 2, Level.SURVEYOR: 3})
    monkeypatch.setattr(balance_tests, "AT_ONCE", 4)


@pytest.fixture
def entry() -> CatalogEntry:
    load_published()
    return drafted(EntryKind.SET, small_set())


@pytest.fixture
def editor(entry: CatalogEntry) -> Client:
    return staff("edda", "view_catalogentry", "change_catalogentry")


def everything() -> None:
    while work():
        pass


def shown(client: Client, entry: CatalogEntry) -> str:
    answer = client.get(address(entry, "report"))
    assert answer.status_code == 200
    html: str = answer.content.decode()
    return html.partition('id="content-main"')[2]


def saved(entry: CatalogEntry, **changes: Any) -> CatalogEntry:
    content = DraftContent(entry.name, {**entry.definition, **changes})
    return save_draft(entry=entry, saves=entry.saves, content=content, by=curator())


def tried_of(definition: Data) -> Data:
    return games_of_set(filled_as_drafted(set_from_json(definition)))


def test_games_are_the_same_each_time_and_for_each_level(entry: CatalogEntry) -> None:
    tried = tried_of(entry.definition)
    results = [play_set(tried, number) for number in range(COUNT)]
    assert results == [play_set(tried, number) for number in range(COUNT)]
    assert [result.level for result in results] == ["apprentice"] * 2 + ["surveyor"] * 3
    assert results[0].cards == results[2].cards, "games with the same edicts"
    assert all(0 <= result.singles <= result.turns and result.empty >= 0 for result in results)
    assert len(results[0].cards) == len(results[0].earned) == 4
    with pytest.raises(ValueError, match="no game"):
        play_set(tried, COUNT)


def test_the_highest_level_plays_too(entry: CatalogEntry) -> None:
    result = play_set({**tried_of(entry.definition), "games": {Level.ROYAL.value: 1}}, 0)
    assert result.level == Level.ROYAL
    assert result.score > 50


def test_report_runs_in_the_background_with_progress_and_is_kept(entry: CatalogEntry, editor: Client) -> None:
    page = editor.get(reverse("admin:catalog_catalogentry_change", args=[entry.pk])).content.decode()
    assert "Run balance report" in page
    assert address(entry, "report") in page
    assert "<progress" not in shown(editor, entry)
    answer = editor.post(address(entry, "run_report"))
    assert (answer.status_code, answer["Location"]) == (302, address(entry, "report"))
    html = shown(editor, entry)
    assert f"0 of {2 * COUNT} quick games finished." in html, "those of the set, and of the box"
    assert 'hx-trigger="every 2s"' in html
    go_on.call(Trial.objects.get(entry=entry).pk)
    html = shown(editor, entry)
    assert f"4 of {2 * COUNT} quick games finished." in html
    assert 'value="4" aria-labelledby="report-title"' in html
    assert "Per game" not in html
    everything()
    html = shown(editor, entry)
    assert "hx-trigger" not in html
    assert "report-run" not in html, "nothing is left to run"
    assert [title for title in ("Apprentice", "Surveyor", "Royal Cartographer") if f">{title}</h3>" in html] == [
        "Apprentice",
        "Surveyor",
    ]
    for title in ("Final score", "Stars of edict A", "Single squares", "Turns", ">Box</th>", "How to read the figures"):
        assert title in html
    before = Trial.objects.count()
    editor.post(address(entry, "run_report"))
    everything()
    assert Trial.objects.count() == before, "the same version has the same results"
    assert shown(editor, entry) == html


def test_box_is_played_once_for_all_sets(entry: CatalogEntry, editor: Client) -> None:
    run_set_report(entry)
    everything()
    box = CatalogEntry.objects.in_play().get(kind=EntryKind.SET, box="cartographers", key="cartographers")
    assert ">Box</th>" not in shown(editor, box), "it isn't compared with itself"
    assert "Per game" in shown(editor, box)
    other = drafted(EntryKind.SET, {**small_set(), "name": "Other"})
    run_set_report(other)
    assert f"{COUNT} of {2 * COUNT} quick games finished." in shown(editor, other)


def test_readers_see_reports_but_only_editors_run_them(entry: CatalogEntry) -> None:
    reader = staff("cleo", "view_catalogentry")
    assert "report-run" not in shown(reader, entry)
    assert reader.post(address(entry, "run_report")).status_code == 403
    assert staff("dora").get(address(entry, "report")).status_code == 403
    assert Client().get(address(entry, "report")).status_code == 302
    assert not Trial.objects.exists()
    run_set_report(entry)
    everything()
    assert "Per game" in shown(reader, entry)


def test_published_sets_have_reports_and_cards_have_none(entry: CatalogEntry, editor: Client) -> None:
    version = published(entry)
    editor.post(address(version, "run_report"))
    everything()
    assert "Per game" in shown(editor, version)
    card = CatalogEntry.objects.in_play().filter(kind=EntryKind.SCORING)[0]
    assert editor.get(address(card, "report")).status_code == 404
    assert editor.post(address(card, "run_report")).status_code == 404


def test_changed_set_shows_earlier_results_until_it_is_run_again(entry: CatalogEntry, editor: Client) -> None:
    run_set_report(entry)
    everything()
    entry = saved(entry, sheets=["cartographers/A"])
    html = shown(editor, entry)
    assert "These results are for version 1 as it was on" in html
    assert "report-run" in html
    editor.post(address(entry, "run_report"))
    assert "These results are for version 1 as it was on" in shown(editor, entry)
    everything()
    assert "These results are for" not in shown(editor, entry)


def test_changed_card_asks_for_another_run(editor: Client) -> None:
    loop = drafted(EntryKind.EXPLORE, LOOP)
    definition = small_set()
    entry = drafted(EntryKind.SET, {**definition, "explore": [*definition["explore"], f"workshop/{loop.key}"]})
    run_set_report(entry)
    everything()
    assert "report-run" not in shown(editor, entry)
    saved(loop, time=2)
    html = shown(editor, entry)
    assert "The set or its cards have changed since." in html
    assert "report-run" in html


def test_set_that_cannot_be_played_says_why(entry: CatalogEntry, editor: Client) -> None:
    entry = saved(entry, scoring=entry.definition["scoring"][:1])
    html = shown(editor, entry)
    assert "No games can be played with the saved version:" in html
    assert "A set needs a scoring card from each stack." in html
    assert "report-run" not in html
    answer = editor.post(address(entry, "run_report"))
    assert answer.status_code == 422
    assert "A set needs a scoring card from each stack." in answer.content.decode()
    assert not Trial.objects.exists()


def test_fault_is_told_and_the_report_can_go_on(
    entry: CatalogEntry, editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_set_report(entry)
    with monkeypatch.context() as patched:
        patched.setattr("games.cartographers.workshop.sets.play_set", lambda _tried, _number: 1 // 0)
        everything()
    html = shown(editor, entry)
    assert "The test stopped because of an error. Run it again." in html
    assert "Continue the report" in html
    editor.post(address(entry, "run_report"))
    everything()
    assert "Per game" in shown(editor, entry)


def test_discarded_draft_ends_its_report(entry: CatalogEntry, editor: Client) -> None:
    run_set_report(entry)
    trial, there = Trial.objects.get(entry=entry), address(entry, "report")
    discard_draft(entry=entry, by=User.objects.get(username=curator().username))
    everything()
    assert not Trial.objects.filter(pk=trial.pk).exists()
    answer = editor.get(there, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Reselect"]) == (200, "#behind")
    assert "This draft has been discarded." in answer.content.decode()
    assert "hx-trigger" not in answer.content.decode()
    assert editor.get(there).status_code == 404


def test_results_are_read_as_they_were_stored(entry: CatalogEntry) -> None:
    run_set_report(entry)
    everything()
    trial = Trial.objects.get(entry=entry)
    tried = tried_of(entry.definition)
    stored = [set_games.GameResult(*result).score for result in results_of(trial)]
    assert stored == [play_set(tried, number).score for number in range(COUNT)]
