"""Execution of typed lines, and the news about their results."""

from __future__ import annotations

from functools import partial

from engine.cartographers.events import EffectPassed, MonstersSpread, TakenBack
from engine.cartographers.news import Chose, Drew, News
from engine.cartographers.view import View
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.placement_text import put_down_sentences
from games.cartographers.desk.typed_placement import hand_of, plain_command, step_in_hand
from games.cartographers.line.answers import answer
from games.cartographers.line.status_text import now_sentences
from games.cartographers.line.typed_plays import hand_after, play_of, play_on
from games.cartographers.log.entries import log_entries
from games.cartographers.log.past_states import visible_log
from games.cartographers.log.table_view import view_for
from games.cartographers.typed.commands import Acting, Moving, NextFit
from games.cartographers.typed.map_owner import Known
from games.cartographers.typed.parser import parse
from games.play.departures import left_words
from games.play.game import Act, CommandReply, PlacementReply, Reading, TypedLine
from games.play.people import people
from games.tables.fork_pages import fork_seat
from games.tables.game import Seated
from games.tables.game_state import Logged


def read_line(line: TypedLine) -> Reading:
    """Return the result of a typed line.

    Raises Unread if the line can't be understood or can't be executed as it stands.
    """
    view = view_for(line.seated)
    hand = hand_of(view, line.fields)
    command = plain_command(parse(line.text), hand)
    if view.held and isinstance(command, NextFit):
        return Act(play_on)
    if isinstance(command, Acting):
        return Act(partial(play_of, command, hand, view))
    known = _known(line.seated, view)
    if isinstance(command, Moving):
        moved_hand = hand_after(command, hand)
        words = put_down_sentences(known, moved_hand)
        if moved_hand is None:
            return CommandReply(words)
        return PlacementReply(step_in_hand(moved_hand), words, held=isinstance(moved_hand, Ghost))
    return CommandReply(answer(command, known, hand))


def _known(seated: Seated, view: View) -> Known:
    everybody, log = people(seated), visible_log(seated, view)
    own = (entry.turn for entry in log if isinstance(entry.event, Drew | Chose) and entry.event.seat == seated.seat)
    return Known(
        view,
        everybody,
        log_entries(view, everybody, log),
        max(own, default=view.turn - 1),
        fork_seat(seated),
        left_words(seated) if seated.has_left or seated.ended_early else "",
    )


def line_news(seated: Seated, since: int) -> tuple[str, ...]:
    """Return sentences about a line's results: the events after a number.

    Events that the page announces when it changes are left out. If there are none, the current state is described.
    """
    view = view_for(seated)
    log = visible_log(seated, view)
    some = tuple(entry for entry in log if entry.number > since and _tells(entry, view))
    entries = log_entries(view, people(seated), log, some)
    return tuple(entry.text for entry in reversed(entries)) or now_sentences(_known(seated, view), None)


def _tells(entry: Logged[News], view: View) -> bool:
    """Return True if an event is the viewer's own action, or the effect of monsters."""
    match entry.event:
        case Drew(seat=seat):
            return seat == view.viewer
        case Chose() | TakenBack() | MonstersSpread() | EffectPassed():
            return True
        case _:
            return False
