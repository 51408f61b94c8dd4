"""Insights: what a player loses on average in each kind of move, from all reviewed games that the viewer may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.coach.losses import GroupLosses, Losses, WorstTurn, sum_up_games, worst_in_row
from games.coach.models import SeatInsight
from games.coach.summaries import BOTS, NOBODY, OPPONENTS, PACE, PEOPLE, current_insights, insights_of_game
from games.play.coaching import InsightGroup
from games.play.game import played_game
from games.tables.game import games
from games.tables.models import Pace, Table

LEAST_MOVES: Final = 10
"""Number of moves from which a row has figures: fewer say little."""
WORST_SHOWN: Final = 10
"""Most turns in the list of a row."""


@dataclass(frozen=True, slots=True)
class GameInsights:
    """Insights from the reviewed games of a player: the number of games, and the sums of their losses."""

    game: str
    count: int
    whole: Losses
    rows: GroupLosses


def load_insights(person: User, viewer_id: int | None) -> tuple[GameInsights, ...]:
    """Return the insights from a player's games by game, without the games that they have none of."""
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for game, data in visible_insights(person, viewer_id).values_list("review__table__game", "losses"):
        rows.setdefault(game, []).append(data)
    return tuple(_sum_up(game, rows[game]) for game in games() if game in rows and insights_of_game(game))


def _sum_up(game: str, seats: Sequence[Mapping[str, Any]]) -> GameInsights:
    total = sum_up_games(seats)
    return GameInsights(game, len(seats), total.whole, total.rows)


def visible_insights(person: User, viewer_id: int | None) -> QuerySet[SeatInsight]:
    """Return the summaries of a player's games that the viewer may see."""
    own = current_insights(person)
    if person.pk == viewer_id:
        return own
    return own.filter(review__table__in=Table.objects.visible_to(viewer_id).order_by().values("pk"))


def all_groups(game: str) -> tuple[InsightGroup, ...]:
    """Return the groups of a game's insights in order: its own, then those about whole games."""
    insights = insights_of_game(game)
    if insights is None:
        return ()
    return (
        *insights.groups,
        InsightGroup(PACE, _("By time control"), _("Time control"), _pace_names, in_order=True),
        InsightGroup(OPPONENTS, _("By opponents"), _("Opponents"), lambda: _opponent_names(game), in_order=True),
    )


def _pace_names() -> Mapping[str, str]:
    return {pace.value: str(pace.label) for pace in Pace}


def _opponent_names(game: str) -> Mapping[str, str]:
    levels = {
        f"{BOTS}-{level}": _("Bots (%(level)s)") % {"level": words.name}
        for level, words in played_game(game).levels.items()
    }
    return {NOBODY: _("Solo"), **levels, f"{BOTS}-": _("Other bots"), PEOPLE: _("Other players")}


@dataclass(frozen=True, slots=True)
class ListedTurn:
    """One of a player's worst turns in a row: its table, and what it lost there."""

    table: Table
    turn: WorstTurn


def worst_turns(person: User, viewer_id: int | None, game: str, group: str, row: str) -> tuple[ListedTurn, ...]:
    """Return the turns that lost most in a row, the worst first. Of each game, only its worst few are known."""
    found = sorted(_turns(visible_insights(person, viewer_id), game, group, row), key=lambda each: each[:3])
    listed = found[:WORST_SHOWN]
    tables = Table.objects.select_related("host").in_bulk([table for _loss, table, _turn, _worst in listed])
    return tuple(ListedTurn(tables[table], worst) for _loss, table, _turn, worst in listed if table in tables)


def _turns(
    insights: QuerySet[SeatInsight], game: str, group: str, row: str
) -> Iterator[tuple[float, int, int, WorstTurn]]:
    """Yield the stored turns of a row, as the order in which they are listed, the table of each, and the turn."""
    rows = insights.filter(review__table__game=game)
    for table, data in rows.values_list("review__table", "losses"):
        for worst in worst_in_row(data, group, row):
            yield -worst.loss, table, worst.turn, worst
