"""Results of the latest public games with a piece; no text names a player.

Too few games give no results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, F, OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Seat as Index
from games.accounts.models import User
from games.history.figures import mean, seats_name
from games.history.filters import GameFilter
from games.history.game_queries import finished_game_keys
from games.history.models import COUNTED, Gain, SeatSummary
from games.history.pages import filter_url
from games.play.game import BoardPicture, PlayedGame, played_game
from games.play.navigation import Key
from games.play.summary_keys import PieceKind
from games.play.words import number_text
from games.tables.game import games
from games.tables.lobby.cards import table_url
from games.tables.models import Seat

LATEST: Final = 500
"""Number of latest games that the figures cover."""
FEWEST: Final = 3
"""Minimum number of games for figures. Fewer games would say more about their players than about the component."""


@dataclass(frozen=True, slots=True)
class SeatCountGames:
    """Games with that many seats: their list URL, number, and the seats' mean and best."""

    name: str
    url: str
    games: str
    mean: str
    best: str


@dataclass(frozen=True, slots=True)
class BestBoard:
    """Board with the highest result among players who show their games: title, result and game.

    `picture` is None if there is none.
    """

    title: str
    words: str
    url: str
    picture: BoardPicture | None


@dataclass(frozen=True, slots=True)
class PieceFigures:
    """Results with a piece: the games, and their seats by number of seats.

    `rows` begin with the total if there is more than one number of seats. `best` is None if no player with the
    highest score shows their games.
    """

    words: str
    caption: str
    rows: tuple[SeatCountGames, ...]
    games_url: str
    best: BestBoard | None


@dataclass(frozen=True, slots=True)
class PiecePage:
    """Statistics page of a component: its name, kind, own page ("" for none) and results.

    `figures` is None if there are too few games.
    """

    name: str
    kind: str
    url: str
    figures: PieceFigures | None


@dataclass(frozen=True, slots=True)
class _KnownPiece:
    """Component of a kind that games can be filtered by."""

    game: PlayedGame
    kind: PieceKind
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class _CountedSeat:
    """Seat whose result counts: its game and user by key, the number of seats, and its score.

    `shown` is True if its user shows their games.
    """

    game: int
    person: int
    seats: int
    score: int
    shown: bool


def piece_page(game: str, kind: str, key: str) -> PiecePage | None:
    """Return the results with a piece by game, kind and key, or None if there is no such piece."""
    piece = _find_piece(game, kind, key)
    if piece is None:
        return None
    return PiecePage(piece.name, str(piece.kind.one), piece.game.statistics.piece_url(kind, key), _figures(piece))


def _find_piece(game: str, kind: str, key: str) -> _KnownPiece | None:
    if game not in games():
        return None
    played = played_game(game)
    named = ((one, dict(one.pieces)) for one in played.statistics.kinds() if one.chosen and one.key == kind)
    return next((_KnownPiece(played, one, key, names[key]) for one, names in named if key in names), None)


def _figures(piece: _KnownPiece) -> PieceFigures | None:
    game_filter = GameFilter(game=piece.game.key, pieces=((piece.kind.key, piece.key),))
    keys = {key.pk: key for key in finished_game_keys(game_filter, LATEST)}
    seats = _counted_seats(piece, list(keys)) if len(keys) >= FEWEST else []
    count = _games(seats)
    if count < FEWEST:
        return None
    return PieceFigures(
        words=_words(count, all_told=len(keys) < LATEST),
        caption=_("Score per seat") if piece.kind.compared else _("Scores of all seats"),
        rows=_rows(piece, seats),
        games_url=_listed(piece),
        best=_best(piece, seats, keys),
    )


def _counted_seats(piece: _KnownPiece, games: Sequence[int]) -> list[_CountedSeat]:
    """Return the counted seats of these games, with their score or their gain from the component.

    The gain is used if components of this kind have gains of their own.
    """
    # Look up the gain seat by seat, so that no database starts with all gains of the component.
    gain = Gain.objects.filter(seat=OuterRef("pk"), piece__game=piece.game.key)
    gain = gain.filter(piece__kind=piece.kind.key, piece__key=piece.key)
    rows = SeatSummary.objects.filter(summary__in=games, result__in=COUNTED).annotate(
        figure=Subquery(gain.values("score")) if piece.kind.compared else F("score"),
        shown=Exists(User.objects.shown_to(None).filter(pk=OuterRef("user"))),
    )
    values = rows.values_list("summary", "user", "seats", "figure", "shown")
    return [_CountedSeat(*row) for row in values if row[3] is not None]


def _games(seats: Sequence[_CountedSeat]) -> int:
    return len({seat.game for seat in seats})


def _words(count: int, *, all_told: bool) -> str:
    """Return a sentence on which games are counted.

    Among the latest games, those that count are also the latest that count.
    """
    if all_told:
        words = ngettext("%(count)d public game played with it.", "%(count)d public games played with it.", count)
    else:
        words = ngettext(
            "The latest %(count)d public game played with it.",
            "The latest %(count)d public games played with it.",
            count,
        )
    return words % {"count": count}


def _rows(piece: _KnownPiece, seats: Sequence[_CountedSeat]) -> tuple[SeatCountGames, ...]:
    sizes = sorted({seat.seats for seat in seats})
    by_size = [
        _row(seats_name(size), _listed(piece, seats=str(size)), [seat for seat in seats if seat.seats == size])
        for size in sizes
    ]
    whole = [_row(_("All games"), _listed(piece), seats)] if len(sizes) > 1 else []
    return (*whole, *by_size)


def _row(name: str, url: str, seats: Sequence[_CountedSeat]) -> SeatCountGames:
    scores = [seat.score for seat in seats]
    return SeatCountGames(name, url, str(_games(seats)), mean(sum(scores), len(scores)), number_text(max(scores)))


def _listed(piece: _KnownPiece, **more: str) -> str:
    """Return the URL of the list of games with the piece."""
    several = {"game": piece.game.key} if len(games()) > 1 else {}
    return filter_url(reverse("history:games"), {**several, piece.kind.key: piece.key, **more})


def _best(piece: _KnownPiece, seats: Sequence[_CountedSeat], keys: dict[int, Key]) -> BestBoard | None:
    """Return the highest board among players with public games, the latest on ties."""
    shown = [seat for seat in seats if seat.shown]
    best = max(shown, key=lambda seat: (seat.score, keys[seat.game], -seat.person), default=None)
    if best is None:
        return None
    seat = Seat.objects.filter(table=best.game, user=best.person).select_related("table").first()
    if seat is None:
        return None
    words = _("%(score)s from this card") if piece.kind.compared else _("%(score)s in total")
    most = max(seat.score for seat in seats)
    return BestBoard(
        title=_("Best board") if best.score == most else _("Best board among public games"),
        words=words % {"score": piece.game.score_words(best.score)},
        url=table_url(seat.table),
        picture=piece.game.board_picture(seat.table.code, Index(seat.index)),
    )
