"""Words for the result of a finished game, the same for every game."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.tables.ending_words import ending_sentence
from games.tables.game import UnknownGame, game_of
from games.tables.models import Seat, Status, Table
from games.tables.results import has_left, winners
from games.tables.seats import own_seat


def score_words(table: Table, score: int) -> str:
    """Return a score at a table in the words of its game."""
    try:
        return game_of(table).score_words(score)
    except UnknownGame:
        return str(score)


def result_words(table: Table, seats: Sequence[Seat]) -> str:
    """Return who won a finished game with how much (of one alone only how much), or how it was ended early; "" for no
    result.
    """
    if table.ended_early:
        return ending_sentence(table, seats)
    if table.status != Status.FINISHED or all(seat.rank is None for seat in seats):
        return ""
    if len(seats) == 1 or table.is_fork:
        return score_words(table, own_seat(table, seats).score or 0)
    best = winners(seats)
    if not best:
        return _("No winner: all players left")
    words = {
        "names": get_text_list([seat.shown_name for seat in best], _("and")),
        "score": score_words(table, best[0].score or 0),
    }
    return _("%(names)s won with %(score)s") % words


def reached_words(table: Table, seat: Seat) -> str:
    """Return the final score of a seat, or "" for none.

    If the stand-in finished the seat, it is "139, stand-in".
    """
    if seat.score is None:
        return ""
    score = score_words(table, seat.score)
    return _("%(score)s, stand-in") % {"score": score} if has_left(seat) else score


def ending_sentences(table: Table, seats: Sequence[Seat], own: Seat) -> list[str]:
    """Return how a finished game of several ended for a seat, in sentences."""
    if own.rank != 1:
        words = {"rank": own.rank, "score": reached_words(table, own)}
        return [_("The game is over."), _("Rank %(rank)s: you, with %(score)s.") % words]
    others = [seat.shown_name for seat in winners(seats) if seat != own]
    if not others:
        return [_("The game is over."), _("You won.")]
    names = get_text_list(others, _("and"))
    return [_("The game is over."), _("You share the victory with %(names)s.") % {"names": names}]
