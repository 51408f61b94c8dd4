"""A new scoring card from draft to table: created, tested, reviewed, added to a set and played."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.catalog.models import CatalogEntry
from games.catalog.publication import retire
from games.catalog.site_cards import load_published
from games.history.models import Gain
from games.tables.lobby.services import NewTable, create_table
from games.tables.log.state import load
from games.tables.models import Status
from tests.games.cartographers.setting_up.test_options import as_it_comes
from tests.games.cartographers.workshop.editing import BACKEND, Page, opened, sent, url
from tests.games.catalog.making import address, edited, reviewer
from tests.games.history.playing import play_on
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


def curator(name: str) -> Client:
    """Return the client of a staff member whose only permissions are those of the curators group."""
    user = User.objects.create_user(name, "chart and compass", is_staff=True)
    user.groups.add(Group.objects.get(name="curators"))
    client = Client()
    client.force_login(user, BACKEND)
    return client


def begun(client: Client, kind: str, name: str) -> CatalogEntry:
    answer = client.post(reverse("admin:catalog_catalogentry_add"), {"kind": f"cartographers/{kind}", "name": name})
    assert answer.status_code == 302, answer.content.decode()
    return CatalogEntry.objects.get(name=name)


def brought_into_play(entry: CatalogEntry, page: Page, maker: Client, other: Client, **changes: Any) -> None:
    assert sent(maker, entry, page, "submit", **changes).status == 302
    assert ">Publish<" not in maker.get(url(entry)).content.decode()
    entry.refresh_from_db()
    answer = other.post(address(entry, "publish"), {"saves": str(entry.saves), "words": "Good."})
    assert answer.status_code == 302, answer.content.decode()
    entry.refresh_from_db()
    assert entry.current


def test_a_new_card_is_made_tested_reviewed_published_and_played() -> None:
    load_published()
    ada, ben = curator("ada"), curator("ben")
    card = begun(ada, "scoring", "Shore Walk")
    page = sent(ada, card, opened(ada, card), stack="spatial", name_fr="Sentier du rivage", clause__0__terrain="water")
    page = sent(ada, card, page, clause__0__on="edge", clause__0__stars="2")
    assert "2 stars for each water space" in page.html
    page = sent(ada, card, page, "find-example=some")
    page = sent(ada, card, page, "find-example=none")
    brought_into_play(card, page, ada, ben)

    group = begun(ben, "set", "Shores")
    page = opened(ben, group)
    scoring = [
        ref
        for ref in page.fields.getlist("scoring")
        if CatalogEntry.objects.get(
            box=ref.split("/")[0], key=ref.split("/")[1], kind="scoring", current=True
        ).definition["stack"]
        != "spatial"
    ]
    brought_into_play(group, page, ben, ada, scoring=[*scoring, "workshop/shore_walk"])

    ann = people_named("Ann")[0]
    form = CartographersOptionsForm({**as_it_comes(), "preset": "workshop/shores"})
    assert form.is_valid(), form.errors
    table = create_table(host=ann, new=NewTable("cartographers", "Desk", form.options(), 1))
    pool = {each.id for each in load(table).state.definition.pool if each.stack == "spatial"}
    assert pool == {"shore_walk"}
    here = text_of(signed_in(ann).get(f"/tables/{table.code}/cards/shore_walk/"))
    assert "2 stars for each water space" in here

    edited(card, solo_target=40)
    retire(
        entry=CatalogEntry.objects.get(kind="set", box="workshop", current=True), by=reviewer(), words="Out of season."
    )
    table = play_on(table, ann)
    assert table.status == Status.FINISHED
    assert load(table).state.definition.pool[-1].solo_target != 40
    gain = Gain.objects.get(user=ann, piece__key="shore_walk")
    User.objects.filter(pk=ann.pk).update(language="fr")
    assert "Sentier du rivage" in text_of(signed_in(ann).get(f"/tables/{table.code}/"))
    assert gain.score >= 0
