"""The `score` command: one line in, one line out, whatever the line."""

import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from engine.cartographers.catalog import Edition, scoring_cards
from tests.engine.cases import MONSTER_CASES, SCORING_CASES

ROOT = Path(__file__).resolve().parents[3]
EMPTY = "/".join(["." * 11] * 11)


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs the command in-process on raw input and returns output and exit status."""

    def run(text: str | bytes) -> tuple[list[Any], int]:
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        out, status = io.StringIO(), 0
        try:
            call_command("score", stdout=out)
        except SystemExit as ended:
            status = int(str(ended.code))
        return [json.loads(line) for line in out.getvalue().splitlines()], status

    return run


def lines(*requests: Any) -> str:
    return "".join(json.dumps(question) + "\n" for question in requests)


def test_every_drawn_board_scores_as_drawn_whether_joined_by_slashes_or_newlines(score: Any) -> None:
    requests = [
        {"map": case.map.strip().replace("\n", joined_by), "cards": [case.card], "edition": case.edition}
        for joined_by in ("/", "\n")
        for case in SCORING_CASES
    ]
    answers, status = score(lines(*requests))
    assert status == 0
    assert [answer["stars"] for answer in answers] == [{case.card: case.stars} for case in SCORING_CASES * 2]


def test_the_cases_meet_all_32_cards_in_both_editions_where_they_differ() -> None:
    assert {case.card for case in SCORING_CASES} == set(scoring_cards(Edition.RETAIL))
    retail, preview = scoring_cards(Edition.RETAIL), scoring_cards(Edition.PREVIEW)
    changed = {id for id in retail if retail[id] != preview[id]}
    assert {case.card for case in SCORING_CASES if case.edition == "preview"} >= changed


def test_monsters_are_the_stars_lost_as_a_positive_number(score: Any) -> None:
    answers, status = score(lines(*[{"map": case.map.strip(), "cards": []} for case in MONSTER_CASES]))
    assert status == 0
    assert answers == [{"stars": {}, "monsters": abs(case.stars)} for case in MONSTER_CASES]


@pytest.mark.parametrize("edition", ["retail", "preview"])
def test_cards_left_out_are_all_of_both_sets(score: Any, edition: str) -> None:
    (answer,), status = score(lines({"map": EMPTY, "edition": edition}))
    assert status == 0
    assert len(answer["stars"]) == 32
    assert answer["monsters"] == 0


def test_the_edition_left_out_is_retail(score: Any) -> None:
    by_edition = [case for case in SCORING_CASES if case.edition == "preview"]
    (implicit, explicit), _ = score(
        lines({"map": by_edition[0].map.strip()}, {"map": by_edition[0].map.strip(), "edition": "retail"})
    )
    assert implicit == explicit


def test_stars_come_in_the_order_asked_for_and_each_card_once(score: Any) -> None:
    (answer,), _ = score(lines({"map": EMPTY, "cards": ["treetower", "borderlands", "treetower"]}))
    assert list(answer["stars"]) == ["treetower", "borderlands"]


def test_other_keys_and_space_around_a_line_do_no_harm(score: Any) -> None:
    (answer,), status = score(f'  {{"id": 7, "map": "{EMPTY}", "cards": []}} \r\n')
    assert (answer, status) == ({"stars": {}, "monsters": 0}, 0)


def test_the_last_line_needs_no_end_and_no_lines_give_none(score: Any) -> None:
    assert score(json.dumps({"map": EMPTY, "cards": []})) == ([{"stars": {}, "monsters": 0}], 0)
    assert score("") == ([], 0)


BAD: list[tuple[Any, str]] = [
    ("", "not JSON"),
    ("   ", "not JSON"),
    ("{", "not JSON"),
    ("nonsense", "not JSON"),
    ("[" * 100_000, "not JSON"),
    ("1" * 5_000, "not JSON"),
    (b"\xff\xfe", "not UTF-8"),
    ("[]", "JSON object"),
    ("null", "JSON object"),
    ('"map"', "JSON object"),
    ("{}", "map: is missing"),
    ({"map": None}, "map: must be a text"),
    ({"map": ["..........."] * 11}, "map: must be a text"),
    ({"map": ""}, "line 1, column 1: "),
    ({"map": EMPTY[:-1]}, "line 11, column 11: "),
    ({"map": EMPTY + "."}, "line 11, column 12: "),
    ({"map": EMPTY + "/"}, "line 12, column 1: "),
    ({"map": EMPTY + "/" + "." * 11}, "line 12, column 1: "),
    ({"map": EMPTY[:-12]}, "line 11, column 1: "),
    ({"map": EMPTY.replace(".", "?", 1)}, 'line 1, column 1: "?"'),
    ({"map": "FFF/" + EMPTY[12:]}, "line 1, column 4: "),
    ({"map": EMPTY[:30] + "é" + EMPTY[31:]}, 'line 3, column 7: "é"'),
    ({"map": EMPTY[:30] + "\ud800" + EMPTY[31:]}, "line 3, column 7: "),
    ({"map": EMPTY, "cards": None}, "cards: must be a list"),
    ({"map": EMPTY, "cards": "treetower"}, "cards: must be a list"),
    ({"map": EMPTY, "cards": ["treetower", 3]}, "cards: must be a list"),
    ({"map": EMPTY, "cards": [["treetower"]]}, "cards: must be a list"),
    ({"map": EMPTY, "cards": ["treetower", "Treetower"]}, '"Treetower"'),
    ({"map": EMPTY, "edition": "second"}, "edition: must be one of retail, preview"),
    ({"map": EMPTY, "edition": None}, "edition: must be one of retail, preview"),
    ({"map": EMPTY, "edition": ["retail"]}, "edition: must be one of retail, preview"),
]


@pytest.mark.parametrize(("question", "reason"), BAD)
def test_a_bad_line_gets_an_error_and_those_around_it_their_stars(score: Any, question: Any, reason: str) -> None:
    text = question if isinstance(question, str | bytes) else json.dumps(question)
    line = text if isinstance(text, bytes) else text.encode()
    good = lines({"map": EMPTY, "cards": ["treetower"]}).encode()
    (first, bad, last), status = score(good + line + b"\n" + good)
    assert status == 1
    assert list(bad) == ["error"]
    assert reason in bad["error"]
    assert first == last == {"stars": {"treetower": 0}, "monsters": 0}


def command(tmp_path: Path, **variables: str) -> "subprocess.Popen[str]":
    """Start the command in a process whose database does not exist and is unreachable."""
    environment = {**os.environ, "CARTO_DATABASE_FILE": str(tmp_path / "nowhere" / "none.sqlite3"), **variables}
    environment["DJANGO_SETTINGS_MODULE"] = "carto_site.settings"
    return subprocess.Popen(
        [sys.executable, "manage.py", "score"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_as_a_process_it_answers_each_line_at_once_and_needs_no_database(tmp_path: Path) -> None:
    with command(tmp_path) as process:
        assert process.stdin
        assert process.stdout
        for line, key in ((lines({"map": EMPTY}), "stars"), ("\n", "error")):
            process.stdin.write(line)
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        rest, complaints = process.communicate()
    assert (rest, complaints, process.returncode) == ("", "", 1)
    assert not (tmp_path / "nowhere").exists()


def test_as_a_process_it_scores_ten_thousand_maps_in_seconds(tmp_path: Path) -> None:
    requests = [lines({"map": case.map.strip().replace("\n", "/")}) for case in SCORING_CASES]
    many = "".join(requests[number % len(requests)] for number in range(10_000))
    begun = time.monotonic()
    with command(tmp_path) as process:
        answers, complaints = process.communicate(many)
    assert (len(answers.splitlines()), complaints, process.returncode) == (10_000, "", 0)
    # Generous: it is about three seconds on a quiet machine.
    assert time.monotonic() - begun < 60


def test_a_reader_who_has_seen_enough_ends_it_quietly() -> None:
    command = [sys.executable, "manage.py", "score"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(lines({"map": EMPTY}).encode())
        running.stdin.flush()
        assert running.stdout.readline()
        running.stdout.close()
        running.stdin.write(lines({"map": EMPTY}).encode())
        running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


def test_a_byte_order_mark_is_skipped(score: Any) -> None:
    answers, status = score("\ufeff" + lines({"map": EMPTY, "cards": ["treetower"]}, {"map": EMPTY, "cards": []}))
    assert (answers, status) == ([{"stars": {"treetower": 0}, "monsters": 0}, {"stars": {}, "monsters": 0}], 0)
