"""Start of a waiting table's game, in words, and whether it can start."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.tables.game import UnknownGame, game_of
from games.tables.lobby.cards import least_words
from games.tables.models import Seat, Status, Table
from games.tables.results import ending_sentence
from games.tables.time_control import clock_time


def can_start(table: Table, seated: int) -> bool:
    """Return True if the game can be played by that many players."""
    try:
        return seated in game_of(table).seats
    except UnknownGame:
        return False


def start_hint(table: Table, seats: list[Seat], *, asks: bool) -> str:
    """Return when the game starts, or why it never will. `asks` is True if players are asked about the setup."""
    if table.ended_early:
        return ending_sentence(table, seats)
    if table.status == Status.CLOSED:
        return _("This table was closed before the game started.")
    if table.practice:
        return _practice_hint(table)
    least, taken = _least_seats(table), len(seats)
    if taken < least:
        return f"{_begins_later(table, taken)} {least_words(least)}"
    if not table.start_when_full:
        return _("The game starts when the host starts it.")
    free = table.capacity - taken
    if asks and free:
        return _("The game starts when all seats are taken and all players have answered, or when the host starts it.")
    if asks and any(seat.user_id and seat.setup_answers is None for seat in seats):
        return _("The game starts when all players have answered, or when the host starts it.")
    if not free:
        # The host gave the last seat to a bot, which starts nothing.
        return _("The game starts when the host starts it.")
    return ngettext(
        "The game starts when 1 more player joins or the host starts it.",
        "The game starts when %(count)d more players join or the host starts it.",
        free,
    ) % {"count": free}


def _least_seats(table: Table) -> int:
    """Return how many players the game needs to start."""
    try:
        return game_of(table).seats.start
    except UnknownGame:
        return 1


def _begins_later(table: Table, taken: int) -> str:
    """Return a sentence on when a game starts that still has too few players."""
    if not table.start_when_full:
        return _("The game starts when the host starts it.")
    free = table.capacity - taken
    return ngettext(
        "The game starts when 1 more player joins.", "The game starts when %(count)d more players join.", free
    ) % {"count": free}


def _practice_hint(table: Table) -> str:
    """Return when a practice game starts. It gathers players only if its host or setup questions delay it."""
    begins = (
        _("The game starts when all players have answered, or when the host starts it.")
        if table.start_when_full
        else _("The game starts when the host starts it.")
    )
    filled = _("Bots then fill any empty seats.")
    return f"{begins} {filled}"


def fill_words(table: Table) -> str:
    """Return when bots take the free seats, in minutes and on the reader's clock, "" if they don't."""
    if table.status != Status.GATHERING or table.fill_at is None:
        return ""
    left = table.fill_at - clock.now()
    if left <= timedelta():
        return _("Bots are taking the free seats.")
    minutes = -(-left // timedelta(minutes=1))
    return ngettext(
        "Bots take the free seats in 1 minute (%(time)s).",
        "Bots take the free seats in %(count)d minutes (%(time)s).",
        minutes,
    ) % {"count": minutes, "time": clock_time(table.fill_at)}


def start_label(table: Table, taken: int) -> str:
    """Return the label of the button with which the host starts the game."""
    if table.practice or taken == table.capacity:
        return _("Start game")
    return _("Start with %(taken)d of %(capacity)d players") % {"taken": taken, "capacity": table.capacity}
