"""The command line: a solo game, its input and output."""

import io
import re
from collections.abc import Iterator

import pytest

from engine import Shuffler, advance, begin
from engine.cartographers import PRESETS, RULES, Choose, Draw, Preset, board_of, setup_of, space_name, spaces
from engine.cartographers.command_line.main import main
from engine.cartographers.command_line.map_drawing import map_lines
from engine.cartographers.view import View
from engine.command_line.console import Console
from tests.engine.commanding import CommandResult, command
from tests.engine.tools import mostly_empty

SEED = "0e" * 32
"""With Heroes, its monsters do all that monsters do alone but find no place."""


def _answers(view: View) -> Iterator[Draw | Choose]:
    """Every legal answer of a solo seat, in the order of the offer."""
    seat, turn = view.standings.places[0].seat, view.turn
    if view.choice is not None:
        yield from (Choose(seat, turn, where) for where in spaces(view.choice.targets))
    if view.desk is not None:
        yield from (Draw(seat, turn, placement) for placement in view.desk.offer.placements())


def typed_game(game: str) -> tuple[list[str], View]:
    """The input for a full game of first legal answers, and its final view."""
    rng, typed = Shuffler(bytes.fromhex(SEED)), []
    state = begin(RULES, setup_of(PRESETS[Preset(game)]), 1, rng).state
    while RULES.asks(state):
        answer = next(_answers(RULES.view(state, RULES.asks(state)[0].seat)))
        typed.append(space_name(answer.space) if isinstance(answer, Choose) else str(answer.placement))
        state = advance(RULES, state, answer, rng).state
    return typed, RULES.view(state, None)


def play(*typed: str, colour: bool = False, more: tuple[str, ...] = ()) -> CommandResult:
    lines = "".join(f"{line}\n" for line in typed)
    return command("play", "--seed", SEED, *more, given=lines, colour=colour)


@pytest.mark.parametrize("game", list(PRESETS))
def test_a_whole_game_ends_with_its_stars_its_rating_and_its_title(game: str) -> None:
    typed, end = typed_game(game)
    result = play(*typed, more=("--game", game))
    assert result.status == 0
    ending = result.out[result.out.index("The game is over.") :]
    for season, scores in zip(end.definition.seasons, end.scores, strict=True):
        one, two = season.edicts
        earned = f"(edicts {one} {scores[0].edicts[0]}, {two} {scores[0].edicts[1]}; coins {scores[0].coins}; "
        assert any(line.startswith(season.id.title()) and earned in line for line in ending)
    assert end.standings.rating is not None
    assert ending[-3:] == [
        f"In all: {end.standings.places[0].score} stars",
        f"Rating: {end.standings.rating}, {end.standings.title.replace('_', ' ').title()}",
        f"Seed of this game: {SEED}",
    ]


def test_monsters_are_told_as_they_walk_in_spread_and_destroy() -> None:
    typed, _ = typed_game("heroes")
    result = play(*typed, more=("--game", "heroes"))
    for sentence in (
        r"It walks in: [A-K]\d.*\.",
        r"Zombie Plague spreads: [A-K]\d.*\.",
        r"[A-Z].* finds nothing to do\.",
        r"Gorgon Gaze destroys one space\. Type which: [A-K]\d.*",
        r"Giant Troll Ravage destroys one space\. Type which: [A-K]\d.*",
    ):
        assert any(re.fullmatch(sentence, line.removeprefix("> ")) for line in result.out), sentence


def test_what_is_typed_wrong_gets_a_plain_answer_and_changes_nothing() -> None:
    result = play("hello", "1 farm r1 Z9", "9 farm A1", "1 hero A1", "", "map")
    answers = [line.removeprefix("> ") for line in result.out]
    for sentence in (
        'Write a placement like: 2 forest r1 f C5. Type "help" for a list of commands.',
        '"z9" is no space: a row A to K, then a column 1 to 11. Type "help" for a list of commands.',
        "The card has no shape with that number.",
        "The card doesn't offer that terrain.",
    ):
        assert sentence in answers
    turns = [line for line in answers if ", turn " in line]
    assert len(turns) == 2
    assert len(set(turns)) == 1


def test_a_placement_off_the_map_or_on_a_mountain_is_refused_with_the_spaces() -> None:
    legal = [line.split(":")[0] for line in play("legal").out if re.match(r"(> )?1 \w+ r0: ", line)]
    held = legal[0].removeprefix("> ")
    result = play(f"{held} K11", f"{held} B4")
    answers = [line.removeprefix("> ") for line in result.out]
    assert "The shape would extend past the edge of the map." in answers
    assert any(re.fullmatch(r"The shape would cover filled spaces: .*B4.*\.", line) for line in answers)


def test_legal_score_and_help_tell_what_they_promise() -> None:
    typed, _ = typed_game("cartographers")
    result = play("HELP", "legal", "score")
    answers = [line.removeprefix("> ") for line in result.out]
    for word in ("legal", "score", "map", "help", "quit"):
        assert any(line.startswith(f"{word} ") for line in answers)
    shape, terrain, turn, anchor = typed[0].split()
    assert any(line.startswith(f"{shape} {terrain} {turn}: {anchor} ") for line in answers)
    assert "monsters: 0 stars" in answers
    assert "0 coins" in answers


@pytest.mark.parametrize("typed", [(), ("quit",), ("Quit", "help")])
def test_the_end_of_the_input_and_quit_end_politely_with_the_seed(typed: tuple[str, ...]) -> None:
    result = play(*typed)
    assert result.status == 0
    assert result.out[-2].removeprefix("> ") == "You left the game before its end."
    assert result.out[-1] == f"Seed of this game: {SEED}"
    assert result.err == []


def test_a_broken_off_or_damaged_line_does_no_harm() -> None:
    class Damaged(io.StringIO):
        """Input stream that fails first with a decoding error, then with an interrupt."""

        errors_left = [KeyboardInterrupt(), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")]

        def readline(self, _size: int | None = -1) -> str:
            raise self.errors_left.pop()

    out = io.StringIO()
    assert main(["play", "--seed", SEED], Console(Damaged(), out, io.StringIO())) == 0
    assert "Write a placement like" in out.getvalue()
    assert "You left the game before its end.\n" in out.getvalue()


def test_without_a_seed_chance_gives_one() -> None:
    one, two = (command("play").out[-1] for _ in range(2))
    assert re.fullmatch("Seed of this game: [0-9a-f]{64}", one)
    assert one != two


def test_the_opening_names_sheet_and_edicts() -> None:
    result = play(more=("--sheet", "B", "--edicts", "sentinel_wood,wildholds,canal_lake,borderlands"))
    assert result.out[:5] == [
        "Sheet B",
        "Edict A: Sentinel Wood (sentinel_wood), Spring and Winter",
        "Edict B: Wildholds (wildholds), Spring and Summer",
        "Edict C: Canal Lake (canal_lake), Summer and Fall",
        "Edict D: Borderlands (borderlands), Fall and Winter",
    ]


def test_a_map_is_drawn_in_letters_with_attacks_and_initials() -> None:
    board = board_of(mostly_empty(A="FM^H#XrfA.W", B="....MX.....") + " marks:J1,A1 D:B5,B6")
    lines = list(map_lines(board, colour=False))
    assert lines[0] == "    1  2  3  4  5  6  7  8  9 10 11"
    assert lines[1] == "A   F* M  ^  H  #  X  r  f  A  .  W"
    assert lines[2] == "B   .  .  .  .  MD XD .  .  .  .  ."
    assert lines[10] == "J   .* .  .  .  .  .  .  .  .  .  ."
    assert len(lines) == 12


def test_colours_change_no_letter() -> None:
    board = board_of(mostly_empty(A="FM^H#XrfA.W", C="vwmhxa...VA"))
    coloured = "\n".join(map_lines(board, colour=True))
    assert "\033[30;42m F \033[0m" in coloured
    assert "\033[30;42m f \033[0m" in coloured
    bare = re.sub(r"\033\[[\d;]+m", "", coloured)
    assert [line.rstrip() for line in bare.splitlines()] == list(map_lines(board, colour=False))


def test_colour_is_used_where_the_console_has_it() -> None:
    assert "\033[" in "".join(play(colour=True).out)
    assert "\033[" not in "".join(play(colour=False).out)
