"""Parsing of typed lines: any spelling and order, in English and in the page's language."""

import random
import re
import string
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from engine.gisborne.cards import Cards, Face, parse_cards
from games.gisborne.line.commands import (
    BareCards,
    Clear,
    Command,
    Confirm,
    Describe,
    DescribeField,
    DescribeForSeat,
    DescribeHelp,
    DescribeRound,
    DescribeTile,
    DiscardCards,
    GiveChip,
    LayCards,
    Reach,
    ReachSteps,
    SeatTopic,
    Share,
    Topic,
    Try,
    Undo,
)
from games.gisborne.line.parser import parse
from games.gisborne.line.vocabulary import WORDS, Verb, vocabulary
from games.gisborne.words.names import card_list
from games.play.line import LONGEST, UnreadableCommand
from games.play.words import entry_words


def cards(text: str) -> Cards:
    return parse_cards(text)


CARDS = [
    ("s3 s3 s2", "s2 2s3"),
    ("S3, s2; S3.", "s2 2s3"),
    ("2s3 s2", "s2 2s3"),
    ("2xs3 s2", "s2 2s3"),
    ("2×s3 s2", "s2 2s3"),
    ("s3x2 s2", "s2 2s3"),
    ("2 s3 s2", "s2 2s3"),
    ("2x s3 and s2", "s2 2s3"),
    ("2 x s3 s2", "s2 2s3"),
    ("silver 3 3 2", "s2 2s3"),
    ("SILVER 3 3 2", "s2 2s3"),
    ("silver3 silver3 silver2", "s2 2s3"),
    ("silv 3 3 2", "s2 2s3"),
    ("silver 2 and 2 × silver 3", "s2 2s3"),
    ("2 silver 3 and silver 2", "s2 2s3"),
    ("silver 3, 3 and 2", "s2 2s3"),
    ("silver 2 2 × 3", "s2 2s3"),
    ("bronze 1 silver 3 3 2", "b1 s2 2s3"),
    ("bronze 1, 2 × silver 3 and silver 2", "b1 s2 2s3"),
    ("gold 3 gold 4", "g3 g4"),
    ("3 cards of bronze 2", "3b2"),
]

READ: list[tuple[str, Command]] = [
    *((line, BareCards(cards(text))) for line, text in CARDS),
    ("tent", BareCards((), tent=True)),
    ("the tent with b1", BareCards(cards("b1"), tent=True)),
    ("b1 tent", BareCards(cards("b1"), tent=True)),
    ("lay s3", LayCards(cards("s3"))),
    ("play tent", LayCards((), tent=True)),
    ("lay", Confirm()),
    ("confirm", Confirm()),
    ("ok", Confirm()),
    ("confirm s3", LayCards(cards("s3"))),
    ("try 2s3", Try(cards("2s3"))),
    ("try tent", Try((), tent=True)),
    ("try", Try()),
    ("reach s3 s2", Reach(cards("s2 s3"))),
    ("reach", Reach()),
    ("reach tent", Reach((), tent=True)),
    ("reach 8", ReachSteps(8)),
    ("clear", Clear()),
    ("back", Undo()),
    ("take back", Undo()),
    ("discard b1 b1", DiscardCards(cards("2b1"))),
    ("discard", DiscardCards()),
    ("give 2", GiveChip(2)),
    ("give the chip of 2", GiveChip(2)),
    ("give the chip worth 2", GiveChip(2)),
    ("chest 2", Share(SeatTopic.CHEST, 2)),
    ("chest 2 cards", Share(SeatTopic.CHEST, 2)),
    ("chest all", Share(SeatTopic.CHEST)),
    ("hand all", Share(SeatTopic.HAND)),
    ("hand 0", Share(SeatTopic.HAND, 0)),
    ("chest", DescribeForSeat(SeatTopic.CHEST)),
    ("chest Ben", DescribeForSeat(SeatTopic.CHEST, "ben")),
    ("chest of Ben Stone", DescribeForSeat(SeatTopic.CHEST, "ben stone")),
    ("hand", DescribeForSeat(SeatTopic.HAND)),
    ("hand of me", DescribeForSeat(SeatTopic.HAND, "me")),
    ("now", Describe(Topic.NOW)),
    ("  WHO. ", Describe(Topic.WHO)),
    ("order", Describe(Topic.ORDER)),
    ("way", Describe(Topic.WAY)),
    ("chips", Describe(Topic.CHIPS)),
    ("supplies", Describe(Topic.SUPPLIES)),
    ("places", Describe(Topic.PLACES)),
    ("scoring", Describe(Topic.SCORING)),
    ("standings", Describe(Topic.STANDINGS)),
    ("log", Describe(Topic.LOG)),
    ("score", DescribeForSeat(SeatTopic.SCORE)),
    ("score 2", DescribeForSeat(SeatTopic.SCORE, "2")),
    ("ahead of Ben", DescribeForSeat(SeatTopic.AHEAD, "ben")),
    ("ahead", DescribeForSeat(SeatTopic.AHEAD)),
    ("tile 3", DescribeTile("3")),
    ("tile Rope Bridge", DescribeTile("rope bridge")),
    ("tile", DescribeTile()),
    ("field 26", DescribeField(26)),
    ("at 26", DescribeField(26)),
    ("field of Ben", DescribeForSeat(SeatTopic.FIELD, "ben")),
    ("round 6", DescribeRound(6)),
    ("round", DescribeRound()),
    ("help", DescribeHelp()),
    ("?", DescribeHelp()),
    ("help tile", DescribeHelp("tile")),
]

UNREADABLE = [
    ("", "Type a command. Type “help” for a list."),
    (" ,. ", "Type a command. Type “help” for a list."),
    ("s" * (LONGEST + 1), "This command is too long. Type “help” for a list."),
    ("hnad", "Unknown command “hnad”. Did you mean “hand”?"),
    ("silvre 3", "Unknown command “silvre”. Did you mean “silver”?"),
    ("xyzzy", "Unknown command “xyzzy”. Type “help” for a list."),
    ("s3 log", "“log” must start a new command."),
    ("s4", "“s4” isn’t a card. The cards are b1, b2, s2, s3, g3, g4."),
    ("silver 1", "“silver 1” isn’t a card. The cards are b1, b2, s2, s3, g3, g4."),
    ("silver", "Add a value after “silver”. The cards are b1, b2, s2, s3, g3, g4."),
    ("silver gold 3", "Add a value after “silver”. The cards are b1, b2, s2, s3, g3, g4."),
    ("2", "Add a card after “2”, for example “2 silver 3”."),
    ("3 2", "Unexpected word “2”. Example of a full command: “2s3 s2”."),
    ("2 2s3", "Unexpected word “2s3”. Example of a full command: “2s3 s2”."),
    ("2 tent", "Unexpected word “tent”. Example of a full command: “2s3 s2”."),
    ("tent tent", "Unexpected word “tent”. Example of a full command: “2s3 s2”."),
    ("and the", "Unknown command “and”. Type “help” for a list."),
    ("discard tent", "The tent can’t be discarded. Choose cards, for example “discard b1 b1”."),
    ("give", "Enter the value of a chip, for example “give 2”."),
    ("give gold", "Enter the value of a chip, for example “give 2”."),
    ("round x", "Enter the number of a round, for example “round 6”."),
    ("round 0", "Enter the number of a round, for example “round 6”."),
]

FRENCH: list[tuple[str, Command]] = [
    ("2s3 s2", BareCards(cards("s2 2s3"))),
    ("2a3 a2", BareCards(cards("s2 2s3"))),
    ("o3 o4 b1", BareCards(cards("b1 g3 g4"))),
    ("argent 3 3 2", BareCards(cards("s2 2s3"))),
    ("ARGENT 3, 2 × argent 2 et or 4", BareCards(cards("2s2 s3 g4"))),
    ("2 cartes de bronze 1", BareCards(cards("2b1"))),
    ("silver 3", BareCards(cards("s3"))),
    ("tente b1", BareCards(cards("b1"), tent=True)),
    ("la tente avec b1", BareCards(cards("b1"), tent=True)),
    ("poser s3", LayCards(cards("s3"))),
    ("jouer la tente", LayCards((), tent=True)),
    ("valider", Confirm()),
    ("essayer s3", Try(cards("s3"))),
    ("portée s3 et s2", Reach(cards("s2 s3"))),
    ("portee 8", ReachSteps(8)),
    ("effacer", Clear()),
    ("reprendre", Undo()),
    ("défausser b1 b1", DiscardCards(cards("2b1"))),
    ("DEFAUSSER 2 b1", DiscardCards(cards("2b1"))),
    ("donner le jeton de 2", GiveChip(2)),
    ("céder le jeton de 2", GiveChip(2)),
    ("coffre 2", Share(SeatTopic.CHEST, 2)),
    ("coffre tout", Share(SeatTopic.CHEST)),
    ("main tout", Share(SeatTopic.HAND)),
    ("coffre de Ben", DescribeForSeat(SeatTopic.CHEST, "ben")),
    ("main", DescribeForSeat(SeatTopic.HAND)),
    ("maintenant", Describe(Topic.NOW)),
    ("ordre", Describe(Topic.ORDER)),
    ("chemin", Describe(Topic.WAY)),
    ("tuile 3", DescribeTile("3")),
    ("case 26", DescribeField(26)),
    ("devant Ben", DescribeForSeat(SeatTopic.AHEAD, "ben")),
    ("jetons", Describe(Topic.CHIPS)),
    ("réserves", Describe(Topic.SUPPLIES)),
    ("décompte", Describe(Topic.SCORING)),
    ("classement", Describe(Topic.STANDINGS)),
    ("manche 6", DescribeRound(6)),
    ("journal", Describe(Topic.LOG)),
    ("aide", DescribeHelp()),
    ("hand all", Share(SeatTopic.HAND)),
]


def outcome(line: str) -> Command | str:
    """Return the command of a line, or why it can't be read."""
    try:
        return parse(line)
    except UnreadableCommand as problem:
        return str(problem)


@pytest.mark.parametrize(("line", "command"), READ)
def test_a_line_is_read(line: str, command: Command) -> None:
    assert parse(line) == command


@pytest.mark.parametrize(("line", "problem"), UNREADABLE)
def test_an_unreadable_line_is_explained(line: str, problem: str) -> None:
    with pytest.raises(UnreadableCommand) as raised:
        parse(line)
    assert str(raised.value) == problem


@pytest.mark.parametrize(("line", "command"), FRENCH)
def test_a_line_is_read_in_french(line: str, command: Command) -> None:
    with override("fr"):
        assert parse(line) == command


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_word_has_one_meaning(language: str) -> None:
    words = [word for spellings in WORDS.values() for word in set(entry_words(spellings, language))]
    assert len(set(words)) == len(words)
    with override(language):
        lexicon = vocabulary()
    assert set(lexicon.verbs.values()) == set(Verb)
    assert not set(lexicon.verbs) & (set(lexicon.metals) | lexicon.tent)
    assert all(len(word.split()) <= 2 for word in lexicon.verbs), "longer ones are not found"
    assert len(lexicon.letters) >= 3


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("text", ["b1", "3b1 2b2", "s2 2s3", "b1 b2 s2 s3 g3 g4", "2s3 5g4"])
def test_cards_as_the_site_writes_them_are_read(language: str, text: str) -> None:
    with override(language):
        assert parse(card_list(cards(text))) == BareCards(cards(text))


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_random_text_is_read_or_explained(language: str) -> None:
    chance = random.Random(7)
    with override(language):
        words = [*vocabulary().verbs, *vocabulary().metals, *vocabulary().fillers, *Face, "tent", "2", "3", "x", "all"]
        for _ in range(3000):
            line = " ".join(chance.choices([*words, *map(str, range(12)), *string.printable, "é", "٣", "×"], k=5))
            assert outcome(line)


def test_every_command_of_the_document_is_read() -> None:
    page = (Path(__file__).resolve().parents[4] / "docs" / "commands.md").read_text("utf-8")
    section = page.partition("\n## Gisborne\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)
    lines = [line for row in rows for line in re.findall(r"`([^`]+)`", row)]
    assert len(lines) > 25
    for line in lines:
        parse(line)
