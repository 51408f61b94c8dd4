"""The workshop's pages with two games' components side by side."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.catalog.drafts import DraftContent, open_draft, save_draft
from games.catalog.models import CatalogEntry, Change, EntryState
from games.catalog.pages import entry_url
from games.catalog.publication import publish, submit
from games.catalog.site_cards import load_published
from tests.games.catalog.making import RIGHTS, address, curator, edited, reviewer, staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_beside")]

LIST = "admin:catalog_catalogentry_changelist"


@pytest.fixture(autouse=True)
def _published(toy_beside: None) -> None:
    load_published()


def stone(key: str = "pebble") -> CatalogEntry:
    return CatalogEntry.objects.get(box="toy", kind="stone", key=key, current=True)


def sent(of: CatalogEntry, name: str | None = None, **changes: Any) -> dict[str, str]:
    """Return the form data of a draft."""
    piece = {key: value for key, value in of.definition.items() if key not in ("id", "name")}
    text = json.dumps({**piece, **changes})
    return {"saves": str(of.saves), "name": of.name if name is None else name, "definition": text}


def draft_of(key: str = "pebble", **changes: Any) -> CatalogEntry:
    draft = open_draft(entry=stone(key), by=curator())
    return save_draft(
        entry=draft, saves=draft.saves, content=DraftContent(draft.name, {**draft.definition, **changes}), by=curator()
    )


def listed(client: Client, **query: str) -> str:
    answer = client.get(reverse(LIST), query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def messages_of(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def test_both_games_are_listed_with_the_names_of_their_boxes_and_kinds(ada: Client) -> None:
    everything = listed(ada)
    for words in ("Toy bag", "Stone", "Playing board", "Cartographers Heroes", "Explore card"):
        assert f">{words}</a>" in everything, "a filter"
    stones = listed(ada, box__exact="toy", kind__exact="stone")
    assert '<td class="field-box">Toy bag</td><td class="field-kind">Stone</td>' in stones
    assert "Pebble" in stones
    assert "Plain" not in stones
    assert "Pebble" not in listed(ada, box__exact="cartographers")


def test_the_list_shows_what_is_in_play_and_worked_on_and_the_rest_on_request(ada: Client) -> None:
    edited(stone(), name="Flint", worth=5)
    draft_of("rock", worth=8)
    for query, pebbles, flints, rocks in (("", 0, 1, 2), ("play", 0, 1, 1), ("open", 0, 0, 1), ("all", 1, 1, 2)):
        page = listed(ada, box__exact="toy", **({"versions": query} if query else {}))
        assert [page.count(f">{name}</a>") for name in ("Pebble", "Flint", "Rock")] == [pebbles, flints, rocks], query
    assert ">Flint</a>" not in listed(ada, box__exact="toy", versions="review")
    assert ">Flint</a>" not in listed(ada, box__exact="toy", versions="retired")


def standings(page: str) -> list[str]:
    """Return the status of each row of the list, in order."""
    return re.findall(r'<span class="standing is-(\w+)">', page)


def test_each_line_tells_how_far_its_version_has_come(ada: Client) -> None:
    edited(stone(), worth=5)
    draft_of("rock", worth=8)
    ada.post(address(stone(), "retire"), {"words": "Worn out."})
    page = listed(ada, box__exact="toy", versions="all")
    assert standings(page) == ["play", "retired", "published", "draft", "play"]
    assert ">Active</span>" in page
    assert page.count("as published") == 3


def test_the_list_says_what_it_shows_and_what_can_be_begun(ada: Client) -> None:
    query = {"versions": "open", "kind__exact": "stone"}
    assert "<summary>Filter: Drafts · Stone</summary>" in listed(ada, **query)
    assert "<summary>Filter: Active and drafts</summary>" in listed(ada)
    begin = f"{reverse('admin:catalog_catalogentry_add')}?kind=cartographers/scoring"
    assert f'<a href="{begin}">Scoring card</a>' in listed(ada)
    assert begin not in listed(staff("eve", "view_catalogentry"))


def test_more_lines_ask_nothing_more_of_the_database(
    ada: Client, django_assert_max_num_queries: Any, django_assert_num_queries: Any
) -> None:
    listed(ada)
    with django_assert_max_num_queries(20) as few:
        listed(ada, box__exact="gisborne")
    with django_assert_num_queries(len(few)):
        page = listed(ada, versions="all")
    assert len(standings(page)) > 50


def test_a_piece_is_made_into_a_draft_saved_handed_in_and_published(ada: Client) -> None:
    answer = ada.post(address(stone(), "edit"), follow=True)
    draft = CatalogEntry.objects.open().get()
    assert answer.redirect_chain == [(entry_url(draft), 302)]
    assert "Worth decides who wins." in answer.content.decode()
    answer = ada.post(address(draft, "save"), sent(draft, name="Flint", worth=6), follow=True)
    assert messages_of(answer) == ["Saved."]
    assert "<li>The heaviest of 2 stones.</li>" in answer.content.decode()
    draft.refresh_from_db()
    answer = ada.post(address(draft, "submit"), sent(draft), follow=True)
    assert messages_of(answer)[0].startswith("Submitted for review.")
    assert ">Publish<" not in answer.content.decode(), "by who made it"
    ben = staff("ben", *RIGHTS)
    assert ">Publish<" in ben.get(entry_url(draft)).content.decode()
    answer = ben.post(address(draft, "publish"), {"saves": "1", "words": " "})
    assert (answer.status_code, messages_of(answer)) == (422, ["Enter a short reason."])
    answer = ben.post(address(draft, "publish"), {"saves": "1", "words": "Good."}, follow=True)
    assert messages_of(answer) == ["Published. Everybody has it."]
    assert (stone().version, stone().name, stone().created_by and stone().created_by.username) == (2, "Flint", "ada")
    assert stone().definition == {"id": "pebble", "name": "Flint", "worth": 6, "colour": "grey"}
    page = ada.get(entry_url(stone())).content.decode()
    for words in ("submitted for review", "Good.", "version 1", "version 2", "Compare"):
        assert words in page


def test_who_made_it_cannot_publish_it_by_hand_either(ada: Client) -> None:
    draft = open_draft(entry=stone(), by=User.objects.get(username="ada"))
    submit(entry=draft, by=User.objects.get(username="ada"))
    answer = ada.post(address(draft, "publish"), {"saves": "0"})
    assert answer.status_code == 422
    assert "You worked on this draft, so someone else has to publish it." in messages_of(answer)[0]
    assert stone().version == 1


def test_a_piece_without_a_name_of_its_own_is_given_none(ada: Client) -> None:
    ada.post(address(CatalogEntry.objects.get(kind="board"), "edit"))
    draft = CatalogEntry.objects.open().get()
    ada.post(address(draft, "save"), sent(draft, name="Flat", sides=6))
    draft.refresh_from_db()
    assert (draft.name, draft.definition) == ("Flat", {"id": "plain", "sides": 6})


@pytest.mark.parametrize("press", ["save", "submit", "preview"])
@pytest.mark.parametrize(
    ("definition", "words"),
    [
        ("{", "Invalid JSON. Check for"),
        ("[" * 30_000, "Invalid JSON. Check for"),
        ("[]", "A toy is told by an object."),
        ('{"worth": 12}', "A stone is worth 1 to 9."),
        ('{"worth": ' + "9" * 5_000 + "}", "Invalid JSON. Check for"),
    ],
    ids=["brace", "nested", "list", "heavy", "endless"],
)
def test_what_the_game_cannot_read_is_explained_and_nothing_is_lost(
    ada: Client, press: str, definition: str, words: str
) -> None:
    draft = draft_of()
    answer = ada.post(address(draft, press), {**sent(draft), "definition": definition})
    assert answer.status_code == (200 if press == "preview" else 422)
    page = answer.content.decode()
    assert words in page
    left = "&quot;worth&quot;: " if "worth" in definition else definition[:20]
    assert left in page, "what was written stands there still"
    draft.refresh_from_db()
    assert (draft.definition["worth"], draft.state) == (2, EntryState.DRAFT)


def test_what_cannot_be_played_is_not_handed_in_and_is_kept_as_a_draft(ada: Client) -> None:
    draft = draft_of()
    answer = ada.post(address(draft, "submit"), sent(draft, worth=3))
    assert answer.status_code == 422
    assert messages_of(answer) == ["Pebble is worth as much as another stone of toy."]
    draft.refresh_from_db()
    assert (draft.state, draft.definition["worth"]) == (EntryState.DRAFT, 3)


def test_showing_saves_nothing(ada: Client) -> None:
    draft = draft_of()
    assert "The heaviest of 2 stones." in ada.post(address(draft, "preview"), sent(draft, worth=6)).content.decode()
    draft.refresh_from_db()
    assert draft.definition["worth"] == 2


@pytest.mark.parametrize("press", ["publish", "restore", "save", "submit", "preview", "overwrite", "discard"])
def test_what_is_in_play_does_not_take_what_only_drafts_do(ada: Client, press: str) -> None:
    assert ada.post(address(stone(), press), sent(stone(), worth=9)).status_code == 409
    assert stone().definition["worth"] == 2


def test_a_piece_is_retired_with_a_reason_and_brought_back(ada: Client) -> None:
    old = stone()
    assert ada.post(address(old, "retire"), {"words": " "}).status_code == 422
    ada.post(address(old, "retire"), {"words": "Worn out."})
    old.refresh_from_db()
    assert old.state == EntryState.RETIRED
    assert "Restore" in ada.get(entry_url(old)).content.decode()
    ada.post(address(old, "restore"))
    assert stone() == old


def test_words_that_no_database_takes_are_kept_without_what_is_wrong_with_them(ada: Client) -> None:
    old = stone()
    assert ada.post(address(old, "retire"), {"words": "Worn\x00 out."}).status_code == 302
    assert Change.objects.of(old)[0].words == "Worn out."


def test_a_step_needs_the_right_to_edit_whatever_else_is_said() -> None:
    reviewing = staff("dee", "view_catalogentry", "review_catalogentry")
    assert reviewing.post(address(draft_of(), "tool", "add-clause")).status_code == 403


def test_what_is_needed_is_not_retired(ada: Client) -> None:
    answer = ada.post(address(stone("rock"), "retire"), {"words": "Worn out."})
    assert answer.status_code == 422
    assert "Plain" in messages_of(answer)[0]


def test_a_reviewer_reads_all_of_a_piece_that_has_no_editor(ada: Client) -> None:
    draft = open_draft(entry=stone(), by=curator())
    content = DraftContent("Flint", {**draft.definition, "worth": 5}, (), "For sparks.", "A beach", "CC0")
    submit(entry=save_draft(entry=draft, saves=0, content=content, by=curator()), by=curator())
    page = ada.get(entry_url(draft)).content.decode()
    for words in ("Flint", "&quot;worth&quot;: 5", "<dd>For sparks.</dd>", "<dd>A beach</dd>", "<dd>CC0</dd>"):
        assert words in page
    assert "<del>  &quot;worth&quot;: 2</del>" in page


def test_two_versions_stand_side_by_side(ada: Client) -> None:
    old = stone()
    new = edited(old, name="Flint", worth=5)
    page = ada.get(reverse("admin:catalog_catalogentry_compare", args=[new.pk, old.pk])).content.decode()
    assert "<del>  &quot;worth&quot;: 2</del>" in page
    assert "<ins>  &quot;worth&quot;: 5</ins>" in page
    other = reverse("admin:catalog_catalogentry_compare", args=[new.pk, stone("rock").pk])
    assert ada.get(other).status_code == 404


def test_an_old_version_is_read_only_and_can_be_drafted_anew(ada: Client) -> None:
    old = stone()
    edited(old, worth=5)
    page = ada.get(entry_url(old)).content.decode()
    assert 'id="editor"' not in page
    assert "worth" in page
    assert messages_of(ada.post(address(old, "edit"), follow=True)) == []
    assert CatalogEntry.objects.open().get().definition["worth"] == 2
    # Who wants the newer version is not given the draft of the older one without a word.
    messages = messages_of(ada.post(address(stone(), "edit"), follow=True))
    assert messages[0].startswith("A draft already exists; here it is. To start over from version 2")


def test_entries_of_a_game_that_is_gone_can_be_read(ada: Client, settings: Any) -> None:
    draft = draft_of()
    settings.CARTO_SHELVES = {"cartographers": settings.CARTO_SHELVES["cartographers"]}
    assert '<td class="field-box">-</td>' in listed(ada, q="pebble"), "nobody knows what it was called"
    assert "worth" in ada.get(entry_url(stone())).content.decode()
    assert ada.get(entry_url(draft)).status_code == 200
    answer = ada.post(address(draft, "save"), sent(draft, worth=5))
    assert answer.status_code == 409
    assert "The game for this component isn’t installed, so it’s read-only." in messages_of(answer)[0]


def test_something_new_is_begun_by_its_kind_and_name(ada: Client) -> None:
    page = ada.get(reverse("admin:catalog_catalogentry_add"), {"kind": "cartographers/season"}).content.decode()
    assert 'value="cartographers/season" required id="id_kind_' in page
    assert "checked" in page
    for wrong in ({}, {"kind": "toy/stone", "name": "Flint"}, {"kind": "cartographers/season", "name": " "}):
        assert ada.post(reverse("admin:catalog_catalogentry_add"), wrong).status_code == 422
    answer = ada.post(
        reverse("admin:catalog_catalogentry_add"), {"kind": "cartographers/season", "name": "Long"}, follow=True
    )
    draft = CatalogEntry.objects.open().get()
    assert answer.redirect_chain == [(entry_url(draft), 302)]
    assert (draft.box, draft.key, draft.state) == ("workshop", "long", EntryState.DRAFT)


@pytest.mark.parametrize("name", ["Flint\u202e", "\u2066Flint", "Fl\u200bint", "Fl\x1bint", "\u3164"])
def test_names_are_of_what_can_be_seen(ada: Client, name: str) -> None:
    begun = ada.post(reverse("admin:catalog_catalogentry_add"), {"kind": "cartographers/season", "name": name})
    assert begun.status_code == 422
    assert "Use only visible characters." in begun.content.decode()
    draft = draft_of()
    saved = ada.post(address(draft, "save"), sent(draft, name=name))
    assert saved.status_code == 422
    assert "Use only visible characters." in saved.content.decode()
    assert CatalogEntry.objects.open().get().name == "Pebble"


def test_a_season_is_made_without_code(ada: Client) -> None:
    ada.post(reverse("admin:catalog_catalogentry_add"), {"kind": "cartographers/season", "name": "Long"})
    draft = CatalogEntry.objects.open().get()
    said_of = {"saves": "0", "name": "Long spring", "threshold": "12", "first": "A", "second": "C"}
    assert "Time threshold 12, scores edicts A and C." in ada.post(address(draft, "preview"), said_of).content.decode()
    late = ada.post(address(draft, "save"), {**said_of, "threshold": "99"})
    assert late.status_code == 422
    assert '<div id="errors-threshold"><ul class="errorlist"' in late.content.decode()
    ada.post(address(draft, "submit"), {**said_of, "notes": "For slow games."})
    draft.refresh_from_db()
    publish(entry=draft, saves=1, by=reviewer(), words="Good.")
    draft.refresh_from_db()
    assert draft.definition == {"id": "long", "threshold": 12, "edicts": ["A", "C"]}
    assert (draft.name, draft.notes, draft.current) == ("Long spring", "For slow games.", True)


def test_who_may_review_is_told_what_waits(ada: Client) -> None:
    """Check that reviewers see the message on the list and the home page, but nobody else, nor the author."""
    waits = open_draft(entry=stone(), by=User.objects.get(username="ada"))
    submit(entry=waits, by=User.objects.get(username="ada"))
    ben, cat = staff("ben", *RIGHTS), staff("cat", "view_catalogentry")
    link = '<a href="/admin/catalog/catalogentry/?versions=review">1 component is waiting for your review.</a>'
    for client, may in ((ada, False), (ben, True), (cat, False)):
        for path in ("/admin/catalog/catalogentry/", "/"):
            assert (link in client.get(path).content.decode()) is may
    publish(entry=waits, saves=0, by=User.objects.get(username="ben"), words="Good.")
    assert link not in ben.get("/").content.decode()
