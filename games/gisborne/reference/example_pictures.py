"""Pictures and sentences of the examples of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.gisborne.events import Event, Moved, Reason, SetOut
from engine.gisborne.game import RULES
from engine.gisborne.news import News
from engine.gisborne.rules.lay import may_take_back
from engine.gisborne.state import State
from engine.gisborne.tiles import SLOTS
from games.gisborne.log.entries import round_lines
from games.gisborne.log.rounds import fold_rounds
from games.gisborne.reference.example_rounds import PlayedRound, play_round
from games.gisborne.reference.rule_examples import EXAMPLES, NAMES, RuleExample
from games.gisborne.way.way_view import BarView, PawnView, PlaceView, TileView, way_view
from games.play.fragment_cache import cached
from games.play.people import Person, seat_css
from games.tables.log.state import DecodedEvent

_WHEN: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class WayPart:
    """Tiles of a position on which pawns stand or come to stand, pale at the end of their moves.

    `bar` lies on the first tile, and is None if that is left out.
    """

    bar: BarView | None
    tiles: tuple[TileView, ...]


@dataclass(frozen=True, slots=True)
class ExampleView:
    """Example with its picture, and what happens, in sentences."""

    title: str
    part: WayPart
    lines: tuple[str, ...]


@cached(50)
def build_examples(chapter: str) -> tuple[ExampleView, ...]:
    """Return the drawn examples of a chapter of the rules."""
    return tuple(example_view(example) for example in EXAMPLES.get(chapter, ()))


def example_view(example: RuleExample) -> ExampleView:
    """Return an example; the engine plays it, so that all its figures follow from the rules."""
    played = play_round(example.position)
    return ExampleView(str(example.title), way_part(played), tuple(_lines(example, played)))


def way_part(played: PlayedRound) -> WayPart:
    """Return the part of the way on which a round takes place, as it was before the moves."""
    before, after = played.before, played.after
    view = replace(
        RULES.view(after, None),
        at=before.at,
        arrived=before.arrived,
        # A chip that the round has uncovered is shown too.
        on_way={**after.on_way, **before.on_way},
        beach_chip=before.beach_chip,
    )
    way = way_view(view, people(len(before.at)))
    standing = (pawn for tile in way.tiles for place in (*tile.fields, *tile.slots) for pawn in place.pawns)
    pawns = {pawn.seat: pawn for pawn in (*way.bar.pawns, *standing)}
    ends = {_place(after, seat): pawns[seat] for seat in pawns if _place(before, seat) != _place(after, seat)}
    busy = {*(_place(before, seat) for seat in pawns), *ends}
    tiles = [
        (at, tile)
        for at, tile in enumerate(way.tiles)
        if any(place.id in busy or place.chip for place in (*tile.fields, *tile.slots)) or (at == 0 and way.bar.pawns)
    ]
    bar = way.bar if tiles and tiles[0][0] == 0 else None
    return WayPart(bar, tuple(_with_ends(tile, ends) for _at, tile in tiles))


def people(seats: int) -> tuple[Person, ...]:
    """Return the players of an example."""
    return tuple(
        Person(Seat(seat), NAMES[seat], title="", username="", css=seat_css(seat), me=False) for seat in range(seats)
    )


def _place(state: State, seat: Seat) -> str:
    """Return the id of the place on which a pawn stands, "" for the bar."""
    if seat in state.arrived:
        return f"slot-{SLOTS[state.arrived.index(seat)]}"
    return f"field-{state.at[seat]}" if state.at[seat] else ""


def _with_ends(tile: TileView, ends: dict[str, PawnView]) -> TileView:
    """Return a tile with pale pawns where moves end. Its places get no ids, as a page has several such tiles."""

    def with_end(place: PlaceView) -> PlaceView:
        end = ends.get(place.id)
        text = _("%(place)s, %(name)s after the move") % {"place": place.text, "name": end.name} if end else place.text
        return replace(place, id="", ghost=end, text=text)

    fields, slots = (tuple(map(with_end, places)) for places in (tile.fields, tile.slots))
    return replace(tile, fields=fields, slots=slots, behind=False)


def _lines(example: RuleExample, played: PlayedRound) -> Iterator[str]:
    """Yield what the seats of an example do and get, and the position scorings, in the words of the log."""
    one = fold_rounds(_entries(played))[1]
    seats = tuple(seat for seat in one.order if seat in example.position.plays)
    draws = tuple(draw for draw in one.draws if example.draws and draw.seat in seats)
    shown = one._replace(order=seats, draws=draws, piles=())
    if example.undo:
        yield from (_undo_sentence(played.laid, seat) for seat in seats)
    after = played.after
    _order, *lines = round_lines(shown, people(len(played.before.at)), after.way, after.box, None)
    yield from lines


def _undo_sentence(laid: State, seat: Seat) -> str:
    """Return the sentence about whether a seat could undo its play before the reveal."""
    if may_take_back(laid, seat):
        return _("Before the reveal, %(name)s can undo the play.") % {"name": NAMES[seat]}
    return _("%(name)s can’t undo the play, because a player behind has laid cards.") % {"name": NAMES[seat]}


def _entries(played: PlayedRound) -> Iterator[DecodedEvent[News]]:
    """Yield the news of a round for a spectator, after moves that led into its position."""
    earlier: list[Event] = []
    for seat, at in enumerate(played.before.at):
        if at:
            earlier += [SetOut(Seat(seat), at, halved=False), Moved(Seat(seat), at, 0, Reason.STEPS)]
    for number, event in enumerate((*earlier, *played.events), 1):
        news = RULES.visible(event, None, played.after)
        if news is not None:
            yield DecodedEvent(number, 1, None, _WHEN, news)
