"""The status strip of a table, and the key of the viewer's part of the page."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.gisborne.game import RULES
from engine.gisborne.view import KeepDesk, LayDesk, View
from games.gisborne.words.tasks import (
    announcement_sentence,
    progress_words,
    seen_numbers,
    states,
    task_sentence,
    turn_title,
)
from games.play import strip as strips
from games.play.absent_seats import away_key
from games.play.strip import Strip, open_rematch
from games.tables.game import Seated
from games.tables.pages.post_game import fork_seat
from games.tables.results import ending_sentence


def table_strip(seated: Seated, view: View) -> Strip:
    """Return the strip, which pages request again after every change."""
    names = [entry.shown_name for entry in seated.seats]
    again = open_rematch(seated, over=view.over or seated.ended_early)
    if seated.ended_early:
        title, sentence, progress = _("Unfinished"), _("This game is unfinished."), ""
        announcement = ending_sentence(seated.table, seated.seats)
        awaited, words = [False] * view.seats, [""] * view.seats
    else:
        title, sentence = turn_title(view, names), task_sentence(view, names)
        progress = " · ".join(words for words in (progress_words(view), seen_numbers(view, names)) if words)
        announcement = announcement_sentence(view, names, sentence, fork_seat(seated))
        awaited, words = awaited_seats(seated), states(view)
    return strips.strip(
        seated,
        strips.player_statuses(seated, awaited, words),
        title=title,
        sentence=sentence,
        announcement=announcement,
        progress=progress,
        desk=desk_key(seated, view, rematch_offered=again is not None),
        again=again,
    )


def desk_key(seated: Seated, view: View, *, rematch_offered: bool) -> str:
    """Return the key of everything but the strip: while it stays the same, another seat's answer changes only that."""
    if rematch_offered:
        return "again"
    if seated.ended_early:
        return "ended"
    return f"{_stage(seated, view)}{away_key(seated)}"


def _stage(seated: Seated, view: View) -> str:
    """Return what the viewer sees of an open barrier; the number of the last event where all answers are public."""
    if view.phase == "lay":
        match view.desk:
            case LayDesk(play=play, may_take_back=may_take_back):
                return f"{view.round}.lay.{seated.number if play and not may_take_back else bool(play)}"
            case _:
                return f"{view.round}.lay"
    if view.phase == "keep" and view.scoring:
        chosen = view.desk.choice if isinstance(view.desk, KeepDesk) else None
        return f"{view.round}.keep{view.scoring.number}.{'-' if chosen is None else chosen}"
    return str(seated.number)


def awaited_seats(seated: Seated) -> list[bool]:
    """Return by seat whether an answer is awaited."""
    owing = {ask.seat for ask in RULES.asks(seated.state) if not ask.answered}
    return [entry.index in owing for entry in seated.seats]
