"""List of the seats of a table that waits for players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.tables.clocks.vacations import vacation_words
from games.tables.game import SetupQuestion
from games.tables.lobby.cards import level_name, seat_marks
from games.tables.models import MOST_LISTED, Bot, Seat, Table

SeatRatings = Callable[[str, Iterable[User]], dict[int, str]]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat of a gathering table, or all that are free if it `is_group`; `name` is empty while it is free, `url` for
    who has no page that the viewer may see, `kick_id` where the viewer may not send away, `vacation` where none is
    announced. `level` is that of a bot, and `bot` its number where the viewer may remove it. `marks` are its help and
    its `handicap`, which the viewer may set where `seat` is its id. `rating` is "" unless the user shows one.
    """

    label: str
    name: str = ""
    url: str = ""
    is_me: bool = False
    is_guest: bool = False
    is_host: bool = False
    kick_id: str = ""
    vacation: str = ""
    crest: str = ""
    answers: str = ""
    level: str = ""
    bot: str = ""
    marks: str = ""
    seat: str = ""
    handicap: int = 0
    rating: str = ""
    is_group: bool = False


def shown_seats(
    table: Table,
    seats: list[Seat],
    viewer: User | AnonymousUser,
    *,
    hosts: bool = False,
    questions: Sequence[SetupQuestion] = (),
) -> tuple[SeatView, ...]:
    """Return the seats of a gathering table, with the actions of the host if the viewer `hosts` it."""
    ratings = _rating_words(table, seats)
    taken = [
        replace(
            _seat_view(table, seat, viewer, hosts),
            rating=ratings.get(seat.user_id or 0, ""),
            answers=_answer_words(questions, seat),
            marks=", ".join(seat_marks(table, seat)),
            seat=str(seat.pk) if hosts and table.capacity > 1 else "",
            handicap=seat.handicap,
        )
        for seat in seats
    ]
    if table.capacity > MOST_LISTED and len(seats) < table.capacity:
        return (*taken, SeatView(_free_seats(table.capacity - len(seats)), is_group=True))
    free = [SeatView(_seat_label(index)) for index in range(len(seats), table.capacity)]
    return (*taken, *free)


def _rating_words(table: Table, seats: list[Seat]) -> dict[int, str]:
    """Return the shown ratings of users at the table, by key, from the app in the settings (`CARTO_SEAT_RATINGS`)."""
    people = [seat.user for seat in seats if seat.user]
    return cast(SeatRatings, import_string(settings.CARTO_SEAT_RATINGS))(table.game, people)


def _free_seats(count: int) -> str:
    return ngettext("%(count)d free seat", "%(count)d free seats", count) % {"count": count}


def _seat_view(table: Table, seat: Seat, viewer: User | AnonymousUser, hosts: bool) -> SeatView:
    user = seat.user
    if user is None:
        return _bot_view(table, seat, hosts)
    me = user.pk == viewer.pk
    return SeatView(
        label=_seat_label(seat.index),
        name=seat.shown_name,
        url=user.profile_url_for(viewer),
        is_me=me,
        is_guest=user.guest,
        is_host=user.pk == table.host_id,
        kick_id=str(user.pk) if hosts and not me else "",
        vacation=vacation_words(table, user),
        crest=seat.shown_crest,
    )


def _bot_view(table: Table, seat: Seat, hosts: bool) -> SeatView:
    level = seat.player.level if isinstance(seat.player, Bot) else None
    return SeatView(
        label=_seat_label(seat.index),
        name=seat.shown_name,
        crest=seat.shown_crest,
        level=level_name(table, level) if level else "",
        bot=str(seat.bot_number) if hosts and seat.bot_number else "",
    )


def _seat_label(index: int) -> str:
    return _("Seat %(number)d") % {"number": index + 1}


def _answer_words(questions: Sequence[SetupQuestion], seat: Seat) -> str:
    """Return a seat's answers in words, "" where nothing is asked."""
    if not questions or isinstance(seat.player, Bot):
        return ""
    if seat.setup_answers is None:
        return _("Hasn’t answered yet")
    given = [(question, seat.setup_answers.get(question.key, "")) for question in questions]
    # A card may have left the catalog since it was chosen.
    named = [(question.label, dict(question.choices).get(answer)) for question, answer in given if answer]
    words = [f"{label}: {name}" for label, name in named if name]
    return " · ".join(words) or _("No preference")
