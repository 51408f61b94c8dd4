"""The log in words."""

import re
from functools import reduce

import pytest
from django.utils import translation

from engine.cartographers.events import (
    CardRevealed,
    EdictsLaid,
    GameEnded,
    GameStarted,
    MonsterWalkedIn,
    SeasonScore,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask
from engine.cartographers.news import DrawingNews, News, SeasonOpened
from engine.cartographers.notation import placement_of
from engine.cartographers.placement import Forced
from engine.cartographers.state import State
from engine.cartographers.terrain import Terrain
from engine.contract import Seat
from games.cartographers.log.entries import TurnTask, log_line, log_lines
from tests.engine.tools import definition, mask
from tests.games.tables.clients import NAMES
from tests.golden.test_golden import NAMES as GOLDEN
from tests.golden.test_golden import events_of
from tests.golden.typical import typical_first

DEFINITION = definition("A")
ADA, BEN, CY = Seat(0), Seat(1), Seat(2)


def line(event: News, viewer: Seat | None = None, names: tuple[str, ...] = ("Ada", "Ben", "Cy")) -> str | None:
    return log_line(event, names, DEFINITION, viewer)


def drawn(
    seat: Seat, subject: Seat, *, coin: bool = False, mountains: Mask = 0, forced: Forced = Forced.NO
) -> DrawingNews:
    terrain = Terrain.FOREST if seat == subject else Terrain.MONSTER
    placement = placement_of(f"1 {terrain.word} B2")
    cells = mask("B2 B3 C4")
    return DrawingNews(5, seat, subject, placement, cells, terrain, coin=coin, mountains=mountains, forced=forced)


def test_beginnings() -> None:
    assert line(GameStarted(DEFINITION, 3)) == "Game started: 3 players, map sheet Wilderness."
    assert line(GameStarted(DEFINITION, 1)) == "Game started: 1 player, map sheet Wilderness."
    laid = ("greenbough", "wildholds", "canal_lake", "lost_barony")
    names = "A Greenbough, B Wildholds, C Canal Lake and D Lost Barony"
    assert line(EdictsLaid(laid, drawn=True)) == f"Random edicts: {names}."
    assert line(EdictsLaid(laid, drawn=False)) == f"Edicts chosen by the host: {names}."
    assert [line(SeasonOpened(season)) for season in range(4)] == [
        "Spring begins.",
        "Summer begins.",
        "Fall begins.",
        "Winter begins.",
    ]


def test_what_says_nothing_is_left_out() -> None:
    assert line(TurnClosed(5)) is None


def test_cards() -> None:
    assert line(CardRevealed("hamlet", 5)) == "Hamlet revealed."
    assert line(CardRevealed("temple_ruins", 5)) == "Temple Ruins revealed. The next shape must cover a ruins space."
    ambush = CardRevealed("gnoll_raid", 5)
    assert line(ambush) == "Gnoll Raid revealed. All players draw a monster on a neighbor’s map."
    assert line(ambush, names=("Ada",)) == "Gnoll Raid revealed. A monster appears."


@pytest.mark.parametrize(
    ("event", "viewer", "expected"),
    [
        (drawn(ADA, ADA), ADA, "You drew forest on B2, B3, C4."),
        (drawn(ADA, ADA), BEN, "Ada drew forest on B2, B3, C4."),
        (drawn(ADA, ADA), None, "Ada drew forest on B2, B3, C4."),
        (drawn(ADA, ADA, coin=True), BEN, "Ada drew forest on B2, B3, C4. Ada earned 1 coin."),
        (drawn(ADA, ADA, coin=True, mountains=mask("D4")), ADA, "You drew forest on B2, B3, C4. You earned 2 coins."),
        (
            drawn(ADA, ADA, forced=Forced.NOTHING_FITS),
            ADA,
            "You drew forest on B2, B3, C4. Only a single square could be drawn.",
        ),
        (drawn(ADA, BEN), ADA, "You drew a monster on Ben’s map: B2, B3, C4."),
        (drawn(ADA, BEN), BEN, "Ada drew a monster on your map: B2, B3, C4."),
        (drawn(ADA, BEN), CY, "Ada drew a monster on Ben’s map: B2, B3, C4."),
        (
            drawn(ADA, BEN, mountains=mask("D4")),
            BEN,
            "Ada drew a monster on your map: B2, B3, C4. You earned 1 coin.",
        ),
        (
            drawn(ADA, BEN, mountains=mask("D4")),
            ADA,
            "You drew a monster on Ben’s map: B2, B3, C4. Ben earned 1 coin.",
        ),
        (TakenBack(5, ADA), ADA, "You undid your move."),
        (TakenBack(5, ADA), BEN, "Ada undid a move."),
    ],
)
def test_drawings(event: News, viewer: Seat | None, expected: str) -> None:
    assert line(event, viewer) == expected


def test_an_ambush_names_its_monster() -> None:
    sentence = log_line(drawn(ADA, BEN), ("Ada", "Ben", "Cy"), DEFINITION, BEN, TurnTask("Kobold Onslaught"))
    assert sentence == "Ada drew Kobold Onslaught on your map: B2, B3, C4."
    assert line(SeasonScored(0, (SeasonScore((0, 0), 0, 4),)), ADA, ("Ada",)) == "Spring scored: −4 stars."


@pytest.mark.parametrize(("viewer", "expected"), [(ADA, "You undid your choice."), (BEN, "Ada undid a choice.")])
def test_a_choice_that_is_taken_back(viewer: Seat, expected: str) -> None:
    sentence = log_line(TakenBack(5, ADA), ("Ada", "Ben", "Cy"), DEFINITION, viewer, TurnTask(choosing=True))
    assert sentence == expected


def test_the_ambush_that_walks_in() -> None:
    assert line(MonsterWalkedIn(5, mask("A1 B2")), ADA, ("Ada",)) == "The monster was placed on A1, B2."
    walked = MonsterWalkedIn(5, mask("A1 B2"), mask("D4"))
    assert line(walked, ADA, ("Ada",)) == "The monster was placed on A1, B2. You earned 1 coin."
    assert line(walked, None, ("Ada",)) == "The monster was placed on A1, B2. Ada earned 1 coin."
    assert line(MonsterWalkedIn(5, 0), ADA, ("Ada",)) == "The monster didn’t fit anywhere and was ignored."


def test_ends() -> None:
    scores = (SeasonScore((6, 3), 2, 1), SeasonScore((0, 0), 0, 4), SeasonScore((1, 0), 0, 0))
    assert line(SeasonScored(0, scores)) == "Spring scored. Totals: Ada 10, Ben −4 and Cy 1."
    assert line(SeasonScored(3, scores[2:]), ADA, ("Ada",)) == "Winter scored: 1 star."
    assert line(GameEnded()) == "The game is over."


def test_names_are_left_as_they_are() -> None:
    assert line(drawn(ADA, ADA), BEN, ("%(name)s <b>", "Ben")) == "%(name)s <b> drew forest on B2, B3, C4."


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", typical_first(GOLDEN))
def test_nothing_is_told_of_what_did_not_happen(game: str, language: str) -> None:
    """No line reports earning 0 coins; 0 stars in a season are a figure, though."""
    begun, *events = events_of(game)
    assert isinstance(begun, GameStarted)
    names = NAMES[: begun.seats]
    end: State = reduce(RULES.evolve, events, RULES.evolve(RULES.initial, begun))
    others = [event for event in events if not isinstance(event, SeasonScored)]
    with translation.override(language):
        for viewer in (None, *map(Seat, range(begun.seats))):
            news = [seen for event in others if (seen := RULES.visible(event, viewer, end)) is not None]
            lines = [line for seen in news for line in log_lines(seen, names, begun.definition, viewer)]
            assert lines
            assert [line for line in lines if re.search(r"\b0\b", line)] == []
