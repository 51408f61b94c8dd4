"""The parts of the page of a turn, each with what it draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.cartographers.goals.edicts import EdictView
from games.cartographers.others.stage import BoardCard
from games.cartographers.past.turn import TurnPage
from games.play.page_parts import Part
from games.play.people import Person
from games.play.replay import replay_parts


@dataclass(frozen=True, slots=True)
class _Edicts:
    edicts: tuple[EdictView, ...]
    whose_stars: str


@dataclass(frozen=True, slots=True)
class _Boards:
    boards: tuple[BoardCard, ...]
    focus: Person


def dress_of(page: TurnPage) -> str:
    """Return the layout key of a turn page: the seat of the large map, and if all maps are side by side."""
    return f"{page.focus.seat}-{'all' if page.side_by_side else 'one'}"


def turn_parts(page: TurnPage) -> Iterator[Part]:
    """Yield all parts of a turn page, in order."""
    sheet = page.sheet
    yield from replay_parts(page)
    yield Part.of("lead", "cartographers/past/_lead.html", season=page.season, card=page.card.name, url=page.card.url)
    if not page.side_by_side:
        yield Part.of("sheet", "cartographers/past/_sheet.html", title=sheet.title, css=sheet.css, map=sheet.map)
    yield Part.of("card", "cartographers/past/_card.html", card=page.card)
    yield Part.of("ghosts", "cartographers/past/_ghosts.html", part=page.ghosts)
    yield Part.of("coins", "cartographers/goals/_coins.html", coins=page.coins, maps=len(page.boards))
    edicts = _Edicts(page.edicts, page.whose_stars)
    yield Part.of("edicts", "cartographers/goals/_edicts.html", page=edicts)
    yield Part.of("boards", "cartographers/others/_boards.html", page=_Boards(page.boards, page.focus))
    yield Part.of("heat", "cartographers/past/_heat.html", part=page.heat)
    yield Part.of("log", "play/_turn_log.html", lines=page.lines)
    yield Part.of("deck", "cartographers/past/_deck.html", part=page.deck)
