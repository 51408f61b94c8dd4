"""The page of a table."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse

from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.mix import readable
from games.cartographers.placing import Ghost, ghost_of
from games.cartographers.presenters.ambush import Intruder, intruders
from games.cartographers.presenters.choosing import ChoosingView, choosing_view
from games.cartographers.presenters.coins import CoinTrack, coin_track
from games.cartographers.presenters.desk import DeskView, desk_view
from games.cartographers.presenters.edicts import EdictView, edicts
from games.cartographers.presenters.effects import season_steps
from games.cartographers.presenters.ending import Ending, ending
from games.cartographers.presenters.lesson import LessonView
from games.cartographers.presenters.log import LogView, log_view
from games.cartographers.presenters.people import Person, people
from games.cartographers.presenters.scores import ScoreRow, ScoreSheet, score_rows, score_sheet
from games.cartographers.presenters.season import SeasonView, season_view
from games.cartographers.presenters.season_over import SeasonOver, season_over
from games.cartographers.presenters.stage import BoardCard, Stage, board_card, drawn_stage, look
from games.cartographers.presenters.strip import Strip, strip
from games.cartographers.typed.aiming import IN_HAND, fields_of, hand_of
from games.cartographers.words.options_text import played_with
from games.tables.afterwards import Afterwards, DeckOrigin
from games.tables.game import Seated
from games.tables.loading import Logged


@dataclass(frozen=True, slots=True)
class TablePage:
    """All of a table's page. `fields` go with a typed line: the turn, and what is in hand; `intruder` is the monster
    that somebody else drew on the map that is shown, in the turn that closed last; `refusal` says why the last command
    was refused, `turned` whether the turn is new to the page that asks.
    """

    name: str
    code: str
    url: str
    strip: Strip
    fields: tuple[tuple[str, str], ...]
    season: SeasonView
    edicts: tuple[EdictView, ...]
    desk: DeskView | None
    choosing: ChoosingView | None
    stage: Stage | None
    focus: Person
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
    lesson: LessonView | None
    deck_of: DeckOrigin | None
    after: Afterwards | None
    refusal: str
    turn: int
    turned: bool


def table_page(
    seated: Seated,
    view: View,
    log: tuple[Logged, ...],
    query: QueryDict,
    *,
    lesson: LessonView | None = None,
    after: Afterwards | None = None,
    deck_of: DeckOrigin | None = None,
    refusal: str = "",
    turned: bool = False,
) -> TablePage:
    """The page as one visitor sees it; `query` holds the drawing in the making and which board to look at."""
    everybody = people(seated, view)
    url = reverse("tables:table", args=[seated.table.code])
    looked_at = _looked_at(query, view)
    focus = everybody[_own_or_best(view) if looked_at is None else looked_at]
    choosing = _choosing(seated, view, query, everybody, looked_at)
    desk, stage = (None, None) if choosing else _desk_or_stage(seated, view, query, everybody, looked_at, url)
    shown, found = _shown(view, looked_at, focus), intruders(view, everybody, log)
    lit = shown == focus.seat
    return TablePage(
        name=seated.table.name,
        code=seated.table.code,
        url=url,
        strip=strip(seated, view),
        fields=_fields(view, query),
        season=season_view(view, told=view.choice.card.id if view.choice and choosing else ""),
        edicts=edicts(view, focus.seat, url, lit=lit),
        desk=desk,
        choosing=choosing,
        stage=stage,
        focus=focus,
        coins=coin_track(view, focus.seat, log, url, lit=lit),
        boards=tuple(
            board_card(view, person, url, focus if stage else None, found.get(person.seat)) for person in everybody
        ),
        sheet=score_sheet(view, focus, url, lit=lit),
        rows=score_rows(view, everybody, url),
        season_over=season_over(
            view, focus, everybody, season_steps(view, log, [person.name for person in everybody]), log, url
        ),
        ending=ending(view, everybody, focus, url),
        intruder=found.get(shown),
        log=log_view(view, everybody, log),
        played_with=played_with(readable(seated.table.options), view.definition.sheet),
        commitment=seated.table.commitment,
        seed=bytes(seated.table.seed or b"").hex() if view.over else "",
        lesson=lesson,
        deck_of=deck_of,
        after=after,
        refusal=refusal,
        turn=view.turn,
        turned=turned,
    )


def _fields(view: View, query: QueryDict) -> tuple[tuple[str, str], ...]:
    """What goes with a typed line of a seat; nothing of who only watches."""
    if view.viewer is None:
        return ()
    hand = ((IN_HAND + name, value) for name, value in fields_of(hand_of(view, query)))
    return (("turn", str(view.turn)), ("command_id", str(uuid.uuid4())), *hand)


def _looked_at(query: QueryDict, view: View) -> Seat | None:
    """The seat whose board the address asks to see, by its number from 1."""
    number = query.get("look", "")
    if number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= view.seats:
        return Seat(int(number[:4]) - 1)
    return None


def _own_or_best(view: View) -> Seat:
    """Whose board is shown to who asks for none: the viewer's; to spectators the first, and in the end the winner's."""
    if view.viewer is not None:
        return view.viewer
    return view.standings.places[0].seat if view.over else Seat(0)


def _desk_or_stage(
    seated: Seated, view: View, query: QueryDict, everybody: tuple[Person, ...], looked_at: Seat | None, url: str
) -> tuple[DeskView | None, Stage | None]:
    if view.desk and view.desk.drawing is None and looked_at is None:
        ghost: Ghost = ghost_of(query, view.desk.offer)
        return desk_view(view, view.desk, ghost, everybody, seated.table.code), None
    if looked_at is None and _answered(view):
        return None, drawn_stage(view, everybody, seated.table.code)
    person = everybody[_own_or_best(view) if looked_at is None else looked_at]
    return None, look(view, everybody, person, url, back=looked_at is not None)


def _shown(view: View, looked_at: Seat | None, focus: Person) -> Seat:
    """Whose board the large map shows."""
    answered = view.desk or view.choice
    return answered.subject if answered and looked_at is None else focus.seat


def _answered(view: View) -> bool:
    """Whether the viewer has drawn, or chosen, in the open turn."""
    return bool(view.desk and view.desk.drawing) or bool(view.choice and view.choice.chosen)


def _choosing(
    seated: Seated, view: View, query: QueryDict, everybody: tuple[Person, ...], looked_at: Seat | None
) -> ChoosingView | None:
    """The choice that the viewer owes, None where there is none or another board is looked at."""
    if view.choice is None or view.choice.chosen is not None or looked_at is not None:
        return None
    return choosing_view(view, view.choice, query, everybody, seated.table.code)
