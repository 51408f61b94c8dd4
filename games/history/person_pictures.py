"""Profile preview picture: the player's details and the final board of their best public game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Seat as Index
from games.accounts.models import User
from games.history.figures import Figures, figures_by_game
from games.history.models import COUNTED, SeatSummary
from games.play.game import Played, played_game
from games.tables.game import Seated, games
from games.tables.game_state import load
from games.tables.models import Seat, Table

_MOST: Final = 3
"""Number of lines that fit in addition to the one about the game."""


def portrait(person: User) -> str | None:
    """Return the preview picture of a person's page as SVG, or None if the site has no game."""
    figures = figures_by_game(person)
    key = next(iter([*figures, *games()]), None)
    if key is None:
        return None
    game, best = played_game(key), best_shown(person, key)
    lines = list(_lines(figures))[:_MOST] or [_("Member since %(date)s") % {"date": _date(person.date_joined)}]
    if best:
        lines.append(_shown(game, best))
    return game.cover_picture(person.title or f"@{person.username}", str(person), lines, best)


def _lines(figures: dict[str, Figures]) -> Iterator[str]:
    several = len(games()) > 1
    for key, whole in figures.items():
        counted = ngettext("%(count)s game", "%(count)s games", int(whole.games)) % {"count": whole.games}
        if whole.wins:
            counted = _("%(games)s, %(wins)s won") % {"games": counted, "wins": whole.wins}
        names = {"game": played_game(key).name, "words": counted}
        yield _("%(game)s: %(words)s") % names if several else counted
        yield _("Average %(mean)s, best %(best)s") % {"mean": whole.mean, "best": whole.best}


def _shown(game: Played, best: Seated) -> str:
    assert best.seat is not None
    score, ended = best.seats[best.seat].score or 0, best.table.finished_at or best.table.changed_at
    return _("Here: %(score)s, %(date)s") % {"score": game.score_words(score), "date": _date(ended)}


def _date(moment: datetime) -> str:
    return date_format(localtime(moment), "DATE_FORMAT")


def best_shown(person: User, key: str) -> Seated | None:
    """Their seat in the best of their games that count and that anybody may see, the latest of equal ones."""
    open_ones = SeatSummary.objects.filter(user=person, result__in=COUNTED, game=key, open=True)
    pk = open_ones.order_by("-score", "-finished_at", "-summary").values_list("summary", flat=True).first()
    table = Table.objects.finished().filter(pk=pk).first() if pk else None
    if table is None:
        return None
    loaded, seats = load(table), tuple(Seat.objects.at(table))
    own = next((Index(seat.index) for seat in seats if seat.user_id == person.pk), None)
    return Seated(table, own, loaded.state, loaded.number, seats) if own is not None else None
