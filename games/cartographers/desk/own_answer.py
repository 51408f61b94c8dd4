"""View of the viewer's answer to the open turn, which can be taken back."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.view import Task, View
from games.cartographers.goals.changes import changes
from games.cartographers.map.boards import Marks, map_view
from games.cartographers.map.words import map_title
from games.cartographers.others.stage import Stage, neighbours
from games.play.people import Person


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
        onward=_onward(view) if view.held else "",
        command_id=str(uuid.uuid4()),
    )


def answered_stage(view: View, task: Task, people: tuple[Person, ...], table: str) -> Stage:
    """The viewer's answer on the board that it belongs to, for no one else to see until the turn closes."""
    assert task.answer is not None
    owner, after, fresh = people[task.subject], task.position.after(task.answer.outcome), task.answer.outcome.changed
    title, marks = map_title(owner), Marks(fresh=fresh, before=view.latest[owner.seat] & ~fresh)
    return Stage(
        title=title,
        owner=owner,
        map=map_view(after.board, title, marks),
        changes=changes(view, task.position, after),
        others=neighbours(view, people, owner, reverse("tables:table", args=[table])),
    )


def _done(view: View) -> str:
    if view.choice:
        return _("Choice saved. It stays hidden until all players have chosen.")
    return _("Drawing saved. It stays hidden until all players have drawn.")


def _onward(view: View) -> str:
    """Return the label for closing the turn in practice: the next card or the season's end."""
    return _("Next card") if view.time < view.definition.seasons[view.season].threshold else _("End season")
