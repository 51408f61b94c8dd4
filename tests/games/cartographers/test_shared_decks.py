"""Solo games on a deck that others play too: the field at the end, and nothing of another's game before it."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import transaction

from engine.cartographers.commands import Draw
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.log.past_states import _tapes
from games.cartographers.setting_up.daily import DAILY
from games.cartographers.setting_up.options import defaults
from games.deals.daily import find_daily, today
from games.tables.deals import shared
from games.tables.deals.services import play_deal, scored_turns
from games.tables.lobby.services import NewTable
from games.tables.log.state import _chronicles, cache, load
from games.tables.models import Access, Deal, DealEntry, DealKind, Table
from tests.engine.tools import any_placement
from tests.games.cartographers import play
from tests.games.tables.at_once import go_on
from tests.games.tables.clients import HTMX, signed_in, text_of

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
_RANDOM = re.compile(rb"[A-Za-z0-9]{64}|[0-9a-f]{8}-[0-9a-f-]{27}")
"""CSRF tokens, hashes in hex, and ids of commands."""


def start(user: User, **options: Any) -> Table:
    new = NewTable("cartographers", "", {**defaults(), **options}, capacity=1)
    return shared.create_table(host=user, new=new)


def over(table: Table, seed: int) -> Table:
    """Play a game to its end: shapes are drawn at random, and spaces are chosen as the stand-in would."""
    rng = Random(seed)

    def at_random(rules: Any, state: State) -> tuple[Seat, str, Any] | None:
        ask = next((ask for ask in rules.asks(state) if not ask.answered), None)
        if ask is None:
            return None
        view = RULES.view(state, ask.seat)
        drawn = Draw(ask.seat, state.turn, any_placement(rng, view.desk.offer)) if view.desk else None
        return ask.seat, ask.id, drawn or rules.fallback(view, ask)

    go_on(table, at_random)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("key", ["cartographers", "heroes", "both"])
def test_scores_by_turn_end_with_the_result(key: str, people: list[User]) -> None:
    options = DAILY.options(key, NOON.date())
    one, other = (over(start(user, **options), seed) for user, seed in zip(people, (1, 2), strict=False))
    assert one.deal is not None
    assert one.deal == other.deal
    for table in (one, other):
        turns = scored_turns(table)
        assert turns[-1].after == DealEntry.objects.get(table=table).score
        assert [turn.number for turn in turns] == sorted({turn.number for turn in turns})
    assert [turn.title for turn in scored_turns(one)] == [turn.title for turn in scored_turns(other)]


def test_between_turns_only_a_new_season_changes_the_score(people: list[User]) -> None:
    table = over(start(people[0]), 1)
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
    one = over(start(people[0]), 1)
    assert one.deal is not None
    assert start(people[1], sheet="B").deal != one.deal
    assert start(people[2]).deal == one.deal


def test_first_move_of_the_home_page_meets_decks_that_begin_like_it(people: list[User]) -> None:
    ordinary = over(start(people[0]), 1)
    sent = {"option": "1", "terrain": "forest", "held": "r2", "anchor": "K6"}
    for user in people[1:3]:
        signed_in(user).post("/tables/solo/", sent)
        table = Table.objects.filter(host=user).latest("pk")
        assert (table.access, table.deal != ordinary.deal) == (Access.DEAL, True)
        over(table, 3)
    first, second = DealEntry.objects.filter(user__in=people[1:3]).order_by("pk")
    assert first.deal == second.deal


def test_end_of_the_game_leads_to_the_field(people: list[User]) -> None:
    one, other = (over(start(user), seed) for user, seed in zip(people, (1, 2), strict=False))
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
    table = over(start(people[0]), 1)
    picture = f"{play.url(table)}final/1/1-{table.number}/day.svg"
    assert signed_in(people[0]).get(picture).status_code == 200
    start(people[1])
    for viewer in (people[1], None):
        assert signed_in(viewer).get(picture).status_code == 404


# --- Worlds ----------------------------------------------------------------------------------------------------------


def _addresses(table: Table, own: Table | None, deal: Deal) -> Sequence[str]:
    game, turn = f"/tables/{table.code}/", f"/tables/{table.code}/turns/3/"
    return (
        *("/", "/daily/", "/daily/archive/", "/games/", "/games/to-play/", "/tables/", "/sitemap.xml"),
        *("/sitemap-games.xml", "/cartographers/puzzles/", "/cartographers/cards/treetower/"),
        *("/people/ann/", "/people/ann/games/", "/people/ann/picture.png", "/figures/cartographers/edict/treetower/"),
        *(game, turn, f"{turn}?look=1", f"{turn}picture.png", f"{turn}board-1.svg", f"{turn}board-1.png"),
        *(f"{turn}why/now/1/A", f"{turn}notes/", f"{game}why/now/1/A", f"{game}record.json", f"{game}result.txt"),
        *(f"{game}boards.txt", f"{game}picture.png", f"{game}board-1.svg", f"{game}board-1.png"),
        *(f"{game}final/1/1-{table.number}/day.svg", f"{game}review/", f"{game}review/exercises/"),
        *(f"{game}analysis/", f"{game}stars/", f"{game}year", f"{game}since/", f"{game}line?line=stars"),
        *(f"/invitations/{table.invitation}/", f"/invitations/{table.invitation}/picture.png"),
        *(f"/decks/{deal.code}/", f"/deals/{deal.code}/field/"),
        *((f"/tables/{own.code}/", f"/tables/{own.code}/turns/1/", f"/tables/{own.code}/stars/") if own else ()),
        *(("/notices/", "/tables/mine/", "/accounts/data.json") if own else ()),
        *(("/people/ann/insights/", "/people/ann/with/ben/") if own else ()),
    )


def _world(deal: Deal, ann: User, seed: int, viewer: User | None, own: Table | None) -> dict[str, bytes]:
    """Return what a viewer gets from every address in a world in which Ann has played the deal like that."""
    with transaction.atomic():
        table = play_deal(deal=deal, user=ann)
        table = over(table, seed)
        assert DealEntry.objects.get(table=table).score is not None
        Table.objects.filter(pk=table.pk).update(code="DEALDEAL", invitation="invitationtoken")
        table.refresh_from_db()
        client = signed_in(viewer)
        pages = {
            address: b"%d " % (answer := client.get(address)).status_code + _RANDOM.sub(b"", _body(answer))
            for address in _addresses(table, own, deal)
        }
        transaction.set_rollback(True)
    for memory in (cache, _chronicles, _tapes):
        memory.clear()
    return pages


def _body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content if answer.streaming else [answer.content])


def _deal(kind: DealKind, host: User) -> Deal:
    daily = find_daily(today())
    table = start(host)
    deal = daily if kind == DealKind.DAILY else table.deal
    assert deal is not None
    return deal


@pytest.mark.parametrize("kind", [DealKind.DAILY, DealKind.SHARED])
@pytest.mark.parametrize("plays", [True, False])
def test_moves_of_another_on_an_open_deal_change_no_page(kind: DealKind, plays: bool, people: list[User]) -> None:
    """Neither for a visitor nor for a player in the middle of the same deck."""
    with time_machine.travel(NOON, tick=False):
        deal, viewer, own = _deal(kind, people[2]), people[1], None
        if plays:
            own = play_deal(deal=deal, user=viewer)
            play.play_until(own, Random(7), lambda state: state.turn > 4)
        one, other = (_world(deal, people[0], seed, viewer if plays else None, own) for seed in (1, 2))
        assert [address for address in one.keys() & other.keys() if one[address] != other[address]] == []
        assert one["/tables/DEALDEAL/"].startswith(b"303")
        assert one["/tables/DEALDEAL/record.json"].startswith(b"404")


def test_comparison_finds_the_moves_once_the_viewer_has_finished(people: list[User]) -> None:
    with time_machine.travel(NOON, tick=False):
        deal, viewer = _deal(DealKind.SHARED, people[2]), people[1]
        own = over(play_deal(deal=deal, user=viewer), 7)
        one, other = (_world(deal, people[0], seed, viewer, own) for seed in (1, 2))
    differing = {address for address in one.keys() & other.keys() if one[address] != other[address]}
    assert {"/tables/DEALDEAL/", "/tables/DEALDEAL/record.json", f"/decks/{deal.code}/"} <= differing
