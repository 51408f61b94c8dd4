"""Both ends of a game that was played on from a turn of another: what came of it then, and what has come of it now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.game import RULES
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.map.boards import Patch, patches
from games.cartographers.past.ending import edict_totals
from games.cartographers.words.features import stars_of
from games.play.numbers import figure, signed
from games.tables import models
from games.tables.fork_pages import ForkOrigin, own_index
from games.tables.game import Seated
from games.tables.game_state import load


@dataclass(frozen=True, slots=True)
class End:
    """One of the ends: whose it is, with what, their map and what it is called, and where its table is."""

    title: str
    stars: str
    map_name: str
    patches: tuple[Patch, ...]
    url: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure of both ends, and by how much the present one is higher."""

    name: str
    then: str
    now: str
    by: str


@dataclass(frozen=True, slots=True)
class BothEnds:
    """The two ends of the seat that was played anew, that of then first: where the stars come from, how many they are
    in all, and how many all `others` had.
    """

    ends: tuple[End, End]
    rows: tuple[Difference, ...]
    total: Difference
    others: tuple[Difference, ...]


def both_ends(seated: Seated, view: View, fork: ForkOrigin | None) -> BothEnds | None:
    """Return the end of the fork and of the original game, or None.

    None while the fork is running, if there is no original, or if the visitor may not see it.
    """
    if not view.over or fork is None or fork.original is None:
        return None
    seat, seats = Seat(own_index(seated)), tuple(models.Seat.objects.at(fork.original))
    before = RULES.view(load(fork.original).state, None)
    totals = [(before.total(each), view.total(each)) for each in map(Seat, range(view.seats))]
    then = _("Original game: %(name)s") % {"name": seats[seat].shown_name}
    now = _("New game: %(name)s") % {"name": seated.seats[seat].shown_name}
    return BothEnds(
        ends=(
            _end(fork.original, then, _("Original map"), before, seat),
            _end(seated.table, now, _("New map"), view, seat),
        ),
        rows=tuple(_rows(before, view, seat)),
        total=_difference(_("Total"), *totals[seat]),
        others=tuple(_difference(each.shown_name, *totals[each.index]) for each in seats if each.index != seat),
    )


def _end(table: models.Table, title: str, map_name: str, view: View, seat: Seat) -> End:
    url = f"{reverse('tables:table', args=[table.code])}?look={seat + 1}"
    return End(title, stars_of(view.total(seat)), map_name, patches(view.boards[seat]), url)


def _rows(before: View, view: View, seat: Seat) -> Iterator[Difference]:
    """Yield the differences of two games' ends by source: edicts (the same in both), coins and monsters."""
    for (name, then), (_name, now) in zip(edict_totals(before, seat), edict_totals(view, seat), strict=True):
        yield _difference(name, then, now)
    yield _difference(_("Coins"), _coins(before, seat), _coins(view, seat))
    yield _difference(_("Monsters"), -before.losses(seat), -view.losses(seat))


def _coins(view: View, seat: Seat) -> int:
    return sum(season[seat].coins for season in view.scores)


def _difference(name: str, then: int, now: int) -> Difference:
    return Difference(name, figure(then), figure(now), signed(now - then))
