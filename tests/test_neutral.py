"""What is for every game holds no word of one of them."""

import re
from pathlib import Path

import pytest

from tests.processes.programs import ROOT

NEUTRAL = ("games/tables", "games/play", "games/history", "games/catalog", "templates/tables", "templates/play")
WORDS = re.compile(
    r"cartograph|\bedict|ambush|\bseasons?\b|monster|\bhero(es)?\b|explore card|\bruins\b|terrain|\bvillage|map sheet"
    r"|queen|\bdrawings?\b",
    re.IGNORECASE,
)
# Migrations name what there was.
FILES = sorted(
    path
    for folder in NEUTRAL
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".html", ".txt"} and "migrations" not in path.parts
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_word_of_a_game_stands_in_what_all_share(path: Path) -> None:
    offenders = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if WORDS.search(line)]
    assert offenders == []


def test_a_word_of_a_game_would_be_found() -> None:
    assert len(FILES) > 60
    assert all(WORDS.search(line) for line in ("the edicts that count", "Spring is a season", "Your drawing"))
