"""The large map, and the viewer's actions there."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask
from engine.cartographers.news import News
from engine.cartographers.view import Desk, SpaceChoice, Task, View
from engine.contract import Seat
from games.cartographers.desk.desk import DeskView, desk_view
from games.cartographers.desk.placement_state import ghost_of
from games.cartographers.desk.space_choice import SpaceChoiceView, build_space_choice_view
from games.cartographers.goals.figures import figure_changes
from games.cartographers.map.boards import Marks, map_title, map_view
from games.cartographers.others.stage import BoardView, build_board_view, default_seat, list_pieces, neighbours
from games.play.people import Person, seat_numbered
from games.tables.log.state import DecodedEvent


@dataclass(frozen=True, slots=True)
class AnsweredView:
    """Actions after the viewer has answered.

    `done` is the confirmation text and `take_back` the address for taking the answer back. In practice, `close` is
    the address for closing the turn and `onward` its label; otherwise both are "".
    """

    done: str
    take_back: str
    close: str
    onward: str
    command_id: str


def answered_view(view: View, table: str) -> AnsweredView:
    """Return the actions at a table, given by its code, after the viewer has answered."""
    return AnsweredView(
        done=_done(view),
        take_back=reverse("cartographers:take_back", args=[table, view.turn]),
        close=reverse("cartographers:close", args=[table, view.turn]) if view.held else "",
        onward=_close_label(view) if view.held else "",
        command_id=str(uuid.uuid4()),
    )


def answered_stage(
    view: View, task: Task, people: tuple[Person, ...], table: str, pieces: tuple[Mask, ...]
) -> BoardView:
    """The viewer's answer on the board that it belongs to, for no one else to see until the turn closes.

    `pieces` are those of the turns before.
    """
    assert task.answer is not None
    owner, after, fresh = people[task.subject], task.position.after(task.answer.outcome), task.answer.outcome.changed
    title = map_title(owner)
    marks = Marks(fresh=fresh, before=view.latest[owner.seat] & ~fresh, pieces=(*pieces, fresh))
    return BoardView(
        title=title,
        owner=owner,
        map=map_view(after.board, title, marks),
        changes=figure_changes(view, task.position, after),
        others=neighbours(view, people, owner, reverse("tables:table", args=[table])),
    )


def _done(view: View) -> str:
    if view.choice:
        return _("Choice saved. It stays hidden until all players have chosen.")
    return _("Drawing saved. It stays hidden until all players have drawn.")


def _close_label(view: View) -> str:
    """Return the label for closing the turn in practice: the next card or the season's end."""
    return _("Next card") if view.time < view.definition.seasons[view.season].threshold else _("End season")


@dataclass(frozen=True, slots=True)
class Scene:
    """Main part of the table page: a choice of spaces, a card to draw, or a board to look at.

    The first is `choosing`, the second `desk`, the third `stage`; the others are None. If the stage shows a board
    with the viewer's own answer, `answered` holds the actions that are possible. `shown` is the seat whose board the
    large map shows, `focus` the player whose figures are shown next to it.
    """

    shown: Seat
    focus: Person
    choosing: SpaceChoiceView | None = None
    desk: DeskView | None = None
    stage: BoardView | None = None
    answered: AnsweredView | None = None

    @property
    def lit(self) -> bool:
        """True if the large map is that of the seat in focus."""
        return self.shown == self.focus.seat


def scene(
    view: View,
    log: Sequence[DecodedEvent[News]],
    query: QueryDict,
    everybody: tuple[Person, ...],
    code: str,
    *,
    lit: Mask = 0,
    hints: tuple[Mask, ...] = (),
) -> Scene:
    """Return the scene of a table for a visitor.

    `log` is what the visitor may see of the game. `query` holds the drawing in progress and the map to show. `code` is
    the table code. `lit` are spaces of the desk's map to highlight, and `hints` those of good answers.
    """
    chosen = viewed_seat(query, view)
    task = view.task
    if task is None or chosen not in {None, task.subject}:
        focus = everybody[default_seat(view) if chosen is None else chosen]
        pieces, url = list_pieces(log, view.turn, focus.seat), reverse("tables:table", args=[code])
        return Scene(focus.seat, focus, stage=build_board_view(view, everybody, focus, url, pieces))
    focus, pieces = everybody[default_seat(view)], list_pieces(log, view.turn, task.subject)
    match view.owed:
        case SpaceChoice() as choice:
            choosing = build_space_choice_view(view, choice, query, everybody, code, pieces, hints)
            return Scene(task.subject, focus, choosing=choosing)
        case Desk() as desk:
            ghost, worth = ghost_of(query, desk.offer), query.get("worth", "")
            shown = desk_view(view, desk, ghost, everybody, code, worth=worth, lit=lit, pieces=pieces, hints=hints)
            return Scene(task.subject, focus, desk=shown)
        case None:
            stage = answered_stage(view, task, everybody, code, pieces)
            return Scene(task.subject, focus, stage=stage, answered=answered_view(view, code))


def viewed_seat(query: QueryDict, view: View, name: str = "look") -> Seat | None:
    """Return the seat, numbered from 1, whose board the query requests."""
    return seat_numbered(query.get(name, ""), view.seats)
