"""The parts of a table's page, each with what it draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.cartographers.goals.edicts import EdictView
from games.cartographers.goals.scores import ScoreRow, ScoreSheet
from games.cartographers.others.stage import BoardCard
from games.cartographers.table.page import TablePage
from games.play.absent_seats import away_part
from games.play.fairness import Fairness
from games.play.log import LogView
from games.play.pace import pace_part
from games.play.page_parts import Part
from games.play.people import Person
from games.tables.fork_pages import ForkOrigin
from games.tables.post_game import DeckOrigin

STRIP: Final = Part("strip", "play/_strip.html")


@dataclass(frozen=True, slots=True)
class _Edicts:
    edicts: tuple[EdictView, ...]
    whose_stars: str


@dataclass(frozen=True, slots=True)
class _Boards:
    boards: tuple[BoardCard, ...]
    focus: Person


@dataclass(frozen=True, slots=True)
class _Scores:
    sheet: ScoreSheet
    rows: tuple[ScoreRow, ...]
    newest: str


@dataclass(frozen=True, slots=True)
class _Log:
    log: LogView
    played_with: str
    fairness: Fairness
    deck_of: DeckOrigin | None
    fork: ForkOrigin | None
    give_up: str
    resign: str
    change_pace: str
    pace: str
    code: str


def dress_of(page: TablePage) -> str:
    """Return the layout key of a table: the season's CSS class, marked when the game is over."""
    return f"{page.season.css}-ended" if page.ending or page.ended_early else page.season.css


def page_parts(page: TablePage) -> Iterator[Part]:
    """Yield all parts of a table's page, in order."""
    visit = page.visit
    yield Part("fields", "play/_line_fields.html", mark=str(page.turn))
    yield STRIP
    yield Part("refusal", "play/_refusal.html")
    yield away_part(page.visit.away)
    yield pace_part(page.visit.pace)
    yield Part("ending", f"cartographers/past/{'_ended_early' if page.ended_early else '_ending'}.html")
    yield Part("desk", "cartographers/table/_desk.html")
    yield Part.of("season_over", "cartographers/goals/_season_over.html", over=page.season_over)
    yield Part.of("season", "cartographers/goals/_season.html", season=page.season)
    yield Part.of("edicts", "cartographers/goals/_edicts.html", page=_Edicts(page.edicts, page.whose_stars))
    yield Part.of("boards", "cartographers/others/_boards.html", page=_Boards(page.boards, page.scene.focus))
    scores = _Scores(page.sheet, page.rows, page.season_over.id if page.season_over else "")
    yield Part.of("scores", "cartographers/goals/_scores.html", page=scores)
    origins = visit.deck_of, visit.fork
    ways = visit.give_up, visit.resign, visit.change_pace, visit.pace_words
    log = _Log(page.log, page.played_with, page.fairness, *origins, *ways, page.code)
    yield Part.of("log", "play/_log.html", page=log)
