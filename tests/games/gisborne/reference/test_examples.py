"""The drawn examples of the rules of Gisborne: the engine plays them, and each shows what it says."""

import re

import pytest
from django.test import Client
from django.utils.translation import override

from engine.contract import Seat
from engine.gisborne.events import ChipTaken, Drew, Reason, ScoringBegan, SetOut, TileLaid
from games.gisborne.reference.chapters import CHAPTERS
from games.gisborne.reference.example_pictures import ExampleView, example_view
from games.gisborne.reference.example_rounds import PlayedRound, play_round
from games.gisborne.reference.poster import poster
from games.gisborne.reference.rule_examples import EXAMPLES, NAMES, RuleExample
from tests.engine.gisborne_drawing import T_CHIPS, T, draw_position, parse_position
from tests.engine.gisborne_drawing import Position as Drawn
from tests.engine.test_gisborne_examples import read_examples
from tests.processes.programs import ROOT

ALL = [example for examples in EXAMPLES.values() for example in examples]
WRITTEN = {int(example.title.split(".")[0]): example for example in read_examples() if example.title[0].isdigit()}
"""Examples as the tests of the engine have them, by their numbers in docs/gisborne.md."""


def id_of(example: RuleExample) -> str:
    return f"example {example.number}"


def draw(example: RuleExample, played: PlayedRound, *, after: bool) -> str:
    """Return the position before or after a round, as the tests of the engine draw it."""
    state = played.after if after else played.before
    letters = {seat: "abcde"[seat] for seat in state.bar}
    return draw_position(
        Drawn(
            tiles=list(state.way.tiles),
            chips=dict(state.on_way),
            pawns={letters[seat]: state.at[seat] for seat in state.bar if state.is_on_way(seat)},
            beach=[letters[seat] for seat in state.arrived],
            bar=[letters[seat] for seat in state.bar if not state.at[seat] and seat not in state.arrived],
            beach_chip=bool(state.beach_chip),
        )
    )


@pytest.mark.parametrize("example", ALL, ids=id_of)
def test_example_begins_and_ends_as_the_rules_write_it(example: RuleExample) -> None:
    written, path = WRITTEN[example.number], list(example.position.path)
    played = play_round(example.position)
    assert draw(example, played, after=False) == draw_position(parse_position(written.before, path))
    assert draw(example, played, after=True) == draw_position(parse_position(written.after, path))


def test_examples_use_the_tiles_and_chips_of_the_documentation() -> None:
    position = ALL[0].position
    assert list(position.path) == T
    assert list(play_round(position).before.chip_pile) == T_CHIPS[position.tiles :]


def figures(text: str) -> list[int]:
    return [int(figure) for figure in re.findall(r"\d+", text)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("example", ALL, ids=id_of)
def test_sentences_of_an_example_have_the_figures_of_the_engine(example: RuleExample, language: str) -> None:
    played = play_round(example.position)
    with override(language):
        view = example_view(example)
    text = " ".join(view.lines)
    for event in played.events:
        match event:
            case SetOut(steps=steps):
                assert steps in figures(text)
            case TileLaid(chip=chip) if chip:
                assert chip in figures(text)
            case ChipTaken(value=value, field=field, how=how):
                assert value in figures(text)
                assert how is not Reason.PASSED or field in figures(text)
            case ScoringBegan(dealt=dealt):
                assert {len(cards) for cards in dealt if cards} <= set(figures(text))
            case Drew(drawer, cards, Reason.BACK) if example.draws and drawer in example.position.plays:
                assert len(cards) in figures(text)
            case _:
                pass
    for seat in map(Seat, example.position.plays):
        assert NAMES[seat] in text
        if played.after.is_on_way(seat):
            assert played.after.at[seat] in figures(text)
    scorings = sum(isinstance(event, ScoringBegan) for event in played.events)
    assert sum(line.startswith(("Position scoring", "Décompte de position")) for line in view.lines) == scorings


def test_an_example_tells_who_can_undo_a_play() -> None:
    (example,) = [example for example in ALL if example.undo]
    laid = play_round(example.position).laid
    assert [seat for seat, play in enumerate(laid.round.plays) if play] == [0, 1]
    lines = example_view(example).lines
    assert lines[:2] == (
        "Ann can’t undo the play, because a player behind has laid cards.",
        "Before the reveal, Ben can undo the play.",
    )


@pytest.mark.parametrize("example", ALL, ids=id_of)
def test_picture_shows_pawns_before_and_pale_ones_after_the_moves(example: RuleExample) -> None:
    played, view = play_round(example.position), example_view(example)
    assert standing(view, pale=False) == places(played.before.at, played.before.arrived)
    after = places(played.after.at, played.after.arrived)
    assert standing(view, pale=True) == {
        seat: place for seat, place in after.items() if place != standing(view, pale=False)[seat]
    }
    assert not any(place.id for tile in view.part.tiles for place in (*tile.fields, *tile.slots))


def places(at: tuple[int, ...], arrived: tuple[int, ...]) -> dict[int, str]:
    """Return the number of the field by seat, 0 for the bar, or the slot."""
    return {
        seat: f"slot {5 - arrived.index(seat)}" if seat in arrived else str(number) for seat, number in enumerate(at)
    }


def standing(view: ExampleView, *, pale: bool) -> dict[int, str]:
    """Return likewise what a picture shows."""
    found = {} if pale or view.part.bar is None else {int(pawn.seat): "0" for pawn in view.part.bar.pawns}
    for tile in view.part.tiles:
        for is_slot, shown in ((False, tile.fields), (True, tile.slots)):
            for place in shown:
                pawns = [place.ghost] if pale else place.pawns
                found |= {int(pawn.seat): f"slot {place.number}" if is_slot else place.number for pawn in pawns if pawn}
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_full_rules_show_all_examples_in_their_chapters(language: str, client: Client) -> None:
    page = client.get("/gisborne/rules/full/", headers={"Accept-Language": language}).content.decode()
    assert page.count('<figure class="way-example">') == len(ALL)
    assert set(EXAMPLES) <= {chapter.key for chapter in CHAPTERS}
    assert "way-example" not in client.get("/gisborne/rules/").content.decode()


def test_examples_have_numbers_of_the_documentation() -> None:
    text = (ROOT / "docs" / "gisborne.md").read_text()
    numbers = [example.number for example in ALL]
    assert sorted(numbers) == list(range(1, 27))
    assert [number for number in numbers if f"\n| {number} | " not in text] == []


def test_poster_shows_four_pawns_and_some_chips() -> None:
    part = poster()
    assert sum(len(place.pawns) for tile in part.tiles for place in tile.fields) == 4
    assert sum(bool(place.chip) for tile in part.tiles for place in tile.fields) == 3
    assert len(part.tiles) == 4
