"""Cartographers games forked from a turn: by anyone, with the same deck, and compared side by side."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client

from engine.cartographers.commands import Choose, Command, Draw
from engine.cartographers.events import CardRevealed, Chosen, Drawn, MonsterWalkedIn, SeasonBegan, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.geometry import first
from engine.cartographers.stand_in import first_legal
from engine.cartographers.state import State
from engine.contract import Ask
from games.accounts.models import User
from games.cartographers.words.names import KEY
from games.history.json_lines import dump_game, read_past_game
from games.history.models import Summary
from games.history.replay_checks import find_fault
from games.tables.forks.forks import fork, may_fork
from games.tables.lobby.cards import card_of, own_cards
from games.tables.log.state import log
from games.tables.log.storage import placeholder_user, store_past
from games.tables.log.submit import Intent, submit
from games.tables.models import Access, Origin, Seat, Status, Table, TableEvent
from games.tables.people.personal_data import erase
from tests.games.cartographers.play import draw, state_of, url
from tests.games.tables.clients import text_of
from tests.games.tables.present import present

GOLDEN = Path(__file__).resolve().parents[4] / "tests/golden"
NAMES = ("Eva", "Finn", "Gus", "Hana", "Ines", "Jan")
Answer = Callable[[State, Ask], Command]


def stored(name: str, access: Access = Access.OPEN) -> Table:
    """A golden game, stored as if it had been played on this site."""
    record = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
    table = store_past(read_past_game(json.dumps({**record, "table": {"name": "Old game", "access": access}})))
    for seat in Seat.objects.filter(table=table):
        Seat.objects.filter(pk=seat.pk).update(name=NAMES[seat.index])
    return present(table)


def forked(old: Table, user: User, turn: int, seat: int = 0) -> Table:
    return present(fork(table=old.code, user=user, turn=turn, seat=seat, name="Anew"))


def play_on(table: Table, user: User, answer: Answer) -> Table:
    """Play to the end; only the forking player is ever asked."""
    while asks := [ask for ask in RULES.asks(state_of(table)) if not ask.answered]:
        (ask,) = asks
        command = answer(state_of(table), ask)
        intent = Intent(KEY, lambda _, ask=ask: ask.id, lambda _, command=command: command)  # type: ignore[misc]
        submit(table=table.code, user=user, command_id=uuid4(), intent=intent)
    return present(table)


def otherwise(state: State, ask: Ask) -> Command:
    """The first legal answer."""
    return first_legal(RULES.view(state, ask.seat), ask)


def as_in(old: Table) -> Answer:
    """Function that repeats the same seat's answers of another game."""
    events = [entry.event for entry in log(old, up_to=old.number)]

    def answer(state: State, ask: Ask) -> Command:
        mine = [each for each in events if isinstance(each, Drawn | Chosen) and each.seat == ask.seat]
        event = [each for each in mine if each.turn == ask.turn][-1]
        if isinstance(event, Chosen):
            return Choose(ask.seat, ask.turn, first(event.destroyed))
        return Draw(ask.seat, ask.turn, event.placement)

    return answer


def cards(table: Table) -> list[str | tuple[str, ...]]:
    """The decks of a game and the cards revealed, in order."""
    events = [entry.event for entry in log(table, up_to=table.number)]
    return [event.card if isinstance(event, CardRevealed) else event.deck for event in events if _is_chance(event)]


def _is_chance(event: object) -> bool:
    return isinstance(event, CardRevealed | SeasonBegan)


def scores(table: Table) -> list[int | None]:
    return [seat.score for seat in Seat.objects.at(table)]


@pytest.mark.parametrize(("name", "seat", "turn"), [("solo_master", 0, 1), ("both_four", 2, 9), ("heroes_three", 0, 1)])
def test_who_does_the_same_comes_to_the_same_end(people: list[User], name: str, seat: int, turn: int) -> None:
    old = stored(name)
    anew = play_on(forked(old, people[0], turn, seat), people[0], as_in(old))
    assert (anew.status, scores(anew)) == (Status.FINISHED, scores(old))
    assert state_of(anew).boards == state_of(old).boards
    assert not TableEvent.objects.filter(table=anew, stand_in=True).exists()
    assert find_fault(anew) == ""


@pytest.mark.parametrize(("name", "seat"), [("both_four", 1), ("four_cramped", 0)])
def test_who_does_otherwise_has_the_same_deck(people: list[User], name: str, seat: int) -> None:
    """Other seats can't always repeat their moves on changed maps; the stand-in then answers."""
    old = stored(name)
    anew = play_on(forked(old, people[0], 2, seat), people[0], otherwise)
    assert cards(anew) == cards(old)
    assert scores(anew) != scores(old)
    assert TableEvent.objects.filter(table=anew, stand_in=True).exists()
    assert find_fault(anew) == ""
    assert not Summary.objects.filter(table=anew).exists()


def after_a_season(table: Table) -> int:
    """The first turn of the second season."""
    entries = log(table, up_to=table.number)
    return next(entry.turn for entry in entries if isinstance(entry.event, SeasonScored)) + 1


def test_a_season_is_begun_with_its_first_card(people: list[User]) -> None:
    old = stored("both_four")
    turn = after_a_season(old)
    anew = forked(old, people[0], turn)
    state = state_of(anew)
    assert (anew.turn, state.season, len(state.scores)) == (turn, 1, 1)
    assert [ask.answered for ask in RULES.asks(state)] == [False, True, True, True]


def test_the_last_turn_can_be_tried(people: list[User]) -> None:
    old = stored("both_four")
    last = max(turn for turn in range(1, old.turn + 1) if may_fork(old, turn, 3))
    anew = forked(old, people[0], last, 3)
    assert anew.fork_turn is not None
    assert last <= anew.fork_turn <= old.turn
    assert play_on(anew, people[0], otherwise).status == Status.FINISHED


def test_alone_what_draws_itself_leads_to_the_next_turn(people: list[User]) -> None:
    """Nobody chooses where a monster walks in."""
    old = stored("solo_master")
    walked = next(entry.turn for entry in log(old, up_to=old.number) if isinstance(entry.event, MonsterWalkedIn))
    anew = forked(old, people[0], walked)
    assert (anew.fork_turn, anew.turn) == (walked + 1, walked + 1)


# --- By the pages -----------------------------------------------------------------------------------------------------


def try_button(client: Client, old: Table, turn: int, query: str = "") -> str:
    page = text_of(client.get(f"{url(old)}turns/{turn}/{query}"))
    match = re.search(r'<form id="fork".*?<button class="button">(.*?)</button>', page, re.S)
    return match[1] if match else ""


def test_the_page_of_a_turn_offers_the_place_of_who_is_looked_at(people: list[User], ann: Client) -> None:
    old = stored("both_four")
    assert try_button(ann, old, 3, "?look=2") == "Play from here as Finn"
    assert try_button(ann, stored("solo_master"), 3) == "Play from here"


def test_a_game_under_way_is_not_played_on(table: Table, people: list[User], ann: Client, ben: Client) -> None:
    for seat, client in enumerate((ann, ben)):
        draw(client, table, seat)
    assert try_button(ann, table, 1) == ""


def test_nobody_becomes_a_guest_where_nothing_is_left_to_choose(people: list[User]) -> None:
    """Nothing is drawn after the last card of this game."""
    old = stored("heroes_solo")
    sent = {"seat": "0", "guest": "1", "command_id": str(uuid4())}
    answer = Client().post(f"{url(old)}turns/{old.turn}/fork/", sent)
    assert answer.status_code == 422
    assert "This seat has no choices left after this point. Pick an earlier one." in text_of(answer)
    assert not User.objects.guests().exists()


def test_who_plays_alone_is_not_told_what_has_changed(people: list[User], ann: Client) -> None:
    anew = forked(stored("both_four"), people[0], 5, 1)
    Seat.objects.filter(table=anew, index=1).update(seen=8)
    assert 'id="since"' not in text_of(ann.get(url(anew)))
    assert ann.get(f"{url(anew)}since/", {"turn": "2"}).status_code == 404


def test_others_with_its_deck_are_not_asked_for(ended: Table, ann: Client) -> None:
    """Only games played normally on this site count: a fork would only find itself."""
    old = ended.fork_of
    assert old is not None
    assert "All games with this deck" in text_of(ann.get(f"{url(old)}turns/3/"))
    page = text_of(ann.get(f"{url(ended)}turns/3/?heat=deck"))
    assert "All games with this deck" not in page
    assert "4 maps, 1 game." in page


@pytest.fixture
def ended(people: list[User]) -> Table:
    """A game of four that Ann has continued from turn 20 in Finn's place, to its end."""
    return play_on(forked(stored("both_four"), people[0], 20, 1), people[0], otherwise)


def test_both_ends_stand_side_by_side(ended: Table, ann: Client) -> None:
    old = ended.fork_of
    assert old is not None
    page = text_of(ann.get(url(ended)))
    then, now = scores(old), scores(ended)
    assert re.search(rf'id="ending-title"[^>]*>Ann: {now[1]} stars</h2>', page), "nobody has won: others did as then"
    assert f"Original game: Finn · <strong>{then[1]} stars</strong>" in page
    assert f"New game: Ann · <strong>{now[1]} stars</strong>" in page
    assert f'href="{url(old)}?look=2"' in page
    assert f'href="{url(old)}turns/20/?look=2"' in page
    rows = differences(page)
    assert [name for name, *_ in rows][-5:] == ["Monsters", "Total", "Eva", "Gus", "Hana"]
    parts, total = rows[:-4], rows[-4]
    assert total[1:] == (then[1], now[1], (now[1] or 0) - (then[1] or 0))
    assert [sum(row[column] for row in parts) for column in (1, 2, 3)] == list(total[1:])
    assert [row[1:3] for row in rows[-3:]] == [(then[seat], now[seat]) for seat in (0, 2, 3)]


def test_nobody_is_ranked_wherever_the_end_is_told(ended: Table, ann: Client) -> None:
    """Ann, the player, is listed first, then the others in seat order, although the first has more stars."""
    reached = [(name, scores(ended)[seat]) for name, seat in (("Ann", 1), ("Eva", 0), ("Gus", 2), ("Hana", 3))]
    page = text_of(ann.get(url(ended)))
    places = page[page.index('<ol class="places') :].split("</ol>")[0]
    assert re.findall(r'"place-name">(?:<svg.*?</svg>)?(\w+)', places) == [name for name, _ in reached]
    assert "place-rank" not in places
    assert 'aria-label="highest"' not in page
    assert f"The game is over. You: {reached[0][1]} stars." in page
    assert " won." not in page
    lines = ann.get(f"{url(ended)}result.txt").content.decode().splitlines()
    assert lines[2:-1] == [f"{name}: {stars} stars" for name, stars in reached]
    typed = text_of(ann.post(f"{url(ended)}line", {"line": "standings"}))
    sentences = [f"You: {reached[0][1]} stars.", *(f"{name}: {stars} stars." for name, stars in reached[1:])]
    assert [typed.index(sentence) for sentence in sentences] == sorted(typed.index(sentence) for sentence in sentences)
    assert "Rank 1" not in typed
    assert " won." not in typed


def test_the_card_of_an_end_that_was_not_seen_ranks_nobody(ended: Table, people: list[User]) -> None:
    Seat.objects.filter(table=ended, user=people[0]).update(seen=1)
    table = Table.objects.with_seats().get(pk=ended.pk)
    (card,) = own_cards([table], people[0])
    assert (card.result, card.news) == (f"{scores(ended)[1]} stars", "The game is over.")


def test_nobody_leads_at_the_end_of_a_season(people: list[User], ann: Client) -> None:
    old = stored("both_four")
    anew = forked(old, people[0], after_a_season(old))
    page = text_of(ann.get(url(anew)))
    assert 'id="season-over"' in page
    assert " leads with " not in page
    assert " lead with " not in page
    assert " in the lead with " not in page
    assert " tied for the lead with " not in page
    assert 'aria-label="highest"' not in page


def differences(page: str) -> list[tuple[str, int, int, int]]:
    table = page[page.index('id="fork-comparison"') :].split("</table>")[0]
    found = re.findall(r'<th scope="row">(.*?)</th>' + r'\s*<td class="number">(.*?)</td>' * 3, table, re.S)
    return [(name, *(int(figure.replace("−", "-")) for figure in figures)) for name, *figures in found]  # type: ignore[misc]


def test_the_other_end_is_for_who_may_see_it(people: list[User], ann: Client) -> None:
    anew = play_on(forked(stored("both_four", Access.INVITATION), people[0], 25, 1), people[0], otherwise)
    page = text_of(ann.get(url(anew)))
    assert "Original game: Finn" not in page
    assert "Continued from turn 25 of another game." in page
    assert "Try again from" not in page


def test_the_end_is_shown_when_the_game_it_came_from_is_gone(people: list[User], ann: Client) -> None:
    old = stored("solo_master")
    Table.objects.filter(pk=old.pk).update(host=people[3])
    Seat.objects.filter(table=old).update(user=people[3])
    anew = forked(old, people[0], 20)
    erase(user=people[3])
    assert not Table.objects.filter(pk=old.pk).exists()
    anew = play_on(present(anew), people[0], otherwise)
    page = text_of(ann.get(url(anew)))
    assert "Continued from turn 20 of another game." in page
    assert "Compare endings" not in page


def test_a_fork_that_is_taken_elsewhere_stays_one(ended: Table) -> None:
    line = dump_game(ended)
    assert read_past_game(line).stored() == ended
    taken = store_past(read_past_game(line))
    assert (taken.origin, taken.fork_turn, taken.fork_of) == (Origin.FORK, 20, None)
    assert not Summary.objects.filter(table=taken).exists()


@pytest.mark.parametrize("deleted", [True, False])
def test_whose_person_has_no_account_is_still_told_by_their_seat(ended: Table, ann: Client, deleted: bool) -> None:
    """Older records name no seat, but only the player's name is set in them."""
    document = json.loads(dump_game(ended).replace('"ann"', '"stranger"'))
    assert document["table"].pop("fork_seat") == 1
    if deleted:
        document["table"] |= {"fork_seat": 1, "host": "", "people": [""] * 4}
    taken = store_past(read_past_game(json.dumps(document)))
    assert taken.host == Seat.objects.at(taken)[1].user == placeholder_user(1)
    assert json.loads(dump_game(taken))["table"]["fork_seat"] == 1
    card = card_of(Table.objects.with_seats().get(pk=taken.pk), viewer=ended.host)
    assert card.result == f"{scores(ended)[1]} stars" != f"{scores(ended)[0]} stars"
