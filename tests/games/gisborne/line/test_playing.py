"""Lines that play, through HTTP, and what nobody may learn from a line."""

import random
import string
from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.translation import override

from engine.contract import Seat
from engine.gisborne.cards import Cards, cards_text, parse_cards
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay
from engine.gisborne.game import RULES
from games.accounts.models import User
from games.gisborne.line.vocabulary import vocabulary
from games.gisborne.words.names import card_list
from games.play.game import CommandReply, PlacementReply, PlayReply, Reading
from games.play.line import UnreadableCommand
from games.tables.models import Status, Table
from tests.engine.gisborne_games import random_answer, random_game
from tests.engine.gisborne_positions import Table as Position
from tests.engine.gisborne_worlds import other_state
from tests.games.gisborne import play
from tests.games.gisborne.line.lines import TELLING, read, seated_at, told, type_line
from tests.games.play.typed_lines import field, get_line, problem, sentences_of
from tests.games.tables.clients import people_named, signed_in, text_of
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db

FOR_A_SEAT = ("reach", "reach g4", "reach 5", "try b1", "try tent", "clear", "hand all", "chest 2")


@pytest.fixture
def people() -> list[User]:
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def table(people: list[User]) -> Table:
    return play.gather(*people)


@pytest.fixture
def clients(people: list[User]) -> list[Client]:
    return [signed_in(person) for person in people]


def spelled(cards: Cards, chance: Random) -> str:
    """Return cards in one of the ways to type them."""
    return chance.choice([cards_text(cards), " ".join(cards), card_list(cards), ", ".join(reversed(cards)).upper()])


def line_of(command: Command, chance: Random) -> str:
    """Return a line that gives a command."""
    match command:
        case Lay(cards=cards, tent=tent):
            return f"{chance.choice(['', 'lay ', 'confirm '])}{'tent ' if tent else ''}{spelled(cards, chance)}"
        case Discard(cards=cards):
            return f"{chance.choice(['', 'discard '])}{spelled(cards, chance)}"
        case Give(value=value):
            return f"give {value}"
        case Keep(chest=chest):
            return f"chest {chest}"
        case _:
            raise AssertionError(command)


def hand_of(table: Table, seat: int) -> Cards:
    return play.state_of(table).hands[seat]


# --- Whole games -----------------------------------------------------------------------------------------------------


def test_whole_game_is_played_by_lines(table: Table, clients: Sequence[Client]) -> None:
    chance = Random(5)
    spectator = signed_in(None)
    while ask := play.open_ask(table):
        state = play.state_of(table)
        line = line_of(random_answer(RULES.view(state, ask.seat), ask, chance), chance)
        answer = type_line(clients[ask.seat], table, line)
        assert answer.status_code == 200, (ask.id, line, problem(answer))
        assert sentences_of(answer), line
        if chance.random() < 0.1:
            for client in (*clients, spectator):
                asked = chance.choice(TELLING)
                assert get_line(client, table, asked).status_code == 200, asked
    assert present(table).status == Status.FINISHED
    assert sorted(seat.rank or 0 for seat in table.seats.all()) == [1, 2, 3]
    assert sentences_of(get_line(clients[0], table, "now"))[0] == "The game is over."
    assert problem(type_line(clients[0], table, "b1")) == "No game is in progress at this table."


# --- Single lines ----------------------------------------------------------------------------------------------------


def test_play_is_laid_and_taken_back(table: Table, clients: Sequence[Client]) -> None:
    card = hand_of(table, 0)[0]
    answer = type_line(clients[0], table, card)
    assert sentences_of(answer) == [
        f"You laid {card_list([card])}.",
        "You’ve laid your cards. Waiting for Ben and Cas.",
    ]
    assert play.state_of(table).round.plays[0]
    assert problem(type_line(clients[0], table, card)) == "You’ve already laid cards this round. Undo your play first."
    assert sentences_of(type_line(clients[0], table, "undo"))[0] == "You undid your play."
    assert play.state_of(table).round.plays[0] is None
    assert problem(type_line(clients[0], table, "back")) == "There’s nothing to undo. Check what to do now."


def test_last_play_of_a_round_is_answered_with_what_followed(table: Table, clients: Sequence[Client]) -> None:
    for client in clients[:2]:
        type_line(client, table, "tent")
    said = sentences_of(type_line(clients[2], table, "tent"))
    assert said[0] == "You laid the tent."
    assert said[1].startswith("Lay up to 5 cards")
    assert sum("laid the tent and stayed on the bar" in sentence for sentence in said) == 3


def test_refused_play_lies_there_to_be_changed(table: Table, clients: Sequence[Client]) -> None:
    # The deck is random, and a hand may be all of one metal.
    seat = next(seat for seat in range(3) if len({face.metal for face in hand_of(table, seat)}) > 1)
    hand = hand_of(table, seat)
    answer = type_line(clients[seat], table, " ".join(hand), script=False)
    assert answer.status_code == 422
    assert problem(answer).startswith("Without the tent, all cards of a play must be of one metal")
    assert [field(answer, face) for face in set(hand)] == [str(hand.count(face)) for face in set(hand)]


def test_tried_cards_are_laid_by_confirm_without_a_script(table: Table, clients: Sequence[Client]) -> None:
    card = hand_of(table, 0)[0]
    answer = type_line(clients[0], table, f"try tent {card}", script=False)
    assert sentences_of(answer)[0] == f"Selected: the tent with {card_list([card])}."
    assert play.state_of(table).round.plays[0] is None
    fields = {f"hand-{name}": field(answer, name) for name in (card, "tent")}
    assert type_line(clients[0], table, "confirm", script=False, **fields).status_code == 303
    laid = play.state_of(table).round.plays[0]
    assert laid
    assert (laid.cards, laid.tent) == ((card,), True)


def test_page_that_a_script_can_use_has_no_selection_beside_its_form(table: Table, clients: Sequence[Client]) -> None:
    page = text_of(clients[0].get(f"/tables/{table.code}/?tent=on"))
    assert 'name="tent" checked' in page
    assert 'name="hand-tent"' not in page


def test_script_sends_the_selected_cards(table: Table, clients: Sequence[Client]) -> None:
    card = hand_of(table, 0)[0]
    fields: dict[str, Any] = {card: "1"}
    assert sentences_of(type_line(clients[0], table, "reach", **fields))[0] == f"If you lay {card_list([card])}:"
    answer = type_line(clients[0], table, f"try {card}")
    assert f'name="{card}" value="1" checked' in text_of(answer)
    assert sentences_of(type_line(clients[0], table, "ok", **fields))[0] == f"You laid {card_list([card])}."


def test_the_same_line_sent_twice_plays_once(table: Table, clients: Sequence[Client]) -> None:
    card, command_id = hand_of(table, 0)[0], str(uuid4())
    for _ in range(2):
        assert type_line(clients[0], table, card, command_id=command_id).status_code == 200
    assert len(hand_of(table, 0)) == 4


def test_line_of_another_round_is_refused(table: Table, clients: Sequence[Client]) -> None:
    for client in clients:
        type_line(client, table, "tent")
    answer = type_line(clients[0], table, "tent", turn=1)
    assert answer.status_code == 409
    assert problem(answer) == "That round is over. Play in the current one."


def test_spectators_and_links_cannot_play(table: Table, clients: Sequence[Client]) -> None:
    dee = signed_in(people_named("Dee")[0])
    assert problem(type_line(dee, table, "tent")).startswith("You’re a spectator")
    assert type_line(Client(), table, "tent", script=False).status_code in {302, 303}
    assert get_line(clients[0], table, "tent").status_code == 422
    assert play.state_of(table).round.plays == (None, None, None)


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("confirm", "No cards are selected. Type them, for example “2s3 s2”."),
        ("give 2", "This doesn’t match what you’re asked now. Check what to do and try again."),
        ("discard b1", "This doesn’t match what you’re asked now. Check what to do and try again."),
        ("discard", "This doesn’t match what you’re asked now. Check what to do and try again."),
        ("lay 9s3", "That’s too many cards. The tent counts too. Choose fewer."),
    ],
)
def test_lines_that_are_not_asked_for_are_refused(
    table: Table, clients: Sequence[Client], line: str, refused: str
) -> None:
    answer = type_line(clients[0], table, line)
    assert answer.status_code == 422
    assert problem(answer).startswith(refused)


def plays(reading: Reading) -> Command:
    """Return the command of a line with which Ann plays in round 1."""
    assert isinstance(reading, PlayReply)
    command: Command = reading.play(1).intent.build(Seat(0))
    return command


def fails(reading: Reading) -> str:
    """Return why a line that plays is incomplete."""
    assert isinstance(reading, PlayReply)
    with pytest.raises(UnreadableCommand) as raised:
        reading.play(1)
    return str(raised.value)


def test_cards_at_a_river_are_discarded(table: Table) -> None:
    position = Position((28, 30, 9), ("3b1 2s2 b2 b1", "b1", "b1"))
    position.lay(A="2s2", B="tent", C="tent")
    ann, command = seated_at(table, position.state, 0), Discard(Seat(0), "1.river1.0", parse_cards("2b1"))
    for line in ("b1 b1", "discard 2b1", "bronze 1 1"):
        assert plays(read(ann, line)) == command
    for line in ("discard", "confirm"):
        assert plays(read(ann, line, {"hand-b1": "2"})) == command
        assert fails(read(ann, line)) == "Choose cards, for example “discard b1 b1”."


def test_wolves_get_the_typed_chip(table: Table) -> None:
    position = Position((22, 28, 9), ("b1 b2", "b1", "b1"), chests=((1, 3), (), ()))
    position.lay(A="b1 b2", B="tent", C="tent")
    ann = seated_at(table, position.state, 0)
    assert plays(read(ann, "give the chip of 3")) == Give(Seat(0), "1.wolves1.0", 3)
    assert fails(read(ann, "confirm")) == "Enter the value of a chip, for example “give 2”."


@pytest.mark.parametrize(("line", "chest"), [("chest 2", 2), ("chest all", 3), ("hand all", 0), ("hand 1", 2)])
def test_dealt_cards_go_where_the_line_says(table: Table, line: str, chest: int) -> None:
    position = Position((4, 3, 1), ("b1", "b2", "b1 b1"), chips={5: 1})
    position.lay(A="b1", B="tent", C="b1")
    ann = seated_at(table, position.state, 0)
    assert plays(read(ann, line)) == Keep(Seat(0), "1.keep1.0", chest)
    assert fails(read(ann, "confirm")) == "Enter the number of cards for your chest, for example “chest 2”."
    last = seated_at(table, position.state, 2)
    assert isinstance(read(last, line), CommandReply), "the last rank is asked nothing"


# --- Secrets and random text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 3])
def test_no_line_tells_what_its_reader_may_not_know(table: Table, number: int) -> None:
    chance = Random(number)
    states = [state for _, state in random_game(number)]
    assert states[0].seats == 3
    for state in chance.sample(states, 25):
        for seat in (None, 0, 1, 2):
            other = other_state(state, None if seat is None else Seat(seat), chance)
            lines = chance.sample(TELLING, 12) + list(FOR_A_SEAT)
            here, there = seated_at(table, state, seat), seated_at(table, other, seat)
            assert [told(here, line) for line in lines] == [told(there, line) for line in lines]


def outcome(table: Table, line: str, seat: int | None, position: Position) -> Reading | str:
    """Return the result of a line for a visitor, or why it can't be read."""
    try:
        reading = read(seated_at(table, position.state, seat), line)
        if isinstance(reading, PlayReply):
            reading.play(1)
    except UnreadableCommand as unread:
        return str(unread)
    return reading


@pytest.mark.parametrize("language", ["en", "fr"])
def test_random_text_is_answered_or_explained(table: Table, language: str) -> None:
    chance = random.Random(11)
    position = Position((24, 27, 19), ("b1 2b2 s2 2s3", "5b1", "g4 2s2"), chips={26: 1})
    with override(language):
        words = [*vocabulary().verbs, *vocabulary().metals, *vocabulary().fillers, "b1", "2s3", "tent", "ann", "all"]
        for _ in range(250):
            line = " ".join(chance.choices([*words, *map(str, range(30)), *string.printable, "²", "٣"], k=3))
            result = outcome(table, line, chance.choice([None, 0, 1, 2]), position)
            assert result
            if isinstance(result, CommandReply | PlacementReply):
                assert all(result.words), line
