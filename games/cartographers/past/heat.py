"""Drawings of other players in a turn: as a heat map, or laid over the large map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.geometry import Mask, Space, column_of, row_of, spaces
from engine.cartographers.view import View
from games.cartographers.log.past_states import ClosedTurn, turn_histories
from games.cartographers.map.boards import COLUMN_LABELS, ROW_LABELS
from games.cartographers.map.ink.outlines import outline
from games.cartographers.past.turn_navigation import TurnParameters, VariantLink, terrains_drawn, variant_links
from games.cartographers.words.features import space_list
from games.play.log import turn_address
from games.play.people import Person, drawer_words
from games.tables.holders import holder_name, read_former_holders
from games.tables.log.turns_drawn import StandingAnswer, stored_answers
from games.tables.models import Seat, Table
from games.tables.pages.access import invitations

TABLE: Final = "table"
DECK: Final = "deck"
"""URL values for the drawings at one table and for those of all players with the same deck."""
STEPS: Final = 5
"""Number of shades, from the lightest to the darkest."""
MOST_NAMED: Final = 12
"""Number of map owners that are named per group of spaces. The others are only counted."""


@dataclass(frozen=True, slots=True)
class TurnDrawing:
    """The spaces that a turn changed on somebody's map and their `terrains` in words; whose it is, and where it is
    shown, "" for the same table.
    """

    name: str
    url: str
    changed: Mask
    terrains: str


@dataclass(frozen=True, slots=True)
class MapOwner:
    """A map after the turn: its player, its address ("" at the same table), and the terrains drawn."""

    name: str
    url: str
    terrains: str


@dataclass(frozen=True, slots=True)
class HeatLevel:
    """Spaces drawn on the same number of maps; levels run from most to fewest. Names, path, CSS class, count labels at
    their centers, owners, and how many more there are.
    """

    count: int
    title: str
    css: str
    path: str
    spaces: str
    who: tuple[MapOwner, ...]
    more: str
    labels: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TurnHeat:
    """Heat map of a turn, with positioned labels of rows and columns.

    `sentence` gives the number of maps, `card` what was drawn, `edicts` what counted at the time.
    """

    sentence: str
    card: str
    edicts: str
    label: str
    levels: tuple[HeatLevel, ...]
    rows: tuple[tuple[str, str], ...]
    columns: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class HeatPart:
    """Heat map after a turn, and the links that show it.

    `heat` is None if it isn't shown; then `problem` explains why if it was requested. `asks` is empty if no other
    player can have drawn.
    """

    heat: TurnHeat | None
    problem: str
    asks: tuple[VariantLink, ...]


def heat_links(parameters: TurnParameters, *, seats: int, over: bool, deck: bool) -> tuple[VariantLink, ...]:
    """Return the links to a table's heat map; `deck` is true if other games can be included."""
    here = {TABLE: _("At this table") if over else _("Show drawings")} if seats > 1 else {}
    return variant_links(parameters, "heat", here | ({DECK: _("All games with this deck")} if deck else {}))


def heat_part(
    drawings: Sequence[TurnDrawing], games: int, links: tuple[VariantLink, ...], *, card: str, edicts: str
) -> HeatPart:
    """The drawings of one turn in so many games, one game for one table alone; `card` and `edicts` are those of
    the turn, in words.
    """
    if not any(drawing.changed for drawing in drawings):
        return HeatPart(None, _("No drawings."), links)
    problem = _("No other drawings of this card on this turn yet.") if len(drawings) == 1 else ""
    return HeatPart(_heat(drawings, games, card, edicts), problem, links)


def _heat(drawings: Sequence[TurnDrawing], games: int, card: str, edicts: str) -> TurnHeat:
    counts = _counts([drawing.changed for drawing in drawings])
    drawn = reduce(or_, counts)
    levels = (
        _level(drawings, count, counts[count - 1], drawn) for count in range(len(counts), 0, -1) if counts[count - 1]
    )
    return TurnHeat(
        sentence=_sentence(len(drawings), games),
        card=card,
        edicts=edicts,
        label=_("Number of drawings per space. The same data is listed as text below."),
        levels=tuple(levels),
        rows=ROW_LABELS,
        columns=COLUMN_LABELS,
    )


def _sentence(maps: int, games: int) -> str:
    return _("%(maps)s, %(games)s.") % {
        "maps": ngettext("%(count)s map", "%(count)s maps", maps) % {"count": maps},
        "games": ngettext("%(count)s game", "%(count)s games", games) % {"count": games},
    }


def _counts(masks: Sequence[Mask]) -> list[Mask]:
    """Return the spaces in exactly one of these sets, in exactly two, and so on."""
    at_least = [0] * len(masks)
    for mask in masks:
        for count in range(len(masks) - 1, 0, -1):
            at_least[count] |= at_least[count - 1] & mask
        at_least[0] |= mask
    return [one & ~more for one, more in zip(at_least, [*at_least[1:], 0], strict=True)]


def _level(drawings: Sequence[TurnDrawing], count: int, mask: Mask, drawn: Mask) -> HeatLevel:
    maps = len(drawings)
    owners = [MapOwner(drawing.name, drawing.url, drawing.terrains) for drawing in drawings if drawing.changed & mask]
    more = len(owners) - MOST_NAMED
    return HeatLevel(
        count=count,
        title=_("%(count)s of %(all)s") % {"count": count, "all": maps},
        css=f"heat-{-(-count * STEPS // maps)}",
        path=outline(mask, drawn),
        spaces=space_list(mask),
        who=tuple(owners[:MOST_NAMED]),
        more=ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more} if more > 0 else "",
        labels=_labels(mask),
    )


def _labels(mask: Mask) -> tuple[tuple[str, str], ...]:
    return tuple((f"{column_of(where)}.5", f"{row_of(where)}.7") for where in spaces(mask))


MOST_GAMES: Final = 50
"""Number of other games that are compared, the latest ones."""


def drawings_at_other_tables(
    request: HttpRequest, table: Table, turn: ClosedTurn
) -> tuple[tuple[TurnDrawing, ...], int]:
    """Return the drawings at other tables with the same deck, and the number of these tables.

    They are games played to the end on this site that the visitor may see, with the same card in the same turn.
    """
    visible = Table.objects.visible_to(request.user.pk, invitations(request)).with_deck_of(table)
    games = visible.played_here().finished().exclude(pk=table.pk).with_seats()[:MOST_GAMES]
    same = [(game, closed) for game, tape in turn_histories(games).items() if (closed := tape.find(turn.number))]
    same = [(game, closed) for game, closed in same if closed.card == turn.card]
    answers = stored_answers([game for game, _closed in same], [turn.number]) if same else {}
    read_former_holders(game for game, _closed in same)
    return tuple(drawing for game, closed in same for drawing in _drawings(game, closed, answers)), len(same)


def _drawings(
    game: Table, closed: ClosedTurn, answers: Mapping[tuple[int, int, int], StandingAnswer]
) -> Iterator[TurnDrawing]:
    address = turn_address(reverse("tables:table", args=[game.code]), closed.number)
    for seat in game.seats.all():
        changed = closed.changed[seat.index]
        terrains = terrains_drawn(closed.after.boards[seat.index], changed)
        answer = answers.get((game.pk, closed.number, seat.index))
        yield TurnDrawing(_drawer(game, seat, answer, closed), f"{address}?look={seat.index + 1}", changed, terrains)


def _drawer(game: Table, seat: Seat, answer: StandingAnswer | None, closed: ClosedTurn) -> str:
    if answer is None:
        return seat.shown_name
    # In an ambush, another player drew what changed on a map.
    by_stand_in = answer.stand_in and not closed.ambush
    return drawer_words(holder_name(game, seat, answer.number), by_stand_in=by_stand_in)


GHOSTS: Final = "all"
"""Query parameter that shows all other players' drawings on the large map."""
_MOST_NUMBERS: Final = 3
"""Number of seat numbers that fit in a space."""


@dataclass(frozen=True, slots=True)
class GhostLine:
    """A seat, by its number and the name of its player, and what was drawn on its map, in words."""

    number: int
    name: str
    css: str
    words: str


@dataclass(frozen=True, slots=True)
class GhostPart:
    """Links that show the drawings of all other players, and those drawings in words.

    `asks` is empty if there are no other players.
    """

    asks: tuple[VariantLink, ...]
    lines: tuple[GhostLine, ...]


def ghost_part(view: View, everybody: Sequence[Person], focus: Person, parameters: TurnParameters) -> GhostPart:
    """Return the other players' drawings, if the address asks for them; `view` is the one after the turn."""
    titles = (
        {GHOSTS: _("Show all players’ drawings on this map")} if view.seats > 1 and not parameters.side_by_side else {}
    )
    links = variant_links(parameters, "ghosts", titles)
    return GhostPart(links, tuple(_line(view, person) for person in everybody) if links and parameters.ghosts else ())


def _line(view: View, person: Person) -> GhostLine:
    changed = view.latest[person.seat]
    words = _("%(terrains)s on %(spaces)s") % {
        "terrains": terrains_drawn(view.boards[person.seat], changed),
        "spaces": space_list(changed),
    }
    return GhostLine(person.seat + 1, person.drawer, person.css, words if changed else _("nothing"))


def ghosts_on(view: View, focus: Person) -> Mapping[Space, str]:
    """The numbers of the seats on whose maps a turn changed a space, that of `focus` left out."""
    seats: dict[Space, list[str]] = {}
    for seat, changed in enumerate(view.latest):
        for where in spaces(changed) if seat != focus.seat else ():
            seats.setdefault(where, []).append(str(seat + 1))
    return {
        where: " ".join(numbers) if len(numbers) <= _MOST_NUMBERS else f"×{len(numbers)}"
        for where, numbers in seats.items()
    }
