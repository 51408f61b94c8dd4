"""Sentences with which lines are answered, at drawn positions."""

import pytest
from django.utils.translation import override

from games.gisborne.line.help import entries
from games.gisborne.line.vocabulary import Verb, vocabulary
from games.play.words import fold_text
from games.tables.models import Table
from tests.engine.gisborne_positions import Table as Position
from tests.games.gisborne import play
from tests.games.gisborne.line.lines import seated_at, told
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.django_db

END = ("Then: 6 hidden tiles; next chip 2.", "Last tile: Far Shore.", "Beach: slot 5, chip worth 4.")
PLACES = "A position scoring deals 3 cards to rank 1, 2 cards to rank 2 and 2 cards to rank 3."
TILES = "1 Landing Jetty, 2 Twin Hamlets, 3 Rope Bridge and 4 Howling Dell"
SEATS = "1 Ann, 2 Ben and 3 Cas"
MIXED = "Without the tent, all cards of a play must be of one metal, except in a village. Choose one metal."

TOLD: list[tuple[str, tuple[str, ...]]] = [
    ("order", ("Order of round 1:", "1. Ben: field 27 (wolves).", "2. Ann (you): field 24.", "3. Cas: field 19.")),
    ("hand", ("Your hand: bronze 1, 2 × bronze 2, silver 2 and 2 × silver 3.",)),
    ("hand of me", ("Your hand: bronze 1, 2 × bronze 2, silver 2 and 2 × silver 3.",)),
    ("hand ben", ("Ben: 5 cards in hand.",)),
    ("hand 3", ("Cas: 3 cards in hand.",)),
    (
        "hand all",
        (
            "Your hand: bronze 1, 2 × bronze 2, silver 2 and 2 × silver 3.",
            "Ben: 5 cards in hand.",
            "Cas: 3 cards in hand.",
        ),
    ),
    (
        "way",
        (
            "Bar, empty.",
            "Tile 1, Landing Jetty, fields 1 to 6: 5, viewpoint.",
            "Tile 2, Twin Hamlets, fields 7 to 13: 8, village; 10, viewpoint; 12, village.",
            "Tile 3, Rope Bridge, fields 14 to 22: 18, plain, bridge to 22; 19, plain, Cas; "
            "20, viewpoint, chip worth 3.",
            "Tile 4, Howling Dell, fields 23 to 29: 24, plain, Ann (you); 25, wolves; 26, viewpoint, chip worth 1; "
            "27, wolves, Ben.",
            *END,
        ),
    ),
    (
        "tile 1",
        ("Tile 1, Landing Jetty, fields 1 to 6:", *(f"{n}, plain." for n in range(1, 5)), "5, viewpoint.", "6, plain."),
    ),
    ("tile nowhere", (f"No tile on the way is called “nowhere”. The tiles are {TILES}.",)),
    ("tile 9", (f"No tile on the way is called “9”. The tiles are {TILES}.",)),
    ("field 26", ("Field 26, viewpoint, chip worth 1.", "Tile 4, Howling Dell, fields 23 to 29.")),
    ("field of Ben", ("Field 27, wolves, Ben.", "Tile 4, Howling Dell, fields 23 to 29.")),
    ("field 99", ("The way has fields 1 to 29 so far. Enter one of them, for example “field 29”.",)),
    ("field 0", ("The way has fields 1 to 29 so far. Enter one of them, for example “field 29”.",)),
    (
        "ahead",
        (
            "Ann (you): field 24.",
            "1 step ahead: 25, wolves.",
            "2 steps ahead: 26, viewpoint, chip worth 1.",
            "3 steps ahead: 27, wolves, Ben.",
            *END,
        ),
    ),
    ("ahead of Ben", ("Ben: field 27 (wolves).", *END)),
    (
        "chips",
        (
            "On the way: field 20, chip worth 3; field 26, chip worth 1.",
            "Next chip: 2 points.",
            "Chip on the beach: 4 points.",
        ),
    ),
    ("chest", ("Chest of Ann (you): 0 cards, chips 3 + 2. Total: 5 points.",)),
    ("chest of Ben", ("Chest of Ben: 0 cards, chips 1. Total: 1 point.",)),
    ("chest 3", ("Chest of Cas: 0 cards. Total: 0 points.",)),
    ("chest zoe", (f"No player is called “zoe”. Players at this table: {SEATS}.",)),
    (
        "supplies",
        ("Pile: 108. Discards: 0.", "6 tiles still hidden.", "Next chip: 2 points.", "Chip on the beach: 4 points."),
    ),
    (
        "places",
        (
            PLACES,
            "The player in last place takes all cards into their hand. The others choose how many go into their "
            "chest, without seeing them.",
        ),
    ),
    (
        "scoring",
        (
            "Next position scoring, by current ranks:",
            "1. Ben: 3 cards.",
            "2. Ann (you): 2 cards.",
            "3. Cas: 2 cards for the hand.",
        ),
    ),
    ("score", ("Chest of Ann (you): 0 cards, chips 3 + 2. Total: 5 points.", "Rank of Ann (you): 2 of 3.")),
    ("standings", ("1. Ann (you): 5 points.", "2. Ben: 1 point.", "3. Cas: 0 points.")),
    (
        "reach s3 s2",
        (
            "If you lay silver 2 and silver 3:",
            "5 steps from field 24 to field 29 (plain), if nobody ahead moves.",
            "Draws 1 card back.",
        ),
    ),
    ("reach b2 s2", ("If you lay bronze 2 and silver 2:", MIXED)),
    (
        "reach tent b1",
        (
            "If you lay the tent with bronze 1:",
            "You stay where you are. All cards you lay come back to your hand.",
            "Draws 2 cards back.",
        ),
    ),
    ("reach 8", ("8 steps from field 24 to field 32, on a tile that nobody has seen yet.",)),
    ("reach 0", ("Enter cards or a number of steps, for example “reach 8”.",)),
    (
        "reach",
        (
            "bronze 1: 1 step from field 24 to field 25 (wolves), if nobody ahead moves.",
            "bronze 2: 2 steps from field 24 to field 26 (viewpoint, chip of 1 point), if nobody ahead moves.",
            "silver 3: 3 steps from field 24 to field 28 (plain), if nobody ahead moves.",
            "2 × bronze 2: 4 steps from field 24 to field 28 (plain), if nobody ahead moves.",
            "silver 2 and silver 3: 5 steps from field 24 to field 29 (plain), if nobody ahead moves.",
            "2 × silver 3: 6 steps from field 24 to field 30, on a tile that nobody has seen yet.",
            "silver 2 and 2 × silver 3: 8 steps from field 24 to field 32, on a tile that nobody has seen yet.",
        ),
    ),
    (
        "try 2s3",
        (
            "Selected: 2 × silver 3.",
            "6 steps from field 24 to field 30, on a tile that nobody has seen yet.",
            "Draws 1 card back.",
        ),
    ),
    ("try b1 s2", ("Selected: bronze 1 and silver 2.", MIXED)),
    ("try g4", ("You don’t have all of these cards in your hand. Choose other cards.",)),
    ("try", ("No cards are selected.",)),
    ("clear", ("No cards are selected.",)),
    ("round 9", ("Round 9 hasn’t started. Enter a round from 1 to 1.",)),
    ("help give", ("give 2: Gives the wolves a chip of that value.",)),
    ("help rope", ("“rope” isn’t a command. Type “help” for a list.",)),
]


FRENCH: list[tuple[str, tuple[str, ...]]] = [
    ("main", ("Votre main : bronze 1, 2 × bronze 2, argent 2 et 2 × argent 3.",)),
    ("case 26", ("Case 26, point de vue, jeton de 1.", "Tuile 4, Combe hurlante, cases 23 à 29.")),
    ("coffre de Ben", ("Ben, coffre : 0 carte, jetons 1. Total : 1 point.",)),
    ("score", ("Ann (vous), coffre : 0 carte, jetons 3 + 2. Total : 5 points.", "Ann (vous), rang : 2 sur 3.")),
    ("classement", ("1. Ann (vous) : 5 points.", "2. Ben : 1 point.", "3. Cas : 0 point.")),
    ("essayer o4", ("Vous n’avez pas toutes ces cartes en main. Choisissez-en d’autres.",)),
    ("manche 9", ("La manche 9 n’a pas commencé. Indiquez une manche de 1 à 1.",)),
    ("aide donner", ("donner 2 : Cède aux loups un jeton de cette valeur.",)),
    ("argnet 3", ("Commande inconnue : « argnet ». Vouliez-vous dire « argent » ?",)),
    ("or 2", ("« or 2 » n’est pas une carte. Les cartes sont b1, b2, a2, a3, o3, o4.",)),
]


@pytest.fixture
def table() -> Table:
    return play.gather(*people_named("Ann", "Ben", "Cas"))


def way_position() -> Position:
    """Ann is between wolves and behind Ben."""
    hands = ("b1 2b2 s2 2s3", "5b1", "g4 2s2")
    return Position((24, 27, 19), hands, chips={26: 1, 20: 3}, chests=((3, 2), (1,), ()))


def test_lines_are_answered(table: Table) -> None:
    ann = seated_at(table, way_position().state, 0)
    assert [(line, told(ann, line)) for line, _ in TOLD] == TOLD


def test_lines_are_answered_in_french(table: Table) -> None:
    ann = seated_at(table, way_position().state, 0)
    with override("fr"):
        answers = [(line, tuple(map(plain_spaces, told(ann, line)))) for line, _ in FRENCH]
    assert answers == FRENCH


def plain_spaces(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def test_order_shows_numbers_of_cards_only_behind_them(table: Table) -> None:
    position = way_position()
    position.lay(B="2b1")
    lines = {seat: told(seated_at(table, position.state, seat), "order")[1] for seat in (None, 0, 1, 2)}
    assert lines[0] == lines[2] == "1. Ben: field 27 (wolves); 2 cards laid."
    assert lines[1] == "1. Ben (you): field 27 (wolves); 2 × bronze 1."
    assert lines[None] == "1. Ben: field 27 (wolves); has laid cards."
    position.lay(A="b1")
    assert told(seated_at(table, position.state, 1), "order")[2] == "2. Ann: field 24; has laid cards."


def test_nothing_is_selected_once_a_play_lies_there(table: Table) -> None:
    position = way_position()
    position.lay(A="b1")
    for line in ("try b2", "reach b2", "reach 2", "clear"):
        assert told(seated_at(table, position.state, 0), line) == (
            "You’ve already laid cards this round. Undo your play first.",
        )


def test_river_selects_cards_to_discard(table: Table) -> None:
    position = Position((28, 30, 9), ("3b1 2s2 b2 b1", "b1", "b1"))
    position.lay(A="2s2", B="tent", C="tent")
    ann = seated_at(table, position.state, 0)
    assert told(ann, "try 2b1") == ("Selected: 2 × bronze 1.", "Discard exactly 2 cards.")
    assert told(ann, "try") == ("Discard exactly 2 cards.",)
    assert told(ann, "try", {"hand-b1": "1"}) == ("Selected: bronze 1.", "Discard exactly 2 cards.")
    not_asked = ("This doesn’t match what you’re asked now. Check what to do and try again.",)
    assert told(ann, "reach b1") == not_asked
    assert told(seated_at(table, position.state, 1), "try b1") == not_asked


def test_open_scoring_shows_the_seats_that_have_decided(table: Table) -> None:
    position = Position((4, 3, 1), ("b1", "b2", "b1 b1"), chips={5: 1})
    position.lay(A="b1", B="tent", C="b1")
    position.keep(A=1)
    assert told(seated_at(table, position.state, 1), "scoring") == (
        "Position scoring:",
        "1. Ann: 3 cards, decided.",
        "2. Ben (you): 2 cards.",
        "3. Cas: 2 cards for the hand.",
    )


def test_arrived_pawn_is_on_its_slot(table: Table) -> None:
    position = Position((75, 60, 70), ("3b1", "3b1", "3b1"), whole=True)
    position.lay(A="2b1", B="b1", C="b1")
    ann = seated_at(table, position.state, 0)
    assert told(ann, "ahead") == told(ann, "field") == ("Ann (you): slot 5.",)
    assert told(ann, "way")[-1] == "Beach: slot 5, Ann (you)."
    assert told(ann, "tile far")[0] == "Tile 11, Far Shore, fields 74 to 76:"


def test_spectator_asks_but_selects_nothing(table: Table) -> None:
    nobody = seated_at(table, way_position().state, None)
    refused = ("You’re a spectator, so only query commands are available. Type “help” to list them.",)
    for line in ("try b1", "clear", "reach b1", "reach", "reach 8"):
        assert told(nobody, line) == refused, line
    assert told(nobody, "hand") == ("Ann: 6 cards in hand.", "Ben: 5 cards in hand.", "Cas: 3 cards in hand.")
    assert told(nobody, "tile")[0] == "Tile 4, Howling Dell, fields 23 to 29:"


def test_help_explains_every_command(table: Table) -> None:
    ann = seated_at(table, way_position().state, 0)
    assert len(entries()) == len(Verb) + 1
    assert len(told(ann, "help")) == len(entries())
    for verb in Verb:
        (sentence,) = told(ann, f"help {verb}")
        assert sentence.startswith(str(verb))
    assert told(ann, "help tent") == told(ann, "help silver") == told(ann, "help")[:1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_shows_lines_that_are_read(table: Table, language: str) -> None:
    ann = seated_at(table, way_position().state, 0)
    with override(language):
        for entry in entries()[1:]:
            assert fold_text(entry.typed).split()[0] in vocabulary().verbs, entry.typed
        telling = [entry.typed for entry in entries()[1:] if not (entry.plays or entry.speaks)]
        assert all(told(ann, line) for line in telling)
