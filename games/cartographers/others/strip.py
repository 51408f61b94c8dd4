"""Status of each player, the strip of a table, and the key of the viewer's part of the page."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.view import View
from games.cartographers.others.prompts import announcement_sentence, offer_sentence, turn_title
from games.cartographers.typed.map_owner import ReaderFacts
from games.play import strip as strips
from games.play.absent_seats import away_key
from games.play.people import Person
from games.play.strip import Strip, open_rematch
from games.tables.game import Seated
from games.tables.pages.post_game import fork_seat
from games.tables.results import ending_sentence


def states(view: View) -> list[str]:
    """Return the status text of each seat, "" for none."""
    return [_state(view, seat) for seat in range(view.seats)]


def _state(view: View, seat: int) -> str:
    if view.destroyer:
        return _choosing(view, seat)
    if view.over or view.open is None:
        return ""
    if view.awaited[seat] and not view.held:
        return _("drawing")
    return _("has drawn") if view.drawn[seat] else _("nothing to draw")


def _choosing(view: View, seat: int) -> str:
    if view.awaited[seat] and not view.held:
        return _("choosing")
    return _("has chosen") if view.drawn[seat] else _("nothing to choose")


def progress_words(view: View) -> str:
    """Return the number of answers so far, as "3 of 8 drawn", or "" if no answer is expected."""
    asked = [drawn for awaited, drawn in zip(view.awaited, view.drawn, strict=True) if awaited or drawn]
    if view.over or not asked:
        return ""
    counts = {"count": sum(asked), "all": len(asked)}
    return (_("%(count)s of %(all)s have chosen") if view.destroyer else _("%(count)s of %(all)s have drawn")) % counts


def who_sentences(known: ReaderFacts) -> tuple[str, ...]:
    """Return a sentence about each player and their status."""
    return tuple(_person(person, state) for person, state in zip(known.people, states(known.view), strict=True))


def _person(person: Person, state: str) -> str:
    words = {"number": person.seat + 1, "name": _("you") if person.me else person.name, "state": state}
    return (_("%(number)s: %(name)s, %(state)s.") if state else _("%(number)s: %(name)s.")) % words


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
    sentence, again = offer_sentence(view, names), open_rematch(seated, over=view.over)
    return strips.strip(
        seated,
        strips.player_statuses(seated, view.awaited, states(view)),
        title=turn_title(view, names),
        sentence=sentence,
        said=announcement_sentence(view, names, sentence, fork_seat(seated)),
        progress=progress_words(view),
        desk=desk_key(view, asked=again is not None, away=away_key(seated)),
        again=again,
    )


def _ended_strip(seated: Seated, view: View) -> Strip:
    """Return the strip of a game that ended early, in which no answers are awaited."""
    again = open_rematch(seated, over=True)
    return strips.strip(
        seated,
        strips.player_statuses(seated, view.awaited, [""] * view.seats),
        title=_("Unfinished"),
        sentence=_("This game is unfinished."),
        said=ending_sentence(seated.table, seated.seats),
        progress="",
        desk="again" if again else "ended",
        again=again,
    )
