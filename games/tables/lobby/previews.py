"""Contents of the user's table cards, and results of finished games in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine import contract
from games.accounts.models import User
from games.tables.game import UnknownGame, game_of, games
from games.tables.holders import find_seat, has_handicaps, has_winner, is_solo, own_seat
from games.tables.log.state import DecodedEvent, LoadedState, TableCache, load_all, logs_since
from games.tables.models import Seat, Status, Table
from games.tables.models.players import is_away
from games.tables.results import ending_sentence, winners, with_handicap_words
from games.tables.turn_words import has_rounds


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
    if not has_winner(seats):
        return score_words(table, own_seat(seats).score or 0)
    best = winners(seats)
    if not best:
        return _("No winner: all players left")
    words = {
        "names": get_text_list([seat.shown_name for seat in best], _("and")),
        "score": _sum_words(table, best[0]),
    }
    return _("%(names)s won with %(score)s") % words


def _sum_words(table: Table, seat: Seat) -> str:
    score = seat.score or 0
    return with_handicap_words(
        score, seat.handicap if table.status == Status.FINISHED else 0, score_words(table, score)
    )


def final_score_words(table: Table, seat: Seat) -> str:
    """Return the final score of a seat, or "" for none.

    If the stand-in finished the seat, it is "139, stand-in".
    """
    if seat.score is None:
        return ""
    score = _sum_words(table, seat)
    return _("%(score)s, stand-in") % {"score": score} if is_away(seat.player) else score


def ending_sentences(table: Table, seats: Sequence[Seat], own: Seat) -> list[str]:
    """Return how a finished game of several ended for a seat, in sentences."""
    if own.rank != 1:
        words = {"rank": own.rank, "score": final_score_words(table, own)}
        return [_("The game is over."), _("Rank %(rank)s: you, with %(score)s.") % words]
    others = [seat.shown_name for seat in winners(seats) if seat != own]
    if not others:
        return [_("The game is over."), _("You won.")]
    names = get_text_list(others, _("and"))
    return [_("The game is over."), _("You share the victory with %(names)s.") % {"names": names}]


MOST_SHOWN: Final = 24
"""Number of cards in a list that have a picture and news, starting with the first."""
MOST_TOLD: Final = 3
"""Maximum number of news sentences on a card."""
_MOST_KEPT: Final = 2_000
_MOST_NAMES: Final = 2


@dataclass(frozen=True, slots=True)
class TablePicture:
    """Return a picture of a table after the event with that number."""

    number: int
    svg: SafeString


@dataclass(frozen=True, slots=True)
class TableSummary:
    """Summary of a game for its player's table card; each text is "" for none.

    `picture` is the player's board, `news` the events since their last visit. `turn` is the first turn closed since
    then, 0 for none.
    """

    picture: str = ""
    news: str = ""
    turn: int = 0


NO_GLANCE: Final = TableSummary()


@dataclass(frozen=True, slots=True)
class PictureResources:
    """Resources that pages with pictures need once: style sheets, and templates used by the pictures."""

    styles: tuple[str, ...]
    templates: tuple[str, ...]


_cache: Final = TableCache[TablePicture](_MOST_KEPT)


def clear_pictures() -> None:
    """Clear the picture cache."""
    _cache.clear()


def picture_resources() -> PictureResources:
    """Return the resources for pictures of any game."""
    installed = games().values()
    styles = {game.style: None for game in installed if game.style}
    return PictureResources(
        tuple(styles), tuple({game.pictures.inks: None for game in installed if game.pictures.inks})
    )


def table_summaries(tables: Iterable[Table], viewer: User) -> dict[str, TableSummary]:
    """Return summaries for the viewer's first games in progress or finished, by table code.

    The tables must have been loaded `with_seats`. At most one query for all pictures, and one for all missed events.
    """
    seats = ((table, seat_of(table, viewer)) for table in tables if _is_begun(table))
    shown = dict(islice(((table, seat) for table, seat in seats if seat), MOST_SHOWN))
    known = {table: _cache.get(_key(table, seat.index)) for table, seat in shown.items()}
    fresh = {table: picture for table, picture in known.items() if picture and picture.number >= table.number}
    missed = {table: seat for table, seat in shown.items() if seat.seen is not None and seat.seen < table.number}
    loaded = load_all(table for table in shown if table not in fresh or table in missed)
    drawn = {table: fresh.get(table) or _picture(table, seat.index, loaded[table]) for table, seat in shown.items()}
    news = _news(missed, loaded)
    return {table.code: replace(news.get(table, NO_GLANCE), picture=drawn[table].svg) for table in shown}


def _is_begun(table: Table) -> bool:
    if table.on_device and not table.is_over:  # the player who has the device may be another one
        return False
    return (table.status == Status.PLAYING or table.is_over) and table.game in games()


def _picture(table: Table, index: int, loaded: LoadedState) -> TablePicture:
    picture = TablePicture(loaded.number, game_of(table).pictures.of_seat(loaded.state, contract.Seat(index)))
    # Inside a transaction, these events may never be committed.
    if not connection.in_atomic_block:
        _cache.keep(_key(table, index), picture)
    return picture


def _news(missed: Mapping[Table, Seat], loaded: Mapping[Table, LoadedState]) -> dict[Table, TableSummary]:
    """Return the events at tables since the seats' players last looked, without pictures."""
    logs = logs_since({table: seat.seen or 0 for table, seat in missed.items()})
    return {table: _news_of(table, seat, loaded[table], logs[table]) for table, seat in missed.items()}


def _news_of(table: Table, seat: Seat, loaded: LoadedState, log: Sequence[DecodedEvent[Any]]) -> TableSummary:
    """Return the most important events that a player missed.

    For running games it includes the number of turns. `log` begins with the turn in which they last looked.
    """
    if table.ended_early:
        return TableSummary()
    if table.is_fork and table.status == Status.FINISHED:
        return TableSummary(news=_("The game is over."))
    seen = turn_at_event(log, seat.seen or 0)
    went_on = table.status == Status.PLAYING and table.turn > seen > 0
    names = [sitting.shown_name for sitting in table.seats.all()]
    events = [entry.event for entry in _unseen(log, seat.seen or 0, seen) if entry.number <= loaded.number]
    seats = list(table.seats.all())
    # The rules don't know handicaps or that a player left, so the game's own text would name the wrong winner.
    unlike_rules = has_handicaps(seats) or any(is_away(seat.player) for seat in seats)
    if table.status == Status.FINISHED and len(seats) > 1 and unlike_rules:
        sentences = ending_sentences(table, seats, seat)
    else:
        sentences = [*game_of(table).missed(loaded.state, contract.Seat(seat.index), names, events)]
    if not seat.seen:
        sentences.append(_("The game has started."))
    elif went_on:
        sentences.append(_turns_since(table, table.turn - seen))
    return TableSummary(news=" ".join(sentences[:MOST_TOLD]), turn=seen if went_on else 0)


def _turns_since(table: Table, turns: int) -> str:
    if has_rounds(table):
        text = ngettext("%(count)d round since your last visit", "%(count)d rounds since your last visit", turns)
    else:
        text = ngettext("%(count)d turn since your last visit", "%(count)d turns since your last visit", turns)
    return text % {"count": turns}


def turn_at_event(log: Sequence[DecodedEvent[Any]], number: int) -> int:
    """Return the turn open after that event, or 0 if the log does not go back that far."""
    return max((entry.turn for entry in log if entry.number <= number), default=0)


def _unseen(log: Sequence[DecodedEvent[Any]], number: int, turn: int) -> Sequence[DecodedEvent[Any]]:
    """Return the part of a log after event `number`, in turn `turn`.

    If that turn was open then, return the whole log: its answers were hidden, and their order would tell who was
    quick.
    """
    later = [entry for entry in log if entry.number > number]
    return log if any(entry.turn == turn for entry in later) else later


def _key(table: Table, index: int) -> str:
    return f"{table.code}/{index}/{get_language()}"


def seat_of(table: Table, viewer: User | AnonymousUser) -> Seat | None:
    """Return the viewer's seat at a table fetched `with_seats`."""
    return find_seat(table.seats.all(), viewer.pk)


def waiting_words(table: Table, viewer: User | AnonymousUser) -> str:
    """Return a sentence on the players that a game waits for, or "" for none.

    If only the viewer is awaited, it tells so, or is "" if nobody else plays.
    """
    seats = list(table.seats.all())
    awaited = [seat for seat in seats if seat.awaited and table.status == Status.PLAYING]
    names = [seat.shown_name for seat in awaited if seat.user_id != viewer.pk]
    if not names:
        return _("Everyone is waiting for you") if awaited and not is_solo(seats) else ""
    if len(names) > _MOST_NAMES:
        more = len(names) - 1
        text = ngettext("Waiting for %(name)s and %(count)d other", "Waiting for %(name)s and %(count)d others", more)
        return text % {"name": names[0], "count": more}
    return _("Waiting for %(names)s") % {"names": get_text_list(names, _("and"))}
