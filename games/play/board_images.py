"""Images of final boards in lists: whose board they show, and their addresses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.play.game import played_game
from games.play.toned_images import Tone, TonedImage, toned_image
from games.tables.game import games
from games.tables.models import Seat, Status, Table

EDITION: Final = 1
"""Part of every address. Raise it when the images change, as browsers keep them for a year."""


def build_image_version(table: Table) -> str:
    """Return the part of an image's address that changes with the image."""
    return f"{EDITION}-{table.number}"


def build_board_image(table: Table, seat: int, owner: str) -> TonedImage | None:
    """Return the image of a seat's final board, or None for unfinished games and games without images.

    It reads nothing from the database, so a list can have many.
    """
    if table.status != Status.FINISHED or not table.number or table.game not in games():
        return None
    if played_game(table.game).final_boards is None:
        return None
    address = reverse("play:final_board", args=[table.code, seat + 1, build_image_version(table), Tone.DAY.value])
    return toned_image(address, _("Final board: %(name)s") % {"name": owner})


def find_boards_label() -> str:
    """Return the label of a list that shows images of final boards, "" if no game has any."""
    return next((str(boards.name) for key in games() if (boards := played_game(key).final_boards)), "")


def choose_seat(seats: Sequence[Seat], preferred: int | None) -> Seat | None:
    """Return the seat of the user with that key, or else the best one; None without seats."""
    own = next((seat for seat in seats if preferred is not None and seat.user_id == preferred), None)
    return own or min(seats, key=lambda seat: (seat.rank or len(seats), seat.index), default=None)
