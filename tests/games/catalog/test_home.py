"""The curators' home page, and the first section on a reviewer's page."""

from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.cartographers.cards import clause_from_json, scoring_from_json
from games.accounts.models import User
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.words.scoring.rules import clause_rule, rule_sentences
from games.cartographers.workshop.clauses import blank_clause
from games.catalog.differences import difference_words
from games.catalog.drafts import SENT_TWICE, open_draft
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.pages import entry_url, form_of
from games.catalog.publication import send_back, submit
from games.catalog.site_cards import load_published
from tests.games.cartographers.shelf.sets import published, published_set
from tests.games.cartographers.workshop.editing import BACKEND, draft
from tests.games.catalog.making import address, edited
from tests.games.tables.clients import text_of

pytestmark = pytest.mark.django_db
HOME = "/admin/catalog/catalogentry/home/"


def curator(name: str) -> tuple[User, Client]:
    user = User.objects.create_user(name, "chart and compass", is_staff=True)
    user.groups.add(Group.objects.get(name="curators"))
    client = Client()
    client.force_login(user, BACKEND)
    return user, client


def section(html: str, title: str) -> str:
    return html.partition(f"<h2>{title}</h2>")[2].partition("</section>")[0]


def handed_in(by: User, name: str) -> CatalogEntry:
    entry = draft(by, EntryKind.EXPLORE, name)
    submit(entry=entry, by=by)
    return entry


def test_the_home_lists_drafts_reviews_and_what_is_published() -> None:
    load_published()
    (ada, of_ada), (ben, of_ben) = curator("ada"), curator("ben")
    draft(ada, EntryKind.EXPLORE, "Still Mine")
    returned = handed_in(ada, "Came Back")
    send_back(entry=returned, by=ben, words="Too long.")
    handed_in(ada, "Waits")
    published(draft(ada, EntryKind.EXPLORE, "Out There"))
    mine, others = (client.get(HOME).content.decode() for client in (of_ada, of_ben))
    assert "Still Mine" in section(mine, "Your drafts")
    assert "Came Back" not in section(mine, "Your drafts")
    assert "Came Back" in section(mine, "Changes requested")
    assert "Too long." in section(mine, "Changes requested")
    assert "Waits" in section(mine, "Your submissions")
    assert "Nothing is waiting for your review." in section(mine, "To review")
    assert "Waits" in section(others, "To review")
    assert "Out There" in section(others, "Recently published")
    assert "You have no drafts." in section(others, "Your drafts")
    assert f"{reverse('admin:catalog_catalogentry_add')}?kind=cartographers/scoring" in mine


def test_only_curators_find_the_home_in_the_header() -> None:
    _ada, of_ada = curator("ada")
    assert f'href="{HOME}"' in of_ada.get("/").content.decode()
    plain = Client()
    plain.force_login(User.objects.create_user("cyn", "chart and compass"), BACKEND)
    assert HOME not in plain.get("/").content.decode()
    assert plain.get(HOME).status_code == 302
    staff = Client()
    staff.force_login(User.objects.create_user("sam", "chart and compass", is_staff=True), BACKEND)
    assert HOME not in staff.get("/").content.decode()
    assert staff.get(HOME).status_code == 403


def test_who_was_sent_a_draft_back_reads_why_until_it_is_submitted_again() -> None:
    load_published()
    (ada, of_ada), (ben, _of_ben) = curator("ada"), curator("ben")
    entry = handed_in(ada, "Came Back")
    send_back(entry=entry, by=ben, words="Too long.")
    page = of_ada.get(entry_url(entry)).content.decode()
    assert 0 < page.index("ben requested changes:") < page.index("Too long.") < page.index('id="editor"')
    assert "Changes requested for Came Back: Too long." in text_of(of_ada.get("/"))
    submit(entry=entry, by=ada)
    assert "Changes requested for" not in text_of(of_ada.get("/"))
    assert "requested changes:" not in of_ada.get(entry_url(entry)).content.decode()


def difference_of(entry: CatalogEntry, **changes: Any) -> str:
    newer = CatalogEntry.objects.get(pk=entry.pk)
    newer.definition = {**newer.definition, **changes}
    return difference_words(entry, newer, form_of(entry))


def test_a_difference_is_told_by_fields_and_by_the_sets_that_have_the_card() -> None:
    load_published()
    card = CatalogEntry.objects.get(key="treetower", current=True)
    clause = {**card.definition["clauses"][0], "stars": 6}
    assert difference_of(card, clauses=[clause]) == "Stars 1 → 6"
    assert difference_of(card, stack="village") == "Stack Forest → Village"
    assert difference_of(card, clauses=[{**card.definition["clauses"][0], "tiers": [1, 3]}]) == "Tiers – → 1, 3"
    combined = "Clauses that count All, added up → Only the one with the most stars"
    assert difference_of(card, combination="largest") == combined
    assert difference_of(card, cap=12, floor=0) == "Maximum stars – → 12; Minimum stars – → 0"
    farmland = CatalogEntry.objects.get(key="farmland", box=CatalogBox.CARTOGRAPHERS, current=True)
    assert difference_of(farmland, time=3).startswith("Time value 1 → 3")
    assert difference_of(farmland) == ""


def test_an_added_or_removed_clause_is_told_in_words() -> None:
    load_published()
    card = CatalogEntry.objects.get(key="treetower", current=True)
    (clause,) = card.definition["clauses"]
    (sentence,) = rule_sentences(scoring_from_json(card.definition))
    other = {**blank_clause("clusters"), "stars": 2}
    of_other = clause_rule(clause_from_json(other, 0))
    assert difference_of(card, clauses=[clause, other]) == f"A clause was added: “{of_other}”"
    assert difference_of(card, clauses=[other, clause]) == f"A clause was added: “{of_other}”"
    replaced = difference_of(card, clauses=[other], solo_target=30)
    assert replaced == (f"Solo target 17 → 30; A clause was added: “{of_other}”; A clause was removed: “{sentence}”")
    longer = CatalogEntry.objects.get(pk=card.pk)
    longer.definition = {**card.definition, "clauses": [clause, other]}
    assert difference_of(longer, clauses=[clause]) == f"A clause was removed: “{of_other}”"
    assert difference_of(longer, clauses=[other, clause]) == "The clauses are in another order"


def test_a_reviewer_decides_at_the_top_and_reads_the_sentence_before_the_lines() -> None:
    load_published()
    published_set()
    (ada, _of_ada), (_ben, of_ben) = curator("ada"), curator("ben")
    card = CatalogEntry.objects.get(key="treetower", current=True)
    entry = open_draft(entry=card, by=ada)
    entry.definition = {**entry.definition, "solo_target": 30}
    entry.state = EntryState.IN_REVIEW
    entry.save()
    page = of_ben.get(entry_url(entry)).content.decode()
    parts = [
        "Publish",
        "Solo target 17 → 30",
        'id="preview"',
        "Changes from version 1 (active)",
        "Names, texts and notes",
    ]
    places = [page.index(part) for part in parts]
    assert places == sorted(places)


def test_a_form_that_is_sent_twice_makes_one_draft() -> None:
    load_published()
    _ada, of_ada = curator("ada")
    _ben, of_ben = curator("ben")
    add, fields = reverse("admin:catalog_catalogentry_add"), {"kind": "cartographers/explore", "name": "Lakeside"}
    first, second = of_ada.post(add, fields), of_ada.post(add, fields)
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]
    assert of_ben.post(add, fields)["Location"] != first["Location"], "somebody else’s is another one"
    card = address(CatalogEntry.objects.get(key="treetower", current=True), "copy")
    first, second = of_ada.post(card), of_ada.post(card)
    assert first["Location"] == second["Location"]
    assert CatalogEntry.objects.open().count() == 3
    with time_machine.travel(timezone.now() + 2 * SENT_TWICE):
        assert of_ada.post(card)["Location"] != first["Location"]


def test_a_draft_that_was_changed_since_is_not_taken_for_a_double_click() -> None:
    load_published()
    (ada, of_ada), (ben, _of_ben) = curator("ada"), curator("ben")
    add, fields = reverse("admin:catalog_catalogentry_add"), {"kind": "cartographers/explore", "name": "Lakeside"}
    first = of_ada.post(add, fields)
    entry = CatalogEntry.objects.open().get()
    submit(entry=entry, by=ada)
    send_back(entry=entry, by=ben, words="Too long.")
    assert of_ada.post(add, fields)["Location"] != first["Location"]


def test_a_new_piece_is_started_from_any_other() -> None:
    load_published()
    ada, of_ada = curator("ada")
    card = CatalogEntry.objects.get(key="treetower", current=True)
    answer = of_ada.post(address(card, "copy"))
    made = CatalogEntry.objects.get(state=EntryState.DRAFT)
    assert (answer.status_code, answer["Location"]) == (302, entry_url(made))
    assert (made.box, made.version, made.created_by) == (CatalogBox.WORKSHOP, 1, ada)
    assert made.key != card.key
    assert made.definition["clauses"] == card.definition["clauses"]
    viewer = User.objects.create_user("viv", "chart and compass", is_staff=True)
    viewer.user_permissions.set(Group.objects.get(name="curators").permissions.filter(codename="view_catalogentry"))
    client = Client()
    client.force_login(viewer, BACKEND)
    assert client.post(address(card, "copy")).status_code == 403


@pytest.mark.parametrize(
    ("address", "box", "kind"),
    [
        ("/cartographers/cards/treetower/", CatalogBox.CARTOGRAPHERS, EntryKind.SCORING),
        ("/cartographers/sheets/B/", CatalogBox.CARTOGRAPHERS, EntryKind.SHEET),
        ("/cartographers/sets/riverside/", CatalogBox.WORKSHOP, EntryKind.SET),
    ],
)
def test_curators_get_from_a_public_page_to_its_piece(address: str, box: CatalogBox, kind: EntryKind) -> None:
    load_published()
    published_set()
    _ada, of_ada = curator("ada")
    key = address.split("/")[3]
    way = f"/admin/catalog/catalogentry/of/{box}/{kind}/{key}/"
    assert f'<a class="button" href="{way}">Open in the workshop</a>' in of_ada.get(address).content.decode()
    answer = of_ada.get(way)
    entry = CatalogEntry.objects.in_play().get(box=box, kind=kind, key=key)
    assert answer["Location"] == entry_url(entry)
    label = "Start from this card" if kind is EntryKind.SCORING else "Start from this component"
    assert f">{label}</button>" in of_ada.get(entry_url(entry)).content.decode()
    assert "Open in the workshop" not in Client().get(address).content.decode()
    assert of_ada.get("/admin/catalog/catalogentry/of/cartographers/scoring/nothing/").status_code == 404


def test_a_card_is_started_from_its_public_page_once() -> None:
    load_published()
    _ada, of_ada = curator("ada")
    card = CatalogEntry.objects.get(box=CatalogBox.CARTOGRAPHERS, key="treetower", current=True)
    page, start = "/cartographers/cards/treetower/", reverse("admin:catalog_catalogentry_copy_of", args=card.place[:3])
    assert f'<form method="post" action="{start}">' in of_ada.get(page).content.decode()
    first = of_ada.post(start)
    made = CatalogEntry.objects.get(state=EntryState.DRAFT)
    assert first["Location"] == of_ada.post(start)["Location"] == entry_url(made)
    assert (made.name, made.key, made.examples) == ("Treetower (copy)", "treetower_copy", card.examples)
    own = {"id": made.key, "name": made.name}
    assert made.definition == {**card.definition, **own}
    assert "Give it a name of its own." in of_ada.get(entry_url(made)).content.decode()
    assert of_ada.get(start)["Location"] == entry_url(card)
    assert CatalogEntry.objects.filter(state=EntryState.DRAFT).count() == 1
    assert of_ada.post(start.replace("treetower", "nothing")).status_code == 404


def test_a_card_is_started_only_by_users_who_may_add_one() -> None:
    load_published()
    start = reverse(
        "admin:catalog_catalogentry_copy_of", args=[CatalogBox.CARTOGRAPHERS, EntryKind.SCORING, "treetower"]
    )
    viewer = User.objects.create_user("viv", "chart and compass", is_staff=True)
    viewer.user_permissions.set(Group.objects.get(name="curators").permissions.exclude(codename="add_catalogentry"))
    player = User.objects.create_user("pip", "chart and compass")
    for user, status in (viewer, 403), (player, 302), (None, 302):
        client = Client()
        if user:
            client.force_login(user, BACKEND)
        assert start not in client.get("/cartographers/cards/treetower/").content.decode()
        assert client.post(start).status_code == status
    assert not CatalogEntry.objects.filter(state=EntryState.DRAFT).exists()


def test_names_of_a_copy_are_marked_in_each_language() -> None:
    load_published()
    _ada, of_ada = curator("ada")
    card = CatalogEntry.objects.get(box=CatalogBox.CARTOGRAPHERS, key="treetower", current=True)
    of_ada.post(address(edited(card, names={"fr": "Tour " * 11 + "Tour"}, words={"fr": "Texte."}), "copy"))
    made = CatalogEntry.objects.get(state=EntryState.DRAFT)
    name = made.definition["names"]["fr"]
    assert len(name) <= 60
    assert name.startswith("Tour Tour")
    assert name.endswith(")")
    assert made.definition["words"] == {"fr": "Texte."}


def test_a_piece_is_found_by_box_kind_and_id() -> None:
    load_published()
    _ada, of_ada = curator("ada")
    preview = CatalogEntry.objects.in_play().filter(box=CatalogBox.PREVIEW, kind=EntryKind.SCORING).first()
    assert preview
    editions = CatalogEntry.objects.in_play().filter(key=preview.key)
    assert editions.count() == 2
    for entry in editions:
        answer = of_ada.get(f"/admin/catalog/catalogentry/of/{entry.box}/{entry.kind}/{entry.key}/")
        assert answer["Location"] == entry_url(entry)
    assert of_ada.get(f"/admin/catalog/catalogentry/of/workshop/scoring/{preview.key}/").status_code == 404


def test_a_set_of_the_boxes_is_opened_in_the_workshop() -> None:
    load_published()
    _ada, of_ada = curator("ada")
    answer = of_ada.get("/cartographers/sets/boxes/heroes/")
    assert answer.status_code == 200
    assert "/admin/catalog/catalogentry/of/heroes/set/heroes/" in answer.content.decode()
