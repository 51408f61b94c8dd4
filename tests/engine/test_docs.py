"""Documentation: statements about the code agree with the code."""

import dataclasses
import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
import engine.cartographers
import engine.environments
import engine.gisborne
from engine.cartographers.command_line.main import COMMANDS
from engine.cartographers.events import (
    Chosen,
    EffectPassed,
    Event,
    Growth,
    MonstersActed,
    MonstersWalkedIn,
    SkillsOffered,
    SkillUsed,
    TakenBack,
)
from engine.cartographers.game import RULES
from engine.cartographers.notation import board_of, board_text, placement_of, whole_board_text
from engine.cartographers.rules.solo import LAST_TITLE, TITLES
from engine.contract import Seat
from tests.engine.gisborne_games import whole_game
from tests.engine.mixes import staged
from tests.engine.test_codec import EFFECTS
from tests.engine.tools import random_game

ROOT = Path(__file__).resolve().parents[2]
RULES_PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text("utf-8")
ENGINE = (ROOT / "docs" / "engine.md").read_text("utf-8")
RECORD = (ROOT / "docs" / "record.md").read_text("utf-8")
GISBORNE = (ROOT / "docs" / "gisborne.md").read_text("utf-8")
HEADINGS = set(re.findall(r"^## (.+)$", RULES_PAGE, re.MULTILINE))
HEADINGS_BY_PAGE = {"rules": HEADINGS, "gisborne": set(re.findall(r"^## (.+)$", GISBORNE, re.MULTILINE))}
CITATION = re.compile(r'docs/(\w+)\.md, ("[^"]+"(?:(?:,| and) "[^"]+")*)')


def _citations() -> list[tuple[str, str, str]]:
    citations = []
    for path in sorted((ROOT / "engine").glob("**/*.py")):
        text = re.sub(r"\s+", " ", path.read_text("utf-8"))
        for page, cited in CITATION.findall(text):
            citations += [(path.name, page, heading) for heading in re.findall(r'"([^"]+)"', cited)]
        assert text.count("Source:") == len(CITATION.findall(text)), f"{path.name}: a source is not cited as all are"
    return citations


def test_every_cited_rule_has_its_chapter() -> None:
    cited = _citations()
    assert len(cited) > 8
    assert [citation for citation in cited if citation[2] not in HEADINGS_BY_PAGE[citation[1]]] == []


def test_the_chapters_are_all_there() -> None:
    expected = {
        *("Words", "Set-up", "A turn", "Explore", "Draw", "Coins", "Check", "Ambush", "End of a season"),
        *("End of the game", "Solo", "Rulings on single cards", "Editions"),
        *("Heroes", "Ambush effects", "Destroyed spaces", "Mixing the boxes"),
    }
    assert expected <= HEADINGS


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_maps_of_the_notation_are_maps_and_both_are_the_same() -> None:
    tall, flat = blocks(NOTATION, "map")
    assert board_of(tall) == board_of(flat)
    assert board_text(board_of(tall), "\n") == tall.strip()
    assert board_text(board_of(flat)) == flat.strip()


def test_the_whole_board_of_the_notation_is_written_as_it_is_read() -> None:
    (text,) = blocks(NOTATION, "whole")
    assert whole_board_text(board_of(text)) == text.strip()
    assert board_text(board_of(text)) == text.split()[0]


@pytest.mark.parametrize("text", blocks(NOTATION, "placement"))
def test_the_placements_of_the_notation_are_written_as_they_are_read(text: str) -> None:
    assert str(placement_of(text)) == text.strip()


_RARE = (
    EffectPassed("zombie_plague"),
    TakenBack(1, Seat(0)),
    MonstersWalkedIn(1, "gorgon_gaze", (Growth(0),)),
    MonstersActed("gorgon_gaze", (Growth(0),)),
    Chosen(1, Seat(0), Seat(0), "gorgon_gaze", 0, grown=1, initial="G"),
    SkillsOffered(("broad_brush",)),
    SkillUsed(1, Seat(0), "spyglass", 1),
)


def all_kinds() -> list[Event]:
    """Every kind of event."""
    games = [random_game(1, 7), random_game(3, 7), *(staged(seats, *EFFECTS).play_on(Random(2)) for seats in (1, 2))]
    return [*(event for game in games for event in game.events), *_RARE]


def _record_table(text: str) -> dict[str, str]:
    return dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE))


def test_the_record_names_the_events_of_gisborne_and_all_of_their_data() -> None:
    table = _record_table(RECORD.partition("\n## Gisborne\n")[2])
    seen = dict(engine.gisborne.RULES.encode(event) for number in range(12) for event in whole_game(number)[0])
    assert set(seen) == set(table)
    for kind, data in seen.items():
        assert [key for key in data if f"`{key}`" not in table[kind]] == []


def test_the_record_names_every_kind_of_event_and_all_of_its_data() -> None:
    (example,) = (json.loads(block) for block in blocks(RECORD, "json"))
    assert (example["format"], example["version"]) == ("carto-game", 1)
    table = _record_table(RECORD.partition("\n## Gisborne\n")[0])
    seen = {}
    for event in all_kinds():
        kind, data = RULES.encode(event)
        seen[kind] = data
    for kind, data in seen.items():
        assert kind in table
        assert [key for key in data if f"`{key}`" not in table[kind]] == []
    for key in seen["monsters_spread"]["growths"][0]:
        assert f"`{key}`" in table["monsters_spread"]
    table_keys = {"format", "game", "seats", "commitment", "seed", "events", "deck_of", "incidents", "fork_seat"}
    assert set(seen) == set(table) - table_keys - {"stand_ins", "practice", "bot_level", "bots", "handicaps", "hints"}
    for key in seen["game_started"]["definition"]:
        assert f"`{key}`" in RECORD


def test_the_titles_of_the_page_are_those_of_the_engine() -> None:
    titles = re.findall(r"^\| (-?\d+)[^|]*\| ([A-Z]\w+ [A-Z]\w+) \|$", RULES_PAGE, re.MULTILINE)
    least = {title.lower().replace(" ", "_"): int(number) for number, title in titles}
    assert {code: least[code] for _, code in TITLES} == {code: number for number, code in TITLES if number >= 0} | {
        "amateur_assessor": -5,
        "inept_assistant": -10,
        "dimwitted_doodler": -20,
    }
    assert LAST_TITLE in least


def _in_repository(source: str) -> str:
    """Return an example with the engine's name in the repository, instead of that of the installed package."""
    return source.replace("carto_engine", "engine")


def _script(text: str, function: str) -> str:
    """Return the script on a page that defines a function."""
    (script,) = (block for block in blocks(text, "python") if f"\ndef {function}(" in block)
    return _in_repository(script)


def test_the_examples_of_the_engine_run() -> None:
    text = _in_repository("\n".join(blocks(ENGINE, "python")))
    examples = doctest.DocTestParser().get_doctest(text, {}, "docs/engine.md", None, 0)
    assert len(examples.examples) > 30
    failures: list[str] = []
    doctest.DocTestRunner().run(examples, out=failures.append)
    assert failures == []


def test_the_examples_of_the_engine_use_what_it_exports() -> None:
    modules = (engine, engine.cartographers, engine.gisborne, engine.environments)
    exported = {module.__name__: set(module.__all__) for module in modules}
    examples = "".join(blocks(ENGINE, "python"))
    assert re.findall(r"\b(?:from|import) engine\b", examples) == [], "pages use the name of the installed package"
    imports = re.findall(r"^(?:>>> )?from (engine[\w.]*) import (.+)$", _in_repository(examples), re.MULTILINE)
    assert {package for package, _ in imports} == set(exported)
    for package, names in imports:
        assert {name.partition(" as ")[0] for name in names.split(", ")} <= exported[package]


def test_the_player_in_ten_lines_has_ten_lines_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    script = _script(ENGINE, "greedy")
    assert len([line for line in script.splitlines() if line]) == 10
    exec(script, {})
    assert capsys.readouterr().out in blocks(ENGINE, "text")


def test_the_player_of_the_package_page_plays(capsys: pytest.CaptureFixture[str]) -> None:
    exec(_script((ROOT / "engine" / "README.md").read_text("utf-8"), "anywhere"), {})
    assert capsys.readouterr().out.startswith("[(")


def test_the_study_runs_with_a_few_games(tmp_path: Path) -> None:
    script = _script(ENGINE, "play")
    file = tmp_path / "study.py"
    file.write_text(script.replace("GAMES = 1000", "GAMES = 6"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run([sys.executable, file], env=environment, capture_output=True, encoding="utf-8", check=True)
    assert re.fullmatch(r"\d+\.\d ± \d+\.\d stars in 6 games\n", run.stdout)


@pytest.mark.parametrize("name", ["CartographersEnv", "GisborneEnv"])
def test_the_agents_of_the_page_play(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (script,) = (block for block in blocks(ENGINE, "python") if f"{name}(" in block)
    exec(_in_repository(script), {})
    assert re.match(r"seat_\d -?\d+ \d|\{'score'", capsys.readouterr().out)


@pytest.mark.parametrize("name", ["Cartographers", "Gisborne"])
def test_the_page_lists_every_part_of_an_observation(name: str) -> None:
    if name == "Cartographers":
        setup = engine.cartographers.setup_of(engine.cartographers.PRESETS[engine.cartographers.Preset.HEROES])
        layout = engine.environments.CartographersEnv(setup).layout
    else:
        box = engine.gisborne.Setup(engine.gisborne.gisborne())
        layout = engine.environments.GisborneEnv(box).layout
    table = ENGINE.partition(f"| part of {name} | meaning |\n")[2].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines()[1:]]
    assert sorted(part for row in rows for part in re.findall(r"`(\w+)`", row)) == sorted(layout)


@pytest.mark.parametrize(
    ("kind", "heading"),
    [
        (engine.cartographers.View, "View of Cartographers"),
        (engine.gisborne.View, "View of Gisborne"),
        *((kind, "Board, offer and desk") for kind in (engine.cartographers.Board, engine.cartographers.Position)),
        *((kind, "Board, offer and desk") for kind in (engine.cartographers.Desk, engine.cartographers.SpaceChoice)),
        *((kind, "Board, offer and desk") for kind in (engine.cartographers.Offer, engine.cartographers.Placement)),
    ],
)
def test_the_page_of_the_engine_lists_every_field(kind: Any, heading: str) -> None:
    part = ENGINE.partition(f"### {heading}\n")[2].partition("\n##")[0]
    rows = [row for row in part.splitlines() if heading.startswith("View") or row.startswith(f"| `{kind.__name__}`")]
    names = [entry.name for entry in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else kind._fields
    assert names
    assert [name for name in names if not any(f"`{name}`" in row for row in rows)] == []


@pytest.mark.parametrize("package", [engine, engine.cartographers])
def test_what_a_package_exports_is_there(package: Any) -> None:
    assert [name for name in package.__all__ if not hasattr(package, name)] == []
    assert not hasattr(package, "anything_else")


def test_every_export_has_its_room() -> None:
    assert sorted(engine.cartographers._HOME) == sorted(engine.cartographers.__all__)


def test_the_engine_page_shows_every_command() -> None:
    assert [name for name in COMMANDS if f"\npython -m carto_engine {name} " not in ENGINE] == []
