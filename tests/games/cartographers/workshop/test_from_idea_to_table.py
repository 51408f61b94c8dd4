"""A new scoring card from draft to table: created, tested, reviewed, added to a set and played."""

import pytest

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
from tests.games.cartographers.workshop.editing import opened, sent
from tests.games.catalog.curating import begun, brought_into_play, curators_client
from tests.games.catalog.making import edited, reviewer
from tests.games.history.playing import play_on
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


def test_a_new_card_is_made_tested_reviewed_published_and_played() -> None:
    load_published()
    ada, ben = curators_client("ada"), curators_client("ben")
    card = begun(ada, "cartographers/scoring", "Shore Walk")
    page = sent(ada, card, opened(ada, card), stack="spatial", name_fr="Sentier du rivage", clause__0__terrain="water")
    page = sent(ada, card, page, clause__0__on="edge", clause__0__stars="2")
    assert "2 stars for each water space" in page.html
    page = sent(ada, card, page, "find-example=some")
    page = sent(ada, card, page, "find-example=none")
    brought_into_play(card, page, ada, ben)

    group = begun(ben, "cartographers/set", "Shores")
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
