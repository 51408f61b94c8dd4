"""Drawings of everyone with the same deck: the games that count, and the details shown."""

import re
from collections.abc import Iterable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.cartographers.terrain import FILLING
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.log.past_states import TurnHistory, turn_history
from games.cartographers.past import heat
from games.cartographers.past.turn_navigation import terrains_drawn
from games.cartographers.words.names import terrain_name
from games.play.game import played_game
from games.tables.lobby import rematches
from games.tables.log.state import log
from games.tables.models import Access, Origin, Table
from tests.games.cartographers import monsters, play
from tests.games.cartographers.looking import text
from tests.games.tables.clients import been_here, signed_in

ALL, HERE = "?heat=deck", "?heat=table"


@pytest.fixture
def first(people: list[User]) -> Table:
    """A finished game of two."""
    return ended(play.gather(*people[:2]), people[:2])


def ended(table: Table, people: list[User]) -> Table:
    monsters.play_on(table, people)
    return Table.objects.get(pk=table.pk)


def once_more(table: Table, *people: User) -> Table:
    """Let each user play the same deck solo; return the last game."""
    for user in people:
        game = ended(rematches.play_deck(table=table.code, user=user, name=f"{user}’s"), [user])
    return game


def section(client: Client, table: Table, query: str = ALL, turn: int = 1) -> str:
    page = text(client, f"{play.url(table)}turns/{turn}/{query}")
    return page.partition('<section id="heat"')[2].partition("</section>")[0]


def maps(html: str) -> str:
    match = re.search(r"<p>(\d+ maps?, \d+ games?)\.</p>", html)
    return match[1] if match else ""


def links(html: str) -> set[str]:
    return set(re.findall(r'<li><a href="([^"]+)">', html))


def test_all_that_played_the_deck_are_laid_over_one_another(ann: Client, first: Table, people: list[User]) -> None:
    other = once_more(first, people[2], people[3])
    shown = section(ann, first)
    assert maps(shown) == "4 maps, 3 games"
    counts = [int(count) for count in re.findall(r'class="count"[^>]*>(\d)<', shown)]
    masks = [mask for table in Table.objects.all() for mask in turn_history(table.code, events(table)).turn(1).changed]
    assert sum(counts) == sum(mask.bit_count() for mask in masks)
    assert f"{play.url(other)}turns/1/?look=1" in links(shown)
    assert maps(section(ann, first, HERE)) == "2 maps, 1 game"


def events(table: Table) -> Any:
    return log(table, up_to=play.events(table))


def test_it_tells_the_card_the_edicts_and_each_terrain(ann: Client, first: Table, people: list[User]) -> None:
    """Compare every turn with the log, which names each terrain drawn."""
    once_more(first, people[2])
    state, checked = play.state_of(first), 0
    tape = turn_history(first.code, log(first, up_to=play.events(first)))
    for turn in tape.turns:
        html = section(ann, first, turn=turn.number)
        season = state.definition.seasons[turn.season]
        edicts = " and ".join(f"{letter} ({state.edicts['ABCD'.index(letter)].name})" for letter in season.edicts)
        assert unescape(html).count(f"{state.card(turn.card).name} · Edicts: {edicts}</p>") == ("<svg" in html)
        for seat, name in enumerate(("Ann", "Ben")):
            board, changed = turn.after.boards[seat], turn.changed[seat]
            terrains = [feature for feature in FILLING if board.layers[feature] & changed]
            if len(terrains) == 1:
                assert f"{name} ({terrain_name(terrains[0])})</li>" in html, turn.number
                checked += 1
    assert checked > 20


def test_a_collection_tells_the_card_the_edicts_and_the_terrain_and_names_rows_and_columns(first: Table) -> None:
    events = log(first, up_to=play.events(first))
    turn, game = turn_history(first.code, events).turns[0], played_game(first.game)
    seen = game.glimpse(first, events, turn.number, Seat(1))
    assert seen
    state = turn.after
    card, (one, two) = state.card(turn.card).name, (edict.name for edict in state.edicts[:2])
    terrain = terrains_drawn(state.boards[1], turn.changed[1])
    assert terrain
    assert seen.words == f"Spring, {card} · {terrain} · Edicts: A ({one}) and B ({two})"
    assert re.findall(r"<text[^>]*>(\w+)</text>", seen.picture) == [*map(str, range(1, 12)), *"ABCDEFGHIJK"]


def test_who_played_alone_sees_the_others_too(first: Table, people: list[User]) -> None:
    alone = once_more(first, people[2])
    shown = section(signed_in(people[2]), alone)
    assert maps(shown) == "3 maps, 2 games"
    assert links(shown) == {f"{play.url(first)}turns/1/?look={seat}" for seat in (1, 2)}


def test_it_is_said_where_nobody_else_has_played_it(people: list[User]) -> None:
    alone = ended(play.gather(people[0]), people[:1])
    assert "No other drawings of this card on this turn yet." in section(signed_in(people[0]), alone)


@pytest.mark.parametrize("kind", ["hidden", "running", "brought"])
def test_other_games_are_neither_counted_nor_named(kind: str, ann: Client, first: Table, people: list[User]) -> None:
    if kind == "running":
        other = rematches.play_deck(table=first.code, user=people[2], name="Cas’s")
        monsters.play_on(other, people[2:3], lambda state: state.turn == 3)
    else:
        other = once_more(first, people[2])
    changes = {"hidden": {"access": Access.INVITATION}, "brought": {"origin": Origin.UPLOADED}, "running": {}}
    Table.objects.filter(pk=other.pk).update(**changes[kind])
    shown = section(ann, first)
    assert maps(shown) == "2 maps, 1 game"
    assert other.code not in shown
    assert "Cas" not in shown


def test_who_may_see_a_hidden_game_sees_it_there(first: Table, people: list[User]) -> None:
    other = once_more(first, people[2])
    Table.objects.filter(pk=other.pk).update(access=Access.INVITATION)
    assert maps(section(signed_in(people[2]), first)) == "3 maps, 2 games"


def with_cards(tape: TurnHistory, card: str) -> TurnHistory:
    return replace(tape, turns=tuple(replace(turn, card=card) for turn in tape.turns))


def test_only_the_same_card_at_the_same_turn_counts(
    ann: Client, first: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    once_more(first, people[2])
    found = heat.turn_histories

    def of_other_cards(tables: Iterable[Table]) -> dict[Table, TurnHistory]:
        return {table: with_cards(tape, "another") for table, tape in found(tables).items()}

    monkeypatch.setattr(heat, "turn_histories", of_other_cards)
    assert maps(section(ann, first)) == "2 maps, 1 game"


def test_while_a_game_goes_on_it_tells_of_its_own_table_alone(people: list[User], first: Table) -> None:
    other = once_more(first, people[3])
    rematches.rematch(table=first.code, user=people[0], same_deck=True)
    running = rematches.rematch(table=first.code, user=people[1], same_deck=True)
    monsters.play_on(running, people[:2], lambda state: state.turn == 3)
    shown = section(signed_in(people[0]), running)
    assert maps(shown) == "2 maps, 1 game"
    assert "heat=deck" not in shown
    assert other.code not in shown


def test_more_games_cost_no_more_statements(first: Table, people: list[User]) -> None:
    ann, counted = been_here(people[0]), []
    section(ann, first)  # what is remembered of a game is read once
    for user in (people[2], people[3]):
        once_more(first, user)
        with CaptureQueriesContext(connection) as captured:
            section(ann, first)
        counted.append(len(captured))
    assert counted[0] == counted[1]


def test_only_the_latest_games_are_looked_at(
    ann: Client, first: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    once_more(first, *people[1:])
    monkeypatch.setattr(heat, "MOST_GAMES", 2)
    assert maps(section(ann, first)) == "4 maps, 3 games"


def test_of_many_only_some_are_named(ann: Client, first: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heat, "MOST_NAMED", 1)
    assert "<li>and 1 more</li>" in section(ann, first, HERE)
