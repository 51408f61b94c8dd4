"""Parsing of typed lines: any case and order, in English and in the page's language."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from engine.cartographers.cards import Edict
from engine.cartographers.notation import space_of
from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.terrain import Terrain
from games.cartographers.typed import vocabulary
from games.cartographers.typed.commands import (
    BareSpace,
    BoardTopic,
    Command,
    Confirm,
    Describe,
    DescribeCluster,
    DescribeColumn,
    DescribeEdict,
    DescribeFits,
    DescribeForSeat,
    DescribeHelp,
    DescribeRow,
    DescribeSpace,
    Destroy,
    LineTopic,
    NextFit,
    Parts,
    PlaceShape,
    Try,
    Undo,
)
from games.cartographers.typed.parser import parse
from games.play.line import LONGEST, UnreadableCommand

C5 = space_of("C5")
WHOLE = Parts(1, Terrain.FOREST, ShapeTurn(1, True), C5)

READ: list[tuple[str, Command]] = [
    ("now", Describe(LineTopic.NOW)),
    ("  CARD. ", Describe(LineTopic.CARD)),
    ("offer", Describe(LineTopic.SHAPES)),
    ("time", Describe(LineTopic.SEASON)),
    ("who", Describe(LineTopic.WHO)),
    ("log", Describe(LineTopic.LOG)),
    ("map", DescribeForSeat(BoardTopic.MAP)),
    ("map 2", DescribeForSeat(BoardTopic.MAP, "2")),
    ("map of Ben Stone", DescribeForSeat(BoardTopic.MAP, "ben stone")),
    ("monsters", DescribeForSeat(BoardTopic.MONSTERS)),
    ("coins Ben", DescribeForSeat(BoardTopic.COINS, "ben")),
    ("scores", DescribeForSeat(BoardTopic.SCORE)),
    ("score now", DescribeForSeat(BoardTopic.SCORE)),
    ("row C", DescribeRow(2)),
    ("row k of 3", DescribeRow(10, "3")),
    ("column 11", DescribeColumn(10)),
    ("col 5 of Ben", DescribeColumn(4, "ben")),
    ("space C5", DescribeSpace(C5)),
    ("at c 5", DescribeSpace(C5)),
    ("at c5 of ben", DescribeSpace(C5, "ben")),
    ("cluster C5", DescribeCluster(C5)),
    ("edict a", DescribeEdict(Edict.A)),
    ("rule D of 2", DescribeEdict(Edict.D, "2")),
    ("edict", DescribeForSeat(BoardTopic.EDICTS)),
    ("rules", DescribeForSeat(BoardTopic.EDICTS)),
    ("help", DescribeHelp()),
    ("?", DescribeHelp()),
    ("help row", DescribeHelp("row")),
    ("fits", DescribeFits(Parts())),
    ("fits 2 r1", DescribeFits(Parts(option=1, turn=ShapeTurn(1)))),
    ("fits 1 f", DescribeFits(Parts(option=0, turn=ShapeTurn(0, True)))),
    ("fits 1 f r1", DescribeFits(Parts(option=0, turn=ShapeTurn(1, True)))),
    ("next", NextFit()),
    ("confirm", Confirm()),
    ("draw", Confirm()),
    ("draw C5", PlaceShape(Parts(anchor=C5))),
    ("destroy c5", Destroy(C5)),
    ("back", Undo()),
    ("take back", Undo()),
    ("try", Try(Parts())),
    ("try 2 forest", Try(Parts(1, Terrain.FOREST))),
    ("c5", BareSpace(C5)),
    ("C 5", BareSpace(C5)),
]
SAME = (
    "2 forest r1 f C5",
    "2 FOREST R1F c5",
    "c5 f r1 forest 2",
    "Forest 2, right, flip, C5",
    "2 f f right c5",
    "2 fo mirrored r1 C 5",
    "draw 2 forest r1 f C5",
    "2 f forest r1 C5",
)


@pytest.mark.parametrize(("line", "command"), READ)
def test_a_line_is_read(line: str, command: Command) -> None:
    assert parse(line) == command


def test_every_command_of_the_document_is_read() -> None:
    page = (Path(__file__).resolve().parents[4] / "docs" / "commands.md").read_text("utf-8")
    page = page.partition("\n## Gisborne\n")[0]
    rows = re.findall(r"^\| (`.+?) \|", page, re.MULTILINE)
    lines = [line for row in rows for line in re.findall(r"`([^`]+)`", row)]
    assert len(lines) > 25
    for line in lines:
        parse(line)
    typed = {vocabulary.vocabulary().verbs.get(line.split()[0].casefold()) for line in lines}
    assert typed >= set(vocabulary.Verb), "every command is described"


@pytest.mark.parametrize("line", SAME)
def test_a_placement_is_read_in_any_case_and_order(line: str) -> None:
    command = parse(line)
    assert isinstance(command, PlaceShape)
    loose = Parts(1, None, ShapeTurn(1, True), C5, loose=True)
    assert command.parts in {WHOLE, loose}


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("1 v A1", Parts(0, Terrain.VILLAGE, None, space_of("A1"))),
        ("a k11", Parts(None, Terrain.FARM, None, space_of("K11"))),
        ("far K11", Parts(None, Terrain.FARM, None, space_of("K11"))),
        ("w left A1", Parts(None, Terrain.WATER, ShapeTurn(3), space_of("A1"))),
        ("m over A1", Parts(None, Terrain.MONSTER, ShapeTurn(2), space_of("A1"))),
        ("hero r3 A1", Parts(None, Terrain.HERO, ShapeTurn(3), space_of("A1"))),
        ("1 f C5", Parts(0, None, None, C5, loose=True)),
        ("1 flip C5", Parts(0, None, ShapeTurn(0, True), C5)),
        ("1 r0 f C5", Parts(0, None, ShapeTurn(0, True), C5)),
        ("flip r2 C5", Parts(None, None, ShapeTurn(2, True), C5)),
        ("0 forest C5", Parts(-1, Terrain.FOREST, None, C5)),
        ("2", Parts(1)),
    ],
)
def test_parts_of_a_placement(line: str, parts: Parts) -> None:
    assert parse(line) == PlaceShape(parts)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "help"),
        (" \t ", "help"),
        (".", "help"),
        ("x" * (LONGEST + 1), "too long"),
        ("rwo C", "Did you mean “row”?"),
        ("clustr C5", "Did you mean “cluster”?"),
        ("2 forst C5", "Did you mean “forest”?"),
        ("qqqq", "Unknown command “qqqq”. Type “help”"),
        ("row", "from A to K"),
        ("row L", "from A to K"),
        ("row 3", "from A to K"),
        ("column", "from 1 to 11"),
        ("column 12", "from 1 to 11"),
        ("column C", "from 1 to 11"),
        ("at", "Enter a space as row (A to K) and column (1 to 11), for example “C5”."),
        ("cluster X9", "Enter a space as row (A to K) and column (1 to 11), for example “C5”."),
        ("destroy", "Enter a space as row (A to K) and column (1 to 11), for example “C5”."),
        ("edict E", "from A to D"),
        ("1 forest C12", "Enter a space as row (A to K) and column (1 to 11), for example “C5”."),
        ("1 forest Z9", "“z9” isn’t a space. Rows are A to K, columns 1 to 11."),
        ("1 forest C5 D6", "Unexpected word “d6”."),
        ("1 2 forest C5", "Unexpected word “2”."),
        ("1 forest water C5", "Unexpected word “water”."),
        ("1 forest r1 r2 C5", "Unexpected word “r2”."),
        ("1 forest f f C5", "Unexpected word “f”."),
        ("1 forest r9 C5", "“r9” isn’t a rotation. Use r0 to r3."),
        ("1 forest r4f C5", "“r4f” isn’t a rotation. Use r0 to r3."),
        (
            "confirm now",
            "“confirm” takes no arguments. To place another shape, type the full command, for example “2 forest C5”.",
        ),
        (
            "ok go on",
            "“confirm” takes no arguments. To place another shape, type the full command, for example “2 forest C5”.",
        ),
        ("draw forst C5", "Did you mean “forest”?"),
        ("draw C12", "Enter a space as row (A to K) and column (1 to 11), for example “C5”."),
        ("try now", "“now” must start a new command."),
        ("fits C5", "“fits” takes a shape number and an orientation, for example “fits 2 r1”."),
        ("fits 1 forest", "“fits” takes a shape number and an orientation, for example “fits 2 r1”."),
        ("fits 1 now", "“now” must start a new command."),
        ("fits r9", "“r9” isn’t a rotation. Use r0 to r3."),
        ("1 forest ٣ C5", "Unknown command “٣”."),
        ("\x00", "help"),
        ("<script>", "Unknown command “<script>”."),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line: str, words: str) -> None:
    with pytest.raises(UnreadableCommand) as refusal:
        parse(line)
    assert words in str(refusal.value)


def test_the_beginning_of_two_terrains_is_neither() -> None:
    words = vocabulary.vocabulary()
    assert words.terrain("fo") is Terrain.FOREST
    assert words.terrain("fa") is Terrain.FARM
    assert words.terrain("mo") is Terrain.MONSTER
    assert words.terrain("x") is None


def test_the_words_of_the_page_are_understood_beside_the_english_ones() -> None:
    with override("fr"):
        assert parse("Ligne C") == parse("rangée c") == parse("rangee c") == parse("row C") == DescribeRow(2)
        assert parse("suivant") == parse("next") == NextFit()
        assert parse("détruire C5") == Destroy(C5)
        assert (
            parse("2 forêt droite miroir C5")
            == parse("2 foret r1f c5")
            == parse("2 forest right flip C5")
            == PlaceShape(WHOLE)
        )
        assert parse("score maintenant") == parse("score now") == DescribeForSeat(BoardTopic.SCORE)
        assert parse("carte de Ben") == DescribeForSeat(BoardTopic.MAP, "ben")
    with pytest.raises(UnreadableCommand):
        parse("rangée C")


def test_no_language_takes_an_english_word_for_something_else() -> None:
    english = vocabulary.vocabulary()
    for code, _name in settings.LANGUAGES:
        with override(code):
            words = vocabulary.vocabulary()
        for word, verb in english.verbs.items():
            assert words.verbs[word] is verb, f"{code}: {word}"
        for word, turn in english.turns.items():
            assert words.turns[word] == turn, f"{code}: {word}"
        assert not set(words.verbs) & (set(words.terrains) | set(words.turns)), code
