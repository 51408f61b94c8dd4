"""Command line of Gisborne."""

from __future__ import annotations

import io
import json

import pytest

from engine.__main__ import main as engine_main
from engine.command_line.console import Console
from engine.gisborne import RULES
from engine.gisborne.command_line.main import main
from tests.engine.gisborne_games import seed_of, whole_game

SEED = "00" * 31 + "07"


def _run(*arguments: str, given: str = "") -> tuple[int, list[str], list[str]]:
    out, err = io.StringIO(), io.StringIO()
    status = main(arguments, Console(io.StringIO(given), out, err))
    return status, out.getvalue().splitlines(), err.getvalue().splitlines()


def _file(number: int) -> str:
    events, _ = whole_game(number)
    stored = [{"kind": kind, "data": data} for kind, data in map(RULES.encode, events)]
    document = {"format": "carto-game", "version": 1, "game": "gisborne", "seats": ["A", "B", "C"]}
    return json.dumps(document | {"seed": seed_of(number).hex(), "events": stored})


def test_deal_shows_what_a_seed_deals() -> None:
    status, out, _ = _run("deal", "--seed", SEED, "--seats", "4")
    assert status == 0
    assert [line.split(":")[0] for line in out] == [
        *("tiles", "chips", "bar", "hand of seat 0", "hand of seat 1", "hand of seat 2", "hand of seat 3", "seed"),
    ]
    assert _run("deal", "--seed", SEED, "--seats", "4")[1] == out


def test_deal_for_too_many_seats_is_wrong_use() -> None:
    assert _run("deal", "--seats", "6") == (2, [], ["python -m engine gisborne deal: seats"])


def test_legal_lists_the_plays_of_a_hand() -> None:
    assert _run("legal", "2b1 s2") == (0, ["1: b1", "2: 2b1", "2: s2"], [])
    assert _run("legal", "b1 s2", "--village")[1] == ["1: b1", "2: s2", "3: b1 s2"]
    assert _run("legal", "") == (1, [], [])


@pytest.mark.parametrize("word", ["x9", "0b1", "-1b1", "2b1s3", "²b1", "9999b1", "🙂"])
def test_legal_names_what_is_no_card(word: str) -> None:
    words = [f'python -m engine gisborne legal: "{word}" is no card']
    assert _run("legal", f"b1 {word}") == (2, [], words)


def test_play_goes_on_until_the_input_ends() -> None:
    status, out, _ = _run("play", "--seed", SEED, given="nonsense\ntent\nquit\n")
    assert status == 0
    assert any("lay cards, such as" in line for line in out)
    assert any("Round 2" in line for line in out)
    assert out[-1] == f"seed: {SEED}"


def test_play_tells_in_sentences_what_happens() -> None:
    typed = "2g4\ns2 b1\n" + "\n".join(["b1", "b2", "s2", "s3", "g3", "g4", "tent", "1", "0"] * 60)
    said = "\n".join(line for seed in range(1, 6) for line in _run("play", "--seed", f"{seed:064x}", given=typed)[1])
    for sentence in (
        *("Seat 1 draws 5 cards.", "Seat 0 lays b1.", "sets out for", "walks to field", "is pushed on to field"),
        *("New tile: ", "Position scoring: 3 cards for seat", "Into the chests: ", "meets wolves."),
        *("by landing there.", "You don’t have all of these cards.", "You can lay cards, such as"),
    ):
        assert sentence in said, sentence
    assert "(" not in said.replace("(seat 0)", ""), "no object is printed as Python writes it"


def test_check_accepts_a_game_file() -> None:
    status, out, _ = _run("check", given=_file(0))
    assert (status, out[0][:20]) == (0, "The record is valid:")


def test_check_names_the_first_fault_and_other_orders() -> None:
    document = json.loads(_file(0))
    assert _run("check", "--seed", SEED, given=json.dumps(document))[0] == 1
    document["events"][7]["data"]["why"] = "back"
    status, out, _ = _run("check", given=json.dumps(document))
    assert status == 1
    assert out[0].startswith("WRONG event 8: differs; expected ('drew'")
    assert _run("check", given="{")[1] == ["WRONG standard input: line 1, column 2: " + out_of_json()]


def out_of_json() -> str:
    with pytest.raises(json.JSONDecodeError) as error:
        json.loads("{")
    return error.value.msg


def test_engine_knows_both_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert engine_main(["gisborne", "legal", "b1"]) == 0
    assert capsys.readouterr().out == "1: b1\n"
    assert engine_main(["deck", "--seed", SEED, "--label", "edicts"]) == 0
