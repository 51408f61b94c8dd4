"""The command line: `score`, `legal`, rejected input, and running it as a process."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cartographers import board_of, cartographers, heroes
from engine.cartographers.command_line import words
from engine.cartographers.command_line.main import COMMANDS, main
from engine.cartographers.errors import Refusal
from engine.cartographers.placement import HeroPattern, ambush_offer, hero_offer
from engine.command_line.console import Console
from tests.engine.cases import MONSTER_CASES, SCORING_CASES
from tests.engine.commanding import command
from tests.engine.tools import FULL_MAP, mostly_empty, mostly_full

ROOT = Path(__file__).resolve().parents[2]
EMPTY = mostly_empty()


def test_a_card_is_scored_with_its_reasons_and_their_spaces() -> None:
    result = command("score", "stoneside_forest", "greenbough", given=mostly_empty(B=".^FFF^....."))
    assert result == (
        0,
        [
            "stoneside_forest: 6 stars",
            "  6 stars (2 x 3): B2 B6, by way of B3 B4 B5",
            "greenbough: 4 stars",
            "  1 star, clause 1: B3 B4 B5",
            "  1 star, clause 2: B3",
            "  1 star, clause 2: B4",
            "  1 star, clause 2: B5",
            "monsters: 0 stars",
        ],
        [],
    )


def test_monsters_are_told_with_the_empty_spaces_beside_them() -> None:
    result = command("score", "treetower", "--map", mostly_full(A="M.FFFFFFFFF", B=".FFFFFFFFFF"))
    assert result.out[-2:] == ["monsters: -2 stars", "  1 each for the empty spaces beside them: A2 B1"]


def test_every_drawn_board_comes_to_its_stars() -> None:
    for case in SCORING_CASES:
        result = command("score", case.card, "--edition", case.edition or "retail", given=case.map.lstrip())
        line = f"{case.card}: {case.stars} star{'' if abs(case.stars) == 1 else 's'}"
        assert (result.status, result.out[0]) == (0, line), case.about
    for case in MONSTER_CASES:
        result = command("score", "treetower", given=case.map.lstrip())
        (monsters,) = (line for line in result.out if line.startswith("monsters: "))
        assert monsters.split()[1] == str(-abs(case.stars))


def test_the_file_of_a_map_is_read(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_text(EMPTY.replace("/", "\n") + "\n")
    assert command("score", "treetower", "--file", str(file)).out == ["treetower: 0 stars", "monsters: 0 stars"]


def test_legal_lists_every_placement_in_notation() -> None:
    result = command("legal", "great_river", "--map", mostly_full(C="FF...FFFFFF"))
    assert result == (0, ["1 water r1 C3"], [])
    result = command("legal", "goblin_attack", "--count", "--map", EMPTY)
    offer = ambush_offer(cartographers().ambushes["goblin_attack"], board_of(EMPTY))
    assert offer
    assert result == (0, [str(len(list(offer.placements())))], [])


def test_legal_binds_to_the_ruins() -> None:
    ruined = mostly_empty(K="..........r")
    free, bound = (command("legal", "great_river", *more, "--map", ruined) for more in ((), ("--ruins",)))
    assert set(bound.out) < set(free.out)
    assert bound.out[0] == "1 water r0 I11"


def test_legal_tells_why_only_a_single_may_be_drawn() -> None:
    result = command("legal", "great_river", "--map", mostly_full(C="FF.FFFFFFFF"))
    assert result.out == [f"1 {word} r0 C3" for word in ("forest", "village", "farm", "water", "monster")]
    assert result.err == ["No shape on the card fits anywhere. Fill any single empty space."]
    narrow = command("legal", "great_river", "--single-terrain", "card", "--map", mostly_full(C="FF.FFFFFFFF"))
    assert narrow.out == ["1 water r0 C3"]
    heroic = command("legal", "great_river", "--with-heroes", "--map", mostly_full(C="FF.FFFFFFFF"))
    assert heroic.out[-1] == "1 hero r0 C3"


@pytest.mark.parametrize("pattern", list(HeroPattern))
def test_legal_holds_heroes_as_the_game_has_it(pattern: HeroPattern) -> None:
    card = heroes().heroes["wren_the_lioness"]
    offer = hero_offer(card, board_of(EMPTY), pattern)
    assert offer
    result = command("legal", card.id, "--hero-pattern", pattern.value, "--map", EMPTY)
    assert result.out == [str(placement) for placement in offer.placements()]


def test_nothing_is_legal_on_a_full_map() -> None:
    assert command("legal", "great_river", "--map", FULL_MAP) == (1, [], [])
    assert command("legal", "great_river", "--count", "--map", FULL_MAP) == (1, ["0"], [])


@pytest.mark.parametrize(
    ("arguments", "given", "reason"),
    [
        (["score", "treetower"], "..x", "score: standard input: line 1, column 4: a row has 11 spaces"),
        (["score", "treetower"], EMPTY[:30] + "?" + EMPTY[31:], 'standard input: line 3, column 7: "?" is none of'),
        (["score", "treetower", "--map", EMPTY + "."], "", "score: --map: line 11, column 12: "),
        (["score", "treetower", "--file", "nowhere.txt"], "", "score: nowhere.txt: No such file"),
        (["score", "treetowr"], EMPTY, 'no scoring card "treetowr"; did you mean treetower?'),
        (["score", "?"], EMPTY, 'no scoring card "?"; there are sentinel_wood, '),
        (["legal", "temple_ruins"], EMPTY, 'no card to draw "temple_ruins"'),
        (["legal", "goblin_attack", "--ruins"], EMPTY, "--ruins: binds explore cards only, and goblin_attack is none"),
        (["deck", "--seed", "00"], "", "deck: --seed: must be 64 hex digits"),
        (["deck", "--seed", "x" * 64], "", "deck: --seed: must be 64 hex digits"),
        (["deck"], "", "--seed: is needed where no record has one"),
        (["deck", "--seed", "00" * 32, "--label", "deck/sprng"], "", "did you mean deck/spring?"),
        (["deck", "--record", "-"], "[]", "standard input: this is no record of a game"),
        (["play", "--sheet", "E"], "", 'no sheet "E"; there are A, B, C, D'),
        (["play", "--edicts", "treetower"], "", "play: The edicts need one scoring card from each of the four stacks"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_reason(arguments: list[str], given: str, reason: str) -> None:
    result = command(*arguments, given=given)
    assert (result.status, result.out) == (2, [])
    (line,) = result.err
    assert line.startswith(f"python -m engine {arguments[0]}: ")
    assert reason in line


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_bytes(b"\xff\xfe")
    result = command("score", "treetower", "--file", str(file))
    assert (result.status, result.err) == (2, [f"python -m engine score: {file}: is not UTF-8"])


@pytest.mark.parametrize("arguments", [[], ["fly"], ["score"], ["score", "treetower", "--edition", "third"]])
def test_unknown_arguments_are_wrong_use(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help_with_examples_that_can_be_typed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    helped = capsys.readouterr().out
    boxes = (cartographers(), heroes())
    cards = {id for box in boxes for cards in (box.scoring, box.explore, box.ambushes, box.heroes) for id in cards}
    for example in COMMANDS[name].examples:
        assert f"  python -m engine {name} {example}".rstrip() in helped
        assert {word for word in re.split("[ ,]", example) if "_" in word} <= cards


def test_colour_is_for_terminals_and_whoever_has_not_forbidden_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert not Console.of_process().colour
    monkeypatch.setattr("sys.stdout", Terminal())
    assert Console.of_process().colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Console.of_process().colour


def test_a_command_that_is_broken_off_says_so_by_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def read(self, _size: int | None = -1) -> str:
            raise KeyboardInterrupt

    console = Console(Interrupted(), io.StringIO(), io.StringIO())
    assert main(["score", "treetower"], console) == 130


def process(*arguments: str) -> "subprocess.Popen[bytes]":
    """Start the command line as a process, without the site's settings in its environment."""
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    pipe = subprocess.PIPE
    whole = [sys.executable, "-m", "engine", *arguments]
    return subprocess.Popen(whole, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=pipe)


def test_as_a_process_it_reads_writes_and_ends_with_its_status() -> None:
    with process("legal", "great_river") as running:
        out, err = running.communicate(FULL_MAP.encode())
        assert (out, err, running.returncode) == (b"", b"", 1)


def test_a_reader_who_has_seen_enough_ends_it_quietly() -> None:
    with process("play") as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        running.stdin.write(b"help\n" * 1000)
        running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


def test_every_refusal_has_its_words() -> None:
    assert set(words.REFUSALS) == set(Refusal)
    assert len(set(words.REFUSALS.values())) == len(Refusal)


def test_a_record_brings_its_own_game() -> None:
    result = command("deck", "--record", "-", "--sheet", "D", given="{}")
    assert result == (2, [], ["python -m engine deck: --record: tells the game, the sheet and the edicts itself"])
