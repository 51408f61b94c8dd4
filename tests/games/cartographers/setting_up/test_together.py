"""Map sheet votes and vetoes of scoring cards."""

import re
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError

from engine.cartographers.cards import ScoringCard, Stack
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.setting_up import options
from games.tables.game import questions_of
from games.tables.lobby import rematches, services
from games.tables.lobby.cards import table_lines
from games.tables.lobby.services import NewTable
from games.tables.models import Access, Seat, Status, Table
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import state_of
from tests.games.cartographers.setting_up.test_options import CHOSEN, own, sent
from tests.games.cartographers.shelf.sets import FOUR, published_set, refs
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db
VOTE, VETO = {"sheet_vote": True}, {"vetoes": True}
OUT, OUT_NAME = "wildholds", "Wildholds"


def asking(people: list[User], chosen: dict[str, Any]) -> Table:
    new = NewTable("cartographers", "Desk", chosen, len(people), access=Access.OPEN)
    table = services.create_table(host=people[0], new=new)
    for guest in people[1:]:
        table = services.join(table=table.code, user=guest)
    return table


def decided(people: list[User], chosen: dict[str, Any], *answers: dict[str, str]) -> Table:
    """Return the table after all players have answered the setup questions."""
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
    (question,) = CARTOGRAPHERS.votes.questions(form.options())
    sheet = form.options()["sheet"]
    assert sheet in dict(question.choices)
    assert sorted(dict(question.choices)) in (["A", "B"], ["C", "D"])
    lines = CARTOGRAPHERS.describe(form.options())
    assert "Map sheet chosen by vote" in lines
    assert not any(re.match(r"Map sheet [A-Z]$", line) for line in lines)


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
    (question,) = CARTOGRAPHERS.votes.questions(settled)
    assert first in dict(question.choices)
    assert options.settle(settled, [{}], Random(1))["vetoed"] == []


@pytest.mark.parametrize("fixed", [CHOSEN, {"preset": "first_game"}], ids=["chosen", "first game"])
def test_fixed_edicts_leave_nothing_to_veto(fixed: dict[str, str]) -> None:
    form = sent(vetoes="on", **fixed)
    assert form.is_valid(), form.errors
    with pytest.raises(ValidationError) as refused:
        CARTOGRAPHERS.check_options(form.options(), 2)
    assert "vetoes" in refused.value.message_dict


@pytest.mark.parametrize("switch", ["sheet_vote", "vetoes"])
def test_set_that_leaves_nothing_to_choose_is_refused(switch: str) -> None:
    published_set()  # with one sheet, and one scoring card in each stack
    form = sent(preset="workshop/riverside", **{switch: "on"})
    assert form.is_valid(), form.errors
    with pytest.raises(ValidationError) as refused:
        CARTOGRAPHERS.check_options(form.options(), 2)
    assert list(refused.value.message_dict) == [switch]


def test_only_card_of_a_stack_is_not_offered_to_veto() -> None:
    published_set(sheets=refs("sheet", "B", "A"), scoring=refs("scoring", *FOUR, "greenbough"))
    form = sent(preset="workshop/riverside", sheet_vote="on", vetoes="on")
    assert form.is_valid(), form.errors
    CARTOGRAPHERS.check_options(form.options(), 2)
    sheets, cards = CARTOGRAPHERS.votes.questions(form.options())
    assert sorted(dict(sheets.choices)) == ["A", "B"]
    assert sorted(dict(cards.choices)) == ["greenbough", "treetower"]


def test_switches_are_stored_only_where_they_are_on() -> None:
    form = own(sheet_vote="on", vetoes="on")
    assert form.is_valid(), form.errors
    assert (form.options()["sheet_vote"], form.options()["vetoes"]) == (True, True)
    plain = sent()
    assert plain.is_valid()
    assert not {"sheet_vote", "vetoes", "vetoed"} & set(plain.options())


def over(people: list[User]) -> Table:
    """Return a finished game with the map sheet its two players voted for and one scoring card vetoed."""
    table = decided(people[:2], {**options.defaults(), **VOTE, **VETO}, {"sheet": "B"}, {"sheet": "B", "veto": OUT})
    play_on(table, people)
    return Table.objects.get(pk=table.pk)


def decisions(table: Table) -> list[bool]:
    """Return if the table's description mentions a vote, if it mentions vetoes, and if questions are open."""
    lines = " ".join(table_lines(table, Seat.objects.at(table)))
    return ["chosen by vote" in lines, "veto per player" in lines, bool(questions_of(table))]


def test_game_that_has_begun_tells_what_was_decided(people: list[User]) -> None:
    table = decided(people[:2], {**options.defaults(), **VOTE, **VETO}, {"sheet": "B"}, {"sheet": "B", "veto": OUT})
    assert decisions(table)[:2] == [False, False]
    assert "Map sheet B" in table_lines(table, Seat.objects.at(table))


def test_rematch_with_a_new_deck_votes_anew(people: list[User]) -> None:
    old = over(people)
    fresh = rematches.rematch(table=old.code, user=people[1])
    assert decisions(fresh) == [True, True, True]
    assert fresh.options == {**options.defaults(), **VOTE, **VETO}
    rematches.rematch(table=old.code, user=people[0])
    for user in people[:2]:
        services.answer_setup(table=fresh.code, user=user, answers={})
    definition = state_of(fresh).definition
    assert definition.sheet.id == options.defaults()["sheet"]
    assert OUT in {card.id for card in definition.pool}


def test_rematch_with_the_same_deck_keeps_what_was_decided(people: list[User]) -> None:
    old = over(people)
    same = rematches.rematch(table=old.code, user=people[0], same_deck=True)
    assert decisions(same) == [False, False, False]
    same = rematches.rematch(table=old.code, user=people[1], same_deck=True)
    assert state_of(same).definition == state_of(old).definition
    alone = rematches.play_deck(table=old.code, user=people[2], name="Solo")
    assert decisions(alone) == [False, False, False]
    assert f"Vetoed: {OUT_NAME}" in signed_in(people[2]).get(f"/tables/{alone.code}/").content.decode()
    play_on(same, people)
    assert decisions(rematches.rematch(table=same.code, user=people[0])) == [True, True, True], "a new deck once more"


def test_nobody_votes_who_plays_alone(people: list[User]) -> None:
    new = NewTable("cartographers", "Desk", {**options.defaults(), **VOTE, **VETO}, 1)
    table = services.create_table(host=people[0], new=new)
    assert decisions(table) == [False, False, False]
    assert state_of(table).definition.sheet.id == options.defaults()["sheet"]


def test_waiting_page_asks_in_words(people: list[User]) -> None:
    table = asking(people[:2], {**options.defaults(), **VOTE, **VETO})
    page = signed_in(people[1]).get(f"/tables/{table.code}/").content.decode()
    assert 'id="setup-answers"' in page
    assert "Greenbough" in page
    assert Seat.objects.filter(table=table, setup_answers__isnull=True).count() == 2


def test_a_sheet_voted_for_before_votes_were_recorded_is_marked(people: list[User]) -> None:
    started = decided(people[:2], {**options.defaults(), **VOTE}, {"sheet": "B"}, {"sheet": "B"})
    waiting = asking(people[:2], {**options.defaults(), **VOTE})
    earlier = {key: value for key, value in started.options.items() if key != "host_sheet"}
    Table.objects.filter(pk=started.pk).update(options=earlier)
    import_module("games.cartographers.migrations.0004_voted_sheets").mark_voted(apps, None)
    started.refresh_from_db()
    assert started.options == {**earlier, "host_sheet": "B"}
    assert "Map sheet chosen by vote" not in CARTOGRAPHERS.describe(started.options)
    assert "host_sheet" not in Table.objects.get(pk=waiting.pk).options, "its players have yet to vote"
