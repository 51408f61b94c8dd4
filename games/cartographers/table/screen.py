"""The game on a big screen: card, goals and all maps, as a spectator sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.panels import EdictView, edicts, season_steps
from games.cartographers.goals.scores import (
    ScoreRow,
    ranks_by_seat,
    score_rows,
)
from games.cartographers.goals.season import SeasonView, season_view
from games.cartographers.goals.season_over import SeasonOver, season_over
from games.cartographers.log.past_states import view_for, visible_log
from games.cartographers.others.ambush import Intruder, intruders
from games.cartographers.others.stage import BoardCard, board_card, default_seat
from games.cartographers.others.strip import table_strip
from games.cartographers.past.ending import ending
from games.play.page_parts import Part
from games.play.people import Person, people
from games.play.screen import ScreenView, listed_seats
from games.play.seat_pages import count_words
from games.tables.game import Seated
from games.tables.pages.post_game import fork_seat

_COLUMNS: Final = (1, 2, 3, 2, 3, 3, 4, 4, 5, 5, 4, 4)
"""Number of columns in which so many maps, from 1 to 12, are largest beside the card."""


@dataclass(frozen=True, slots=True)
class ScreenMap:
    """Map on the screen: its rank once the game is over, None before and in games without ranks."""

    board: BoardCard
    rank: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """End of the game: its headline, and the players with their stars by season."""

    headline: str
    ranks: tuple[int | None, ...]
    rows: tuple[ScoreRow, ...]

    @property
    def places(self) -> tuple[tuple[int | None, ScoreRow], ...]:
        """Return the rows with their ranks."""
        return tuple(zip(self.ranks, self.rows, strict=True))


@dataclass(frozen=True, slots=True)
class Side:
    """Column beside the maps.

    `over` is the season that was scored last, until a card of the next one is drawn. `ranking` is None before the end.
    """

    season: SeasonView
    edicts: tuple[EdictView, ...]
    over: SeasonOver | None
    ranking: Ranking | None


def screen(spectator: Seated) -> ScreenView:
    """Return the game for a big screen."""
    view = view_for(spectator)
    log = visible_log(spectator, view)
    everybody = people(spectator)
    url = reverse("tables:table", args=[spectator.table.code])
    focus = everybody[default_seat(view)]
    ranking = _ranking(spectator, view, everybody, focus, url)
    over = season_over(
        view,
        focus,
        everybody,
        season_steps(view, log, [person.name for person in everybody]),
        log,
        url,
        ranked=spectator.has_winner,
        lit=False,
    )
    season = season_view(view)
    side = Side(season, tuple(sorted(edicts(view, focus.seat, url, lit=False), key=_letter)), over, ranking)
    shown = _shown_seats(view, ranking)
    near = intruders(view, everybody, log, set(shown))
    maps = tuple(_screen_map(view, everybody[seat], near.get(seat), ranking, url) for seat in shown)
    return ScreenView(
        strip=table_strip(spectator, view),
        side=Part.of("side", "cartographers/table/_screen_side.html", side=side),
        main=Part.of(
            "main",
            "cartographers/table/_screen_maps.html",
            maps=maps,
            columns=_COLUMNS[len(maps) - 1],
            listed=count_words(len(maps), view.seats),
        ),
        css=season.css,
    )


def _letter(edict: EdictView) -> str:
    return edict.letter


def _ranking(spectator: Seated, view: View, everybody: tuple[Person, ...], focus: Person, url: str) -> Ranking | None:
    end = ending(view, everybody, focus, url, fork_seat(spectator))
    if end is None:
        return None
    places = end.places[: len(listed_seats(ranks_by_seat(view)))]
    return Ranking(
        headline=end.headline,
        ranks=tuple(None if end.solo else place.rank for place in places),
        rows=score_rows(view, [place.person for place in places], url),
    )


def _shown_seats(view: View, ranking: Ranking | None) -> Sequence[Seat]:
    if ranking:
        return [row.person.seat for row in ranking.rows]
    return [Seat(seat) for seat in listed_seats(ranks_by_seat(view))]


def _screen_map(view: View, person: Person, intruder: Intruder | None, ranking: Ranking | None, url: str) -> ScreenMap:
    rank = next((rank for rank, row in ranking.places if row.person == person), None) if ranking else None
    return ScreenMap(board_card(view, person, url, None, intruder), rank, won=rank == 1)
