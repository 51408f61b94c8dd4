"""Strip of a table, and the key of the viewer's part of the page."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.view import View
from games.cartographers.others.people import progress_words, states
from games.cartographers.others.prompts import heard_sentence, offer_sentence, turn_title
from games.play import strip as strips
from games.play.absent_seats import away_key
from games.play.strip import Strip, asked_again
from games.tables.ending_words import ending_sentence
from games.tables.fork_pages import fork_seat
from games.tables.game import Seated


def desk_key(view: View, *, asked: bool = False, away: str = "") -> str:
    """Return the cache key of the viewer's desk.

    While it stays the same, another seat's commit changes only the strip. `asked` is true if a rematch of a finished
    game is proposed, `away` is the key of the stand-in's notice.
    """
    if asked:
        return "again"
    answer = view.task.answer if view.task else None
    return f"{view.turn}.{len(view.scores)}.{'-' if answer is None else answer.attempt}{away}"


def table_strip(seated: Seated, view: View) -> Strip:
    """The strip, as it is asked for again after every change."""
    if seated.ended_early:
        return _ended_strip(seated, view)
    names = [entry.shown_name for entry in seated.seats]
    sentence, again = offer_sentence(view, names), asked_again(seated, over=view.over)
    return strips.strip(
        seated,
        strips.sittings(seated, view.awaited, states(view)),
        title=turn_title(view, names),
        sentence=sentence,
        said=heard_sentence(view, names, sentence, fork_seat(seated)),
        progress=progress_words(view),
        desk=desk_key(view, asked=again is not None, away=away_key(seated)),
        again=again,
    )


def _ended_strip(seated: Seated, view: View) -> Strip:
    """Return the strip of a game that ended early, in which no answers are awaited."""
    again = asked_again(seated, over=True)
    return strips.strip(
        seated,
        strips.sittings(seated, view.awaited, [""] * view.seats),
        title=_("Unfinished"),
        sentence=_("This game is unfinished."),
        said=ending_sentence(seated.table, seated.seats),
        progress="",
        desk="again" if again else "ended",
        again=again,
    )
