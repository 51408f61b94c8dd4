"""Code shared by all games contains no words specific to one."""

import re
from pathlib import Path

import pytest

from tests.processes.programs import ROOT

NEUTRAL = (
    *("games/tables", "games/play", "games/history", "games/catalog", "games/push", "games/notices"),
    "games/studies",
    "games/coach",
    "games/talk",
    *(
        "templates/tables",
        "templates/play",
        "templates/push",
        "templates/notices",
        "templates/webhooks",
        "templates/history",
        "templates/studies",
        "templates/coach",
        "templates/talk",
        "templates/admin/catalog",
    ),
)
# Not "deck", which is any game's that shuffles (`Rules.decks`), nor "card", which is also what a list shows of a table.
WORDS = re.compile(
    r"(cartographer|edict|season|monster|terrain|village|map|star|coin|drawing)s?|cartography|ambush(es)?|hero(es)?"
    r"|explore|ruins|forest|farm|water|mountain|spring|summer|winter|queen",
    re.IGNORECASE,
)
BUILT_IN = re.compile(r"\b(?:flat)?[Mm]ap\(")
PART_OF_A_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
# Migrations name what there was.
FILES = sorted(
    path
    for folder in NEUTRAL
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".html", ".txt"} and "migrations" not in path.parts
)
FILES += sorted((ROOT / "static" / "js").glob("*.js"))
FILES += sorted(path for path in (ROOT / "engine").glob("*.py") if path.name != "__main__.py")


def words_of_a_game(line: str) -> set[str]:
    """Return the words, or parts of names, in a line that belong to only one game."""
    parts = PART_OF_A_NAME.findall(BUILT_IN.sub("", line))
    return {part.lower() for part in parts if WORDS.fullmatch(part)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_word_of_a_game_stands_in_what_all_share(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    offenders = [line.strip() for line in lines if words_of_a_game(line)]
    assert offenders == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("the edicts that count", {"edicts"}),
        ("Spring is a season; ambushCards, STAR_COUNT", {"spring", "season", "ambush", "star"}),
        ("from games.cartographers.map import boards", {"cartographers", "map"}),
        ("sum(map(int, figures)); new Map(); start, mapping, cartograph", set()),
    ],
)
def test_a_word_of_a_game_would_be_found(line: str, words: set[str]) -> None:
    assert words_of_a_game(line) == words


def test_there_are_files_to_look_at() -> None:
    assert len(FILES) > 60
