"""Solo games on a deck that others play too: the field at the end, and nothing of another's game before it."""

import re
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from engine.cartographers.state import State
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.setting_up.daily import DAILY
from games.cartographers.setting_up.options import defaults
from games.tables.deals import shared
from games.tables.deals.services import scored_turns
from games.tables.lobby.services import NewTable
from games.tables.log.state import load
from games.tables.models import Access, DealEntry, Table
from tests.games.cartographers import play
from tests.games.tables.clients import HTMX, signed_in, text_of

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
_RANDOM = re.compile(rb"[A-Za-z0-9]{64}|[0-9a-f]{8}-[0-9a-f-]{27}")
"""CSRF tokens, hashes in hex, and ids of commands."""


def start(user: User, **options: Any) -> Table:
    new = NewTable("cartographers", "", {**defaults(), **options}, capacity=1)
    return shared.create_table(host=user, new=new)


@pytest.mark.parametrize("key", ["cartographers", "heroes", "both"])
def test_scores_by_turn_end_with_the_result(key: str, people: list[User]) -> None:
    options = DAILY.options(key, NOON.date())
    one, other = (play.play_out(start(user, **options), seed) for user, seed in zip(people, (1, 2), strict=False))
    assert one.deal is not None
    assert one.deal == other.deal
    for table in (one, other):
        turns = scored_turns(table)
        assert turns[-1].after == DealEntry.objects.get(table=table).score
        assert [turn.number for turn in turns] == sorted({turn.number for turn in turns})
    assert [turn.title for turn in scored_turns(one)] == [turn.title for turn in scored_turns(other)]


def test_between_turns_only_a_new_season_changes_the_score(people: list[User]) -> None:
    table = play.play_out(start(people[0]), 1)
    turns = scored_turns(table)
    state: State = load(table).state
    jumps = sum(before.after != after.before for before, after in pairwise(turns))
    assert jumps <= len(state.definition.seasons)


@pytest.mark.parametrize("option", ["practice", "trial", "sheet_vote", "vetoes"])
def test_games_that_are_not_alike_have_no_shared_deck(option: str) -> None:
    assert CARTOGRAPHERS.comparison is not None
    assert CARTOGRAPHERS.comparison.may_share(defaults())
    assert not CARTOGRAPHERS.comparison.may_share({**defaults(), option: True})


def test_other_cards_have_other_decks(people: list[User]) -> None:
    one = play.play_out(start(people[0]), 1)
    assert one.deal is not None
    assert start(people[1], sheet="B").deal != one.deal
    assert start(people[2]).deal == one.deal


def test_first_move_of_the_home_page_meets_decks_that_begin_like_it(people: list[User]) -> None:
    ordinary = play.play_out(start(people[0]), 1)
    sent = {"option": "1", "terrain": "forest", "held": "r2", "anchor": "K6"}
    for user in people[1:3]:
        signed_in(user).post("/tables/solo/", sent)
        table = Table.objects.filter(host=user).latest("pk")
        assert (table.access, table.deal != ordinary.deal) == (Access.DEAL, True)
        play.play_out(table, 3)
    first, second = DealEntry.objects.filter(user__in=people[1:3]).order_by("pk")
    assert first.deal == second.deal


def test_end_of_the_game_leads_to_the_field(people: list[User]) -> None:
    one, other = (play.play_out(start(user), seed) for user, seed in zip(people, (1, 2), strict=False))
    assert one.deal is not None
    client = signed_in(people[1])
    assert f'hx-get="/deals/{one.deal.code}/field/"' in text_of(client.get(play.url(other)))
    assert "field/" not in text_of(client.get(play.url(one)))
    page = text_of(client.get(f"/deals/{one.deal.code}/field/", headers=HTMX))
    assert "Best maps" in page
    assert page.count("final-board") == 2
    assert "Field by turn" in page
    assert re.search(rf'href="/tables/{other.code}/turns/\d+/">Turn \d+, [^<]+</a>', page)


def test_board_of_another_is_no_picture_before_the_own_result(people: list[User]) -> None:
    table = play.play_out(start(people[0]), 1)
    picture = f"{play.url(table)}final/1/1-{table.number}/day.svg"
    assert signed_in(people[0]).get(picture).status_code == 200
    start(people[1])
    for viewer in (people[1], None):
        assert signed_in(viewer).get(picture).status_code == 404
