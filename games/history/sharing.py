"""Profile pictures for shared links, and finished games as text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from operator import attrgetter
from typing import Final

from django.db.models import Count, OuterRef, Q, Subquery
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import contract
from engine.contract import Seat as Index
from games.accounts.models import User
from games.history.best_boards import public_games_by_score
from games.history.figures import GroupFigures, figures_by_game
from games.history.models import COUNTED, SeatSummary
from games.play.game import played_at, played_game
from games.tables.game import CoverText, Game, Seated, sharing_game
from games.tables.holders import find_seat, seats_in_display_order
from games.tables.lobby.cards import game_name, origin_words
from games.tables.lobby.previews import final_score_words
from games.tables.log.state import load
from games.tables.log.turns_drawn import count_stand_in_turns
from games.tables.models import Origin, Seat, Status, Table
from games.tables.models.players import has_resigned, is_away, was_removed

_MOST: Final = 3
"""Number of lines that fit in addition to the one about the game."""


def person_picture_svg(person: User) -> str | None:
    """Return the preview picture of a person's page as SVG, or None if no game of the site has such pictures."""
    figures = figures_by_game(person)
    game = sharing_game(figures)
    if game is None or game.sharing is None:
        return None
    best = best_public_seat(person, game.key)
    lines = list(_lines(figures))[:_MOST] or [_("Member since %(date)s") % {"date": _date(person.date_joined)}]
    if best:
        lines.append(_shown(game, best))
    text = CoverText(person.title or f"@{person.username}", str(person), lines, crest=person.shown_crest)
    return game.sharing.cover(text, best)


def _lines(figures: dict[str, GroupFigures]) -> Iterator[str]:
    several = len(figures) > 1
    for key, whole in figures.items():
        counted = ngettext("%(count)s game", "%(count)s games", int(whole.games)) % {"count": whole.games}
        if whole.wins:
            counted = _("%(games)s, %(wins)s won") % {"games": counted, "wins": whole.wins}
        names = {"game": played_game(key).name, "words": counted}
        yield _("%(game)s: %(words)s") % names if several else counted
        yield _("Average %(mean)s, best %(best)s") % {"mean": whole.mean, "best": whole.best}


def _shown(game: Game, best: Seated) -> str:
    assert best.seat is not None
    score, ended = best.seats[best.seat].score or 0, best.table.finished_at or best.table.changed_at
    return _("Here: %(score)s, %(date)s") % {"score": game.score_words(score), "date": _date(ended)}


def _date(moment: datetime) -> str:
    return date_format(localtime(moment), "DATE_FORMAT")


def best_public_seat(person: User, key: str) -> Seated | None:
    """Their seat in the best of their games that count and that anybody may see, the latest of equal ones."""
    pk = public_games_by_score(person, key).values_list("summary", flat=True).first()
    table = Table.objects.finished().filter(pk=pk).first() if pk else None
    if table is None:
        return None
    loaded, seats = load(table), tuple(Seat.objects.at(table))
    own = find_seat(seats, person.pk)
    return Seated(table, Index(own.index), loaded.state, loaded.number, seats) if own else None


_COLUMNS: Final = {
    **{name: f"table.{name}" for name in ("code", "name", "game", "set", "started_at", "finished_at")},
    "players": "players",
    "rank": "rank",
    "score": "score",
    "result": "result",
}
_MADE: Final = ("counts", "stand_in_turns", "stayed")
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")


def result_text(table: Table, address: str) -> str:
    """Return the standings of a finished game as text, with its URL; a fork has scores without places."""
    over = date_format(localtime(table.finished_at), "DATE_FORMAT") if table.finished_at else ""
    head = " · ".join(dict.fromkeys(part for part in (table.shown_name, game_name(table), over) if part))
    places = [_place(table, seat) for seat in seats_in_display_order(list(Seat.objects.at(table)))]
    whence = origin_words(table)
    return "\n".join([head, *([whence] if whence else []), *places, address, ""])


def _place(table: Table, seat: Seat) -> str:
    reached = f"{seat.shown_name}: {final_score_words(table, seat)}"
    return reached if table.is_fork else f"{seat.rank}. {reached}"


def boards_text(table: Table) -> str:
    """Return every seat's final board as text: a line with the name, then the game's notation.

    "" if the game has no notation.
    """
    game, state = played_at(table), load(table).state
    boards = [(seat.shown_name, game.notation(state, contract.Seat(seat.index))) for seat in Seat.objects.at(table)]
    return "\n".join(f"{name}\n{board}\n" for name, board in boards if board)


def results_csv(user_id: int) -> str:
    """The games that a person has played here, the latest first, as comma-separated values with a line of names above;
    docs/data.md describes the columns. Games that were ended early are among them.
    """
    early = Q(table__status=Status.CLOSED, table__started_at__isnull=False)
    over = Seat.objects.filter(Q(table__status=Status.FINISHED) | early)
    mine = over.filter(user=user_id, table__origin=Origin.PLAYED)
    summed = SeatSummary.objects.filter(summary=OuterRef("table"), user=user_id).values("result")
    seats = mine.annotate(players=Count("table__seats"), result=Subquery(summed)).select_related("table")
    by_stand_in = count_stand_in_turns(user_id)
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow([*_COLUMNS, *_MADE])
    for seat in seats.order_by("-table__finished_at", "-pk"):
        values = [attrgetter(path)(seat) for path in _COLUMNS.values()]
        counts = "yes" if values[-1] in COUNTED else "no"
        rows.writerow([*map(_cell, values), counts, by_stand_in[seat.table_id], _departure(seat)])
    return out.getvalue()


def _departure(seat: Seat) -> str:
    """Return whether a seat's player stayed to the end, or how they left."""
    if was_removed(seat.player):
        return "removed"
    if has_resigned(seat.player):
        return "resigned"
    return "stand_in" if is_away(seat.player) else "yes"


def _cell(value: str | int | datetime | None) -> str | int | None:
    """Return a cell value; text that a spreadsheet would read as a formula gets a leading apostrophe."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value
