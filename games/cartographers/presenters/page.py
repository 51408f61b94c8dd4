"""The page of a table."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse

from engine.cartographers.mixing.mix import readable
from engine.cartographers.news import News
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.presenters.ambush import Intruder, intruders
from games.cartographers.presenters.coins import CoinTrack, coin_track
from games.cartographers.presenters.edicts import EdictView, edicts, whose_stars
from games.cartographers.presenters.effects import season_steps
from games.cartographers.presenters.ending import Ending, ending
from games.cartographers.presenters.lesson import LessonView
from games.cartographers.presenters.log import LogView, log_view
from games.cartographers.presenters.people import Person, people
from games.cartographers.presenters.scene import Scene, scene
from games.cartographers.presenters.scores import ScoreRow, ScoreSheet, score_rows, score_sheet
from games.cartographers.presenters.season import SeasonView, season_view
from games.cartographers.presenters.season_over import SeasonOver, season_over
from games.cartographers.presenters.stage import BoardCard, board_card
from games.cartographers.presenters.strip import Strip, strip
from games.cartographers.typed.aiming import IN_HAND, fields_of, hand_of
from games.cartographers.words.options_text import played_with
from games.tables.afterwards import Afterwards, DeckOrigin
from games.tables.game import Seated
from games.tables.giving_up import give_up_url
from games.tables.loading import Logged


@dataclass(frozen=True, slots=True)
class Visit:
    """What depends on who asks, and how: the lesson of who is taught, what a finished game offers to them, the game
    whose deck is played again, why their command was refused ("" if it was not), and whether the turn is new to the
    page that asks.
    """

    lesson: LessonView | None
    after: Afterwards | None
    deck_of: DeckOrigin | None
    refusal: str
    turned: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """All of a table's page. `fields` go with a typed line: the turn, and what is in hand; `intruder` is the monster
    that somebody else drew on the map that is shown, in the turn that closed last; `give_up` is "" for who may not.
    """

    name: str
    code: str
    strip: Strip
    fields: tuple[tuple[str, str], ...]
    season: SeasonView
    edicts: tuple[EdictView, ...]
    whose_stars: str
    scene: Scene
    coins: CoinTrack
    boards: tuple[BoardCard, ...]
    sheet: ScoreSheet
    rows: tuple[ScoreRow, ...]
    season_over: SeasonOver | None
    ending: Ending | None
    intruder: Intruder | None
    log: LogView
    played_with: str
    commitment: str
    seed: str
    visit: Visit
    turn: int
    give_up: str


def table_page(seated: Seated, view: View, log: tuple[Logged[News], ...], query: QueryDict, visit: Visit) -> TablePage:
    """The page as one visitor sees it; `query` holds the drawing in the making and which board to look at."""
    everybody = people(seated, view)
    url = reverse("tables:table", args=[seated.table.code])
    seen = scene(view, query, everybody, seated.table.code)
    focus, lit = seen.focus, seen.lit
    found = intruders(view, everybody, log)
    return TablePage(
        name=seated.table.name,
        code=seated.table.code,
        strip=strip(seated, view),
        fields=_fields(view, query),
        season=season_view(view, table=url, told=view.choice.card.id if view.choice and seen.choosing else ""),
        edicts=edicts(view, focus.seat, url, lit=lit, table=url),
        whose_stars=whose_stars(view, focus),
        scene=seen,
        coins=coin_track(view, everybody[seen.shown], log, url),
        boards=_boards(view, everybody, seen, found, url),
        sheet=score_sheet(view, focus, url, lit=lit),
        rows=score_rows(view, everybody, url),
        season_over=_season_over(view, everybody, focus, log, url),
        ending=ending(view, everybody, focus, url),
        intruder=found.get(seen.shown),
        log=log_view(view, everybody, log, url),
        played_with=played_with(readable(seated.table.options), view.definition.sheet),
        commitment=seated.table.commitment,
        seed=bytes(seated.table.seed or b"").hex() if view.over else "",
        visit=visit,
        turn=view.turn,
        give_up=give_up_url(seated.table, len(seated.seats), seated=seated.seat is not None),
    )


def _boards(
    view: View, everybody: tuple[Person, ...], seen: Scene, found: dict[Seat, Intruder], url: str
) -> tuple[BoardCard, ...]:
    looking = seen.focus if seen.stage else None
    return tuple(board_card(view, person, url, looking, found.get(person.seat)) for person in everybody)


def _season_over(
    view: View, everybody: tuple[Person, ...], focus: Person, log: tuple[Logged[News], ...], url: str
) -> SeasonOver | None:
    steps = season_steps(view, log, [person.name for person in everybody])
    return season_over(view, focus, everybody, steps, log, url)


def _fields(view: View, query: QueryDict) -> tuple[tuple[str, str], ...]:
    """What goes with a typed line of a seat; nothing of who only watches."""
    if view.viewer is None:
        return ()
    hand = ((IN_HAND + name, value) for name, value in fields_of(hand_of(view, query)))
    return (("turn", str(view.turn)), ("command_id", str(uuid.uuid4())), *hand)
