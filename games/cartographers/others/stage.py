"""Boards to look at: one large, on the stage, and all of them small."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask
from engine.cartographers.position import Position
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.edicts import Change, changes
from games.cartographers.goals.figures import COINS, NOW, coins_figure
from games.cartographers.goals.scores import total_figure
from games.cartographers.map.boards import MapView, Marks, Patch, map_view, patches
from games.cartographers.map.words import map_title
from games.cartographers.others.ambush import Intruder
from games.play.figures import Figure, why_address
from games.play.people import Person


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A small board, with its coins and stars, and who drew a monster there in the last turn; `url` shows it large,
    `looking` where it is shown so.
    """

    person: Person
    patches: tuple[Patch, ...]
    coins: Figure
    stars: Figure
    url: str
    looking: bool
    intruder: Intruder | None


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The next map in one direction, and where it is shown."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Stage:
    """A board shown large, to look at, with how things stand there for its `owner`. `done` says so where the viewer's
    own drawing or choice of the open turn is on it and may be taken back, and is "" elsewhere; `close` is where at
    practice the turn is closed, `onward` what that leads to, both "" elsewhere. `changes` tell what the drawing changes
    too, and are empty once the game is over. `others` are the maps to its left and right, none where one is alone.
    """

    title: str
    owner: Person
    map: MapView
    changes: tuple[Change, ...]
    done: str
    take_back: str
    close: str
    onward: str
    command_id: str
    others: tuple[Neighbour, ...]


def drawn_stage(view: View, everybody: tuple[Person, ...], code: str) -> Stage:
    """The viewer's own drawing on the board it belongs to, for no one else to see until the turn closes."""
    owner, position, after, fresh = _after_answer(view, everybody)
    title, url = map_title(owner), reverse("tables:table", args=[code])
    marks = Marks(fresh=fresh, before=view.latest[owner.seat] & ~fresh)
    return Stage(
        title=title,
        owner=owner,
        map=map_view(after.board, title, marks),
        changes=changes(view, position, after),
        done=_done(view),
        take_back=reverse("cartographers:take_back", args=[code, view.turn]),
        close=reverse("cartographers:close", args=[code, view.turn]) if view.held else "",
        onward=_onward(view) if view.held else "",
        command_id=str(uuid.uuid4()),
        others=_others(view, everybody, owner, url),
    )


def _done(view: View) -> str:
    if view.choice:
        return _("Chosen. Nobody sees it until everybody has chosen.")
    return _("Drawn. Nobody sees it until everybody has drawn.")


def _onward(view: View) -> str:
    """What closing the turn leads to, at practice."""
    return _("Next card") if view.time < view.definition.seasons[view.season].threshold else _("End the season")


def _after_answer(view: View, everybody: tuple[Person, ...]) -> tuple[Person, Position, Position, Mask]:
    """Whose board the viewer has answered for, its position before and after that, and the spaces that changed."""
    task = view.task
    assert task is not None
    assert task.answer is not None
    outcome = task.answer.outcome
    return everybody[task.subject], task.position, task.position.after(outcome), outcome.changed


def board_looked_at(view: View, everybody: tuple[Person, ...], person: Person, url: str) -> Stage:
    """A seat's board as it is; `url` is the address of the table."""
    title, position = map_title(person), view.positions[person.seat]
    return Stage(
        title=title,
        owner=person,
        map=map_view(view.boards[person.seat], title, Marks(fresh=view.latest[person.seat])),
        changes=() if view.over else changes(view, position, position),
        done="",
        take_back="",
        close="",
        onward="",
        command_id="",
        others=_others(view, everybody, person, url),
    )


def _others(view: View, everybody: tuple[Person, ...], person: Person, url: str) -> tuple[Neighbour, ...]:
    """The maps before and after one, round the table."""
    count = len(everybody)
    seats = dict.fromkeys([(person.seat - 1) % count, (person.seat + 1) % count])
    return tuple(
        Neighbour(map_title(everybody[seat]), _large(view, Seat(seat), url)) for seat in seats if seat != person.seat
    )


def _large(view: View, seat: Seat, url: str) -> str:
    """Where a board is shown large: the one that the table shows by itself has what is to be done on it."""
    look = "" if seat == (view.task.subject if view.task else own_or_best(view)) else f"?look={seat + 1}"
    return f"{url}{look}#desk"


def own_or_best(view: View) -> Seat:
    """Whose board is shown to who asks for none: the viewer's; to spectators the first, and in the end the winner's."""
    if view.viewer is not None:
        return view.viewer
    return view.standings.places[0].seat if view.over else Seat(0)


def board_card(view: View, person: Person, url: str, looking: Person | None, intruder: Intruder | None) -> BoardCard:
    """A seat's small board; `looking` is whose is shown large."""
    seat = person.seat
    return BoardCard(
        person=person,
        patches=patches(view.boards[seat], view.latest[seat]),
        coins=coins_figure(view.coins[seat], why_address(url, NOW, seat, COINS)),
        stars=total_figure(view, seat, url),
        url=_large(view, seat, url),
        looking=looking is not None and looking.seat == seat,
        intruder=intruder,
    )
