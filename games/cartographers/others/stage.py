"""Boards for viewing: one large on the stage, and all of them small."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from engine.cartographers.events import MonstersActed, MonstersSpread, MonstersWalkedIn, MonsterWalkedIn
from engine.cartographers.geometry import Mask
from engine.cartographers.news import ChoiceNews, DrawingNews, News
from engine.cartographers.position import Outcome
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.figures import COINS, NOW, FigureChange, coins_figure, figure_changes
from games.cartographers.goals.scores import total_figure
from games.cartographers.map.boards import MapView, Marks, Patch, map_title, map_view, patches
from games.cartographers.others.ambush import Intruder
from games.play.explanations import Figure, explanation_url
from games.play.people import Person
from games.tables.log.state import DecodedEvent


@dataclass(frozen=True, slots=True)
class BoardCard:
    """Small board with its coins and stars, and the monster drawn there in the last turn.

    `url` shows it large, and `is_open` is True if it is shown so. `stand_in` is True if the stand-in drew there in
    the last turn.
    """

    person: Person
    patches: tuple[Patch, ...]
    coins: Figure
    stars: Figure
    url: str
    is_open: bool
    intruder: Intruder | None
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Next map in one direction, with the address that shows it."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """Board shown large for viewing, with its `owner` and their current figures.

    `changes` is empty once the game is over. `others` are the maps to its left and right, none in a solo game.
    """

    title: str
    owner: Person
    map: MapView
    changes: tuple[FigureChange, ...]
    others: tuple[Neighbour, ...]


def build_board_view(
    view: View, everybody: tuple[Person, ...], person: Person, url: str, pieces: tuple[Mask, ...] = ()
) -> BoardView:
    """Return a seat's board in its present state, with its `pieces`; `url` is the table's address."""
    title, position = map_title(person), view.positions[person.seat]
    return BoardView(
        title=title,
        owner=person,
        map=map_view(view.boards[person.seat], title, Marks(fresh=view.latest[person.seat], pieces=pieces)),
        changes=() if view.over else figure_changes(view, position, position),
        others=neighbours(view, everybody, person, url),
    )


def neighbours(view: View, everybody: tuple[Person, ...], person: Person, url: str) -> tuple[Neighbour, ...]:
    """Return the previous and next map in seat order."""
    count = len(everybody)
    seats = dict.fromkeys([(person.seat - 1) % count, (person.seat + 1) % count])
    return tuple(
        Neighbour(map_title(everybody[seat]), _large(view, Seat(seat), url)) for seat in seats if seat != person.seat
    )


def _large(view: View, seat: Seat, url: str) -> str:
    """Return the address of a large map; the map that the table shows by default is also where to play."""
    look = "" if seat == (view.task.subject if view.task else default_seat(view)) else f"?look={seat + 1}"
    return f"{url}{look}#desk"


def default_seat(view: View) -> Seat:
    """Return the seat of the map shown by default.

    This is the viewer's own. Spectators see the first seat's map, or the winner's when the game is over.
    """
    if view.viewer is not None:
        return view.viewer
    return view.standings.places[0].seat if view.over else Seat(0)


def list_pieces(log: Sequence[DecodedEvent[News]], turn: int, seat: Seat) -> tuple[Mask, ...]:
    """Return the spaces of each drawing on a seat's board in the turns that closed before `turn`, in order."""
    pieces: dict[tuple[object, ...], Outcome] = {}
    for number, entry in enumerate(log):
        if entry.turn >= turn:
            break
        match entry.event:
            case DrawingNews(subject=subject) | ChoiceNews(subject=subject) as answer if subject == seat:
                # The viewer's own answers are listed even if they were undone; the last one counts.
                pieces[entry.turn, answer.seat] = answer.outcome
            case MonsterWalkedIn() as walk:
                pieces[number,] = walk.outcome
            case MonstersWalkedIn(growths=growths) | MonstersSpread(growths=growths) | MonstersActed(growths=growths):
                pieces[number,] = growths[seat].outcome
    left = 0
    found = []
    for outcome in reversed(pieces.values()):
        found.append(outcome.changed & ~left)
        left |= outcome.cleared
    return tuple(filter(None, reversed(found)))


def drawn_by_stand_in(log: Sequence[DecodedEvent[News]], turn: int) -> frozenset[Seat]:
    """Return the seats on whose own boards the stand-in drew in a closed turn."""
    return frozenset(
        entry.event.subject
        for entry in log
        if entry.stand_in and entry.turn == turn and isinstance(entry.event, DrawingNews)
        if entry.event.seat == entry.event.subject
    )


def board_card(
    view: View,
    person: Person,
    url: str,
    viewed: Person | None,
    intruder: Intruder | None,
    *,
    stand_in: Set[Seat] = frozenset(),
) -> BoardCard:
    """Return a seat's small board. `viewed` owns the large board; `stand_in` has the seats where the stand-in drew."""
    seat = person.seat
    return BoardCard(
        person=person,
        patches=patches(view.boards[seat], view.latest[seat]),
        coins=coins_figure(view.coins[seat], explanation_url(url, NOW, seat, COINS)),
        stars=total_figure(view, seat, url),
        url=_large(view, seat, url),
        is_open=viewed is not None and viewed.seat == seat,
        intruder=intruder,
        stand_in=seat in stand_in,
    )
