"""Who sits where, as the pages name them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.contract import Seat
from games.tables import models
from games.tables.game import Seated
from games.tables.holders import FormerHolder, former_holders
from games.tables.results import has_left


@dataclass(frozen=True, slots=True)
class Person:
    """A seat with the name of who sits there. `css` gives its colour; `me` is who looks. `away` says that the stand-in
    plays there, and why, "" where it does not. `former` are the players who had the seat before. `uncounted` says why a
    finished game does not count for the person.
    """

    seat: Seat
    name: str
    title: str
    username: str
    css: str
    me: bool
    away: str = ""
    former: tuple[FormerHolder, ...] = ()
    uncounted: str = ""

    def name_at(self, number: int) -> str:
        """Return the name of the player who had the seat when the event of that number happened."""
        return next((holder.shown_name for holder in self.former if number <= holder.until), self.name)


def seat_css(seat: int) -> str:
    """The class that gives a seat its colour."""
    return f"seat-{seat % 12}"


def away_words(seat: models.Seat) -> str:
    """That the stand-in plays for a seat, or has played to the end, "" where it does not."""
    if seat.was_removed:
        return _("was removed")
    if seat.resigned_at:
        return _("has resigned")
    return _("the stand-in plays") if seat.stand_in_since else ""


def uncounted_words(seat: models.Seat) -> str:
    """Return why a finished game does not count for the person on a seat, "" where it does."""
    if seat.rank is None or not (has_left(seat) or seat.drew_less_than_half):
        return ""
    if has_left(seat):
        return _("Not counted for this player: the stand-in finished the game.")
    return _("Not counted for this player: somebody else drew more than half of the turns.")


def people(seated: Seated) -> tuple[Person, ...]:
    """Everybody at the table, in the order of the seats."""
    former = former_holders(seated.table)
    return tuple(
        Person(
            seat=Seat(entry.index),
            name=entry.shown_name,
            title=entry.user.title,
            username=entry.user.username,
            css=seat_css(entry.index),
            me=entry.index == seated.seat,
            away=away_words(entry),
            former=tuple(holder for holder in former if holder.seat == entry.index),
            uncounted=uncounted_words(entry),
        )
        for entry in seated.seats
    )
