"""Skills in the workshop: their editor, their public page, sets with them, and what is printed."""

import json
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from engine.cartographers.codec import definition_from_json, definition_to_json
from engine.cartographers.skills import SkillPower
from games.cartographers.paper.printed_set import SetPrintForm, print_template, set_data
from games.cartographers.shelf import SHELF
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.published_sets import find_set
from games.cartographers.shelf.sets import set_from_json, set_to_json
from games.cartographers.words.skills import POWER_NAMES
from games.cartographers.workshop.set_games import games_of_set, play_set
from games.cartographers.workshop.set_statistics import figures_of
from games.catalog.errors import CatalogRefusal
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.publication import retire
from games.play.rendering import pdf
from tests.games.cartographers.paper.pdf_pages import Document
from tests.games.cartographers.shelf.sets import drafted, published, small_set
from tests.games.cartographers.workshop.editing import draft, opened, sent, staff
from tests.games.catalog.making import reviewer
from tests.games.tables.clients import text_of

pytestmark = pytest.mark.django_db

BROAD = {"name": "Broad Brush", "power": "grow", "cost": 2, "names": {"fr": "Large trait"}}


def published_skill(**changes: Any) -> CatalogEntry:
    return published(drafted(EntryKind.SKILL, {**BROAD, **changes}))


def page_of(client: Client, address: str) -> str:
    answer: Any = client.get(address)
    assert answer.status_code == 200
    return text_of(answer)


def test_form_of_a_skill_is_saved_and_shown(client: Client) -> None:
    entry = draft(staff(client), EntryKind.SKILL, "Broad Brush")
    page = opened(client, entry)
    assert "Draw a single square instead of the shape. It earns no coin." in page.html
    shown = sent(client, entry, page, power="slay", cost="3")
    assert "Draw a single square on a monster space" in shown.html
    assert "Costs 3 coins." in shown.html
    sent(client, entry, page, "save", power="slay", cost="3", name_fr="Grand trait")
    entry.refresh_from_db()
    assert (entry.definition["power"], entry.definition["cost"]) == ("slay", 3)
    assert entry.definition["names"] == {"fr": "Grand trait"}


@pytest.mark.parametrize("cost", ["0", "6", "x"])
def test_form_refuses_a_cost_out_of_bounds_and_keeps_it(client: Client, cost: str) -> None:
    entry = draft(staff(client), EntryKind.SKILL)
    page = sent(client, entry, opened(client, entry), "save", cost=cost)
    assert page.fields["cost"] == cost
    entry.refresh_from_db()
    assert entry.definition["cost"] == 1


def test_every_power_has_a_name_and_a_sentence() -> None:
    assert set(POWER_NAMES) == set(SkillPower)


def test_public_page_of_a_skill_shows_it_with_the_rules_and_its_sets(client: Client) -> None:
    skill = published_skill()
    published(drafted(EntryKind.SET, small_set(skills=[f"workshop/{skill.key}"])))
    page = page_of(client, f"/cartographers/cards/{skill.key}/")
    assert "Draw the shape with one more square next to it." in page
    assert "Costs 2 coins." in page
    assert "Riverside" in page
    assert "you can use one skill and pay for it" in page
    assert "Try this card" not in page
    assert skill.key in page_of(client, "/cartographers/cards/?kind=skill")


def test_set_stores_skills_only_if_it_has_any() -> None:
    without = {**small_set(), "id": "riverside"}
    assert "skills" not in set_to_json(set_from_json({**without, "skills": []}))
    assert set_to_json(set_from_json({**without, "skills": ["workshop/a"]}))["skills"] == ["workshop/a"]


def test_set_page_lists_skills_and_its_games_have_them(client: Client) -> None:
    skill = published_skill()
    stored = published(drafted(EntryKind.SET, small_set(skills=[f"workshop/{skill.key}"])))
    page = page_of(client, f"/cartographers/sets/{stored.key}/")
    assert "1 skill" in page
    assert "Broad Brush" in page
    one = find_set(stored.key)
    assert one is not None
    definition = one.filled.definition(one.filled.sheets[0])
    assert [each.name for each in definition.skills] == ["Broad Brush"]
    assert definition_from_json(json.loads(json.dumps(definition_to_json(definition)))) == definition


def test_form_of_a_set_offers_skills(client: Client) -> None:
    user = staff(client)
    skill = published_skill()
    entry = draft(user, EntryKind.SET, "Mine")
    assert "skills" not in entry.definition
    sent(client, entry, opened(client, entry), "save", skills=[f"workshop/{skill.key}"])
    entry.refresh_from_db()
    assert entry.definition["skills"] == [f"workshop/{skill.key}"]


def test_skill_of_a_set_cannot_be_retired(client: Client) -> None:
    skill = published_skill()
    published(drafted(EntryKind.SET, small_set(skills=[f"workshop/{skill.key}"])))
    with pytest.raises(CatalogRefusal, match="in_use"):
        retire(entry=skill, by=reviewer(), words="No.")
    skill.refresh_from_db()
    assert skill.state == EntryState.PUBLISHED


def test_export_holds_a_skill_that_can_be_read_again(client: Client) -> None:
    staff(client)
    skill = published_skill()
    (held,) = json.loads(page_of(client, f"/admin/catalog/catalogentry/{skill.pk}/file/"))["entries"]
    assert held["definition"] == skill.definition
    assert list(SHELF.unsayable(EntryKind.SKILL, held["definition"], [])) == []


def test_printed_set_has_the_card_and_the_aid_explains_skills() -> None:
    skill = published_skill()
    stored = published(drafted(EntryKind.SET, small_set(skills=[f"workshop/{skill.key}"])))
    one = find_set(stored.key)
    assert one is not None
    form = SetPrintForm(one.filled, QueryDict("parts=cards&parts=backs&parts=aid&size=a4&ink=pencil"))
    assert form.is_valid(), form.errors
    data = set_data(form, "carto.example")
    (card,) = [card for card in data["cards"] if card["deck"] == "skill"]
    assert (card["face"]["name"], card["face"]["figure"], card["face"]["kind"]) == ("Broad Brush", "2", "Skill")
    assert data["backs"]["skill"]["name"] == "Skills"
    assert "Skills" in [section["title"] for section in data["aid"]["sections"]]
    text = " ".join(run.text for page in Document(pdf(print_template(), data)).pages for run in page.runs)
    assert "Costs 2 coins." in text


def test_balance_report_counts_the_uses_of_each_skill() -> None:
    skill = published_skill(cost=1)
    stored = published(drafted(EntryKind.SET, small_set(skills=[f"workshop/{skill.key}"])))
    one = find_set(stored.key)
    assert one is not None
    result = play_set(games_of_set(one.filled), 0)
    assert len(result.uses) == 1
    (figures,) = figures_of([result])
    assert figures.uses[0].mean == result.uses[0]
