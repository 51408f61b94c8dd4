"""The map sheet by vote, and scoring cards that players rule out."""

from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from engine.cartographers.cards import ScoringCard, Stack
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.setting_up import options
from games.tables import services
from games.tables.models import Access, Seat, Status, Table
from games.tables.services import NewTable
from tests.games.cartographers.play import signed_in, state_of
from tests.games.cartographers.setting_up.test_options import CHOSEN, own, sent

pytestmark = pytest.mark.django_db
VOTE, VETO = {"sheet_vote": True}, {"vetoes": True}


def asking(people: list[User], chosen: dict[str, Any]) -> Table:
    new = NewTable("cartographers", "Desk", chosen, len(people), access=Access.OPEN)
    table = services.create_table(host=people[0], new=new)
    for guest in people[1:]:
        table = services.join(table=table.code, user=guest)
    return table


def decided(people: list[User], chosen: dict[str, Any], *answers: dict[str, str]) -> Table:
    """The table after everybody has answered."""
    table = asking(people, chosen)
    for user, answer in zip(people, answers, strict=True):
        services.answer_setup(table=table.code, user=user, answers=answer)
    return Table.objects.get(pk=table.pk)


def pool(chosen: dict[str, Any], stack: Stack) -> list[ScoringCard]:
    return [card for card in options.setup_of(chosen).definition.pool if card.stack is stack]


@pytest.mark.parametrize("preset", ["cartographers", "heroes", "both"])
def test_players_of_a_box_vote_on_its_two_sheets(preset: str) -> None:
    form = sent(preset=preset, sheet_vote="on")
    assert form.is_valid(), form.errors
    (question,) = CARTOGRAPHERS.setup_questions(form.options())
    sheet = form.options()["sheet"]
    assert sheet in dict(question.choices)
    assert sorted(dict(question.choices)) in (["A", "B"], ["C", "D"])
    lines = CARTOGRAPHERS.describe(form.options())
    assert "Map sheet chosen by vote" in lines
    assert not any(line.startswith("Sheet ") for line in lines)


def test_sheet_with_the_most_votes_is_played(people: list[User]) -> None:
    chosen = {**options.defaults(), **VOTE}
    table = decided(people[:3], chosen, {"sheet": "B"}, {"sheet": ""}, {"sheet": "B"})
    assert table.status == Status.PLAYING
    assert state_of(table).definition.sheet.id == "B"


def test_ties_are_broken_by_chance_and_no_vote_keeps_the_host_s_sheet() -> None:
    chosen = {**options.defaults(), **VOTE}
    tie = [{"sheet": "A"}, {"sheet": "B"}]
    assert {options.settle(chosen, tie, Random(seed))["sheet"] for seed in range(20)} == {"A", "B"}
    assert options.settle(chosen, [{}, {"sheet": ""}], Random(1))["sheet"] == chosen["sheet"]
    assert options.settle(chosen, [{"sheet": "Z"}], Random(1))["sheet"] == chosen["sheet"]


def test_vetoed_cards_are_never_drawn(people: list[User]) -> None:
    chosen = {**options.defaults(), **VETO}
    out = [pool(chosen, stack)[0].id for stack in (Stack.FOREST, Stack.VILLAGE)]
    table = decided(people[:3], chosen, {"veto": out[0]}, {"veto": out[1]}, {"veto": ""})
    definition = state_of(table).definition
    assert not {card.id for card in definition.pool} & set(out)
    assert len(definition.pool) == len(options.setup_of(chosen).definition.pool) - 2
    page = signed_in(people[3]).get(f"/tables/{table.code}/").content.decode()
    assert "Vetoed: Sentinel Wood, Wildholds" in page


def test_stack_that_would_be_empty_keeps_all_its_cards() -> None:
    chosen = {**options.defaults(), **VETO}
    forest, village = pool(chosen, Stack.FOREST), pool(chosen, Stack.VILLAGE)
    answers = [{"veto": card.id} for card in (*forest, village[0])]
    settled = options.settle(chosen, answers, Random(1))
    assert settled["vetoed"] == [village[0].id]
    assert pool(settled, Stack.FOREST) == forest
    assert pool(settled, Stack.VILLAGE) == village[1:]


def test_vetoes_of_an_earlier_game_do_not_last() -> None:
    chosen = {**options.defaults(), **VETO}
    first = pool(chosen, Stack.FOREST)[0].id
    settled = options.settle(chosen, [{"veto": first}], Random(1))
    (question,) = CARTOGRAPHERS.setup_questions(settled)
    assert first in dict(question.choices)
    assert options.settle(settled, [{}], Random(1))["vetoed"] == []


@pytest.mark.parametrize("fixed", [CHOSEN, {"preset": "first_game"}], ids=["chosen", "first game"])
def test_fixed_edicts_leave_nothing_to_veto(fixed: dict[str, str]) -> None:
    form = sent(vetoes="on", **fixed)
    assert form.is_valid(), form.errors
    with pytest.raises(ValidationError) as refused:
        CARTOGRAPHERS.check_options(form.options(), 2)
    assert "vetoes" in refused.value.message_dict


def test_switches_are_stored_only_where_they_are_on() -> None:
    form = own(sheet_vote="on", vetoes="on")
    assert form.is_valid(), form.errors
    assert (form.options()["sheet_vote"], form.options()["vetoes"]) == (True, True)
    plain = sent()
    assert plain.is_valid()
    assert not {"sheet_vote", "vetoes", "vetoed"} & set(plain.options())


def test_waiting_page_asks_in_words(people: list[User]) -> None:
    table = asking(people[:2], {**options.defaults(), **VOTE, **VETO})
    page = signed_in(people[1]).get(f"/tables/{table.code}/").content.decode()
    assert 'id="setup-answers"' in page
    assert "Greenbough" in page
    assert Seat.objects.filter(table=table, setup_answers__isnull=True).count() == 2
