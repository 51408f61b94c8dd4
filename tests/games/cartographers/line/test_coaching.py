"""The coach on the command line: hints in practice games, reviews of finished ones, and refusals elsewhere."""

import pytest
from django.test import Client

from games.accounts.models import User
from games.play.coaching import POOR
from games.tables.models import Table
from tests.games.cartographers.coach.test_coach_on_turns import review_it, review_of
from tests.games.cartographers.play import TWO_SHAPES, draw, gather, state_of, type_line
from tests.games.history.playing import played
from tests.games.play.typed_lines import get_line, problem, sentences_of
from tests.games.tables.clients import seeded, signed_in
from tests.games.tables.present import present


@pytest.fixture
def practice(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A solo practice game of Ann."""
    seeded(monkeypatch, TWO_SHAPES)
    return gather(people[0], practice=True)


@pytest.mark.parametrize(("line", "count"), [("hint", 3), ("hints", 3), ("best", 1)])
def test_hints_are_told_in_practice(line: str, count: int, ann: Client, practice: Table) -> None:
    answer = get_line(ann, practice, line)
    assert answer.status_code == 422
    assert problem(answer).startswith("This command marks the game as played with hints.")
    assert not present(practice).hints
    note, *hints = sentences_of(type_line(ann, practice, line))
    assert note.startswith("The stars estimate your final total.")
    assert len(hints) == count
    for hint in hints:
        command = hint.partition("type “")[2].partition("”")[0]
        assert get_line(ann, practice, command).status_code == 200
    assert present(practice).hints
    assert sentences_of(get_line(ann, practice, line)) == [note, *hints]
    assert state_of(practice).turn == 1


def test_hints_are_refused_elsewhere(people: list[User], ann: Client, practice: Table) -> None:
    table = gather(*people[:2])
    for line in ("hint", "best"):
        answer = type_line(ann, table, line)
        assert (answer.status_code, problem(answer)) == (422, "Hints are only available in practice games.")
        answer = get_line(signed_in(people[1]), practice, line)
        assert problem(answer) == "Only the player of a practice game can see hints."
    draw(ann, practice, 0)
    assert problem(get_line(ann, practice, "hint")) == "You have nothing to place right now, so there are no hints."
    assert not Table.objects.filter(hints=True).exists()


def test_review_is_told_in_a_finished_game(people: list[User], ann: Client) -> None:
    table = played(*people[:2])
    assert problem(get_line(ann, table, "review")).startswith("The coach hasn’t reviewed this game yet.")
    review_it(table)
    summary = sentences_of(get_line(ann, table, "review"))
    assert summary[0].startswith("Accuracy:")
    assert any(sentence.startswith("Luck:") for sentence in summary)
    assert sentences_of(get_line(ann, table, "review of ben"))[0] == "Ben’s game:"
    worst = review_of(table).deciding_answer
    assert worst
    assert worst.mark in POOR
    told = sentences_of(get_line(ann, table, f"review {worst.turn}"))
    assert told[0].startswith(f"Turn {worst.turn}, ")
    assert any(sentence.startswith("Best move: ") for sentence in told)
    assert sentences_of(get_line(Client(), table, f"review {worst.turn} ben"))[0] == "Ben’s game:"
    assert problem(get_line(ann, table, "review 99")).startswith("There was no move to review on this turn")
    assert "Type “review 12”" in problem(get_line(ann, table, "best"))


def test_review_is_refused_in_a_game_in_progress(people: list[User], ann: Client) -> None:
    assert problem(get_line(ann, gather(*people[:2]), "review 1")) == "Only finished games can be reviewed."


def test_help_lists_them(ann: Client, practice: Table) -> None:
    told = " ".join(sentences_of(get_line(ann, practice, "help")))
    assert all(typed in told for typed in ("hint:", "best:", "review 12:"))
