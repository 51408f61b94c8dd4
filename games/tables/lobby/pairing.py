"""Pairing: seats a user at the open table that fits best, or opens one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from typing import Any, Final
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, Subquery

from games import clock
from games.accounts.models import User
from games.locks import lock_pairing, writing
from games.people.blocks import blocked_ids
from games.people.models import Follow
from games.tables.changes import announce, lock_joining_user
from games.tables.errors import TableRefusal
from games.tables.game import Game, games
from games.tables.lobby.filters import plays_bots
from games.tables.lobby.forms import NewTableForm
from games.tables.lobby.saved_settings import SavedSettings, load_saved_settings, prefill_form, prefill_forms
from games.tables.lobby.services import NewTable, find_opened_table, open_table, take_seat
from games.tables.log.stand_in_answers import answer_for_bots
from games.tables.models import Access, Origin, Seat, Status, Table, TableQuerySet

JUST_NOW: Final = timedelta(seconds=10)
"""Time after the start of a game within which pairing again leads to it, as the button may be pressed twice."""
_MOST_TRIED: Final = 10


@dataclass(frozen=True, slots=True)
class PairChoice:
    """Wanted game and set, by key, and time control; "" for any."""

    game: str = ""
    set: str = ""
    pace: str = ""

    @property
    def condition(self) -> Q:
        """The tables with this choice."""
        wanted = {name: value for name in ("game", "set", "pace") if (value := getattr(self, name))}
        return Q(**{"game__in": [game.key for game in paired_games()], **wanted})


class PairResult(Enum):
    """Result of pairing: the user has joined a table, opened one, or was already seated at one."""

    JOINED = auto()
    OPENED = auto()
    SEATED = auto()


def paired_games() -> list[Game]:
    """Return the games for which players can be paired: those with more than one seat."""
    return [game for game in games().values() if plays_bots(game)]


def pair(*, user: User, choice: PairChoice, command_id: UUID | None = None) -> tuple[Table, PairResult]:
    """Seat a user at the open table that fits best, or open one with their last settings.

    Players who already wait at a table that fits, or whose game has just started there, stay at it. Raises
    TableRefusal, and ValidationError for settings that can't be played.
    """
    with writing():
        lock_pairing()
        lock_joining_user(user)
        if table := _own_table(user, choice, command_id):
            return table, PairResult.SEATED
        table, result = _join_best(user, choice), PairResult.JOINED
        if table is None:
            table, result = open_table(user, _new_table(user, choice, command_id)), PairResult.OPENED
    announce(table.code, table.version)
    answer_for_bots(table)
    return table, result


def _own_table(user: User, choice: PairChoice, command_id: UUID | None) -> Table | None:
    if table := find_opened_table(user, command_id):
        return table
    now = clock.now()
    started = Q(status=Status.PLAYING, access=Access.OPEN, started_at__gte=now - JUST_NOW, started_at__lte=now)
    waiting = Q(listed_until__isnull=False)
    mine = Table.objects.filter(choice.condition, waiting | started, seats__user=user, capacity__gt=1)
    return _without_requirements(mine).order_by("-created_at", "-pk").first()


def _without_requirements(tables: TableQuerySet) -> TableQuerySet:
    """Exclude tables for certain people, with special rules, with bots, or that wait for their host."""
    seats = Seat.objects.filter(table=OuterRef("pk"))
    plain = tables.filter(
        start_when_full=True, practice=False, as_on_paper=False, fill_at=None, rematch_of=None, deck_of=None, deal=None
    )
    special = seats.filter(Q(bot_number__isnull=False) | Q(handicap__gt=0))
    return plain.filter(~Exists(special), origin=Origin.PLAYED)


def find_tables(user: User, choice: PairChoice) -> list[str]:
    """Return the codes of the tables that fit a user best.

    The fewest free seats come first, then tables of people that the user follows, then those that wait longest.
    """
    open_tables = Table.objects.open_tables().joinable(user).without_people(blocked_ids(user))
    seats = Seat.objects.filter(table=OuterRef("pk"))
    followed = Follow.objects.filter(follower=user).values("followed")
    fitting = _without_requirements(open_tables.filter(choice.condition)).annotate(
        free=F("capacity") - Subquery(seats.order_by("-index").values("index")[:1]),
        is_followed=Exists(seats.filter(user__in=followed)),
    )
    # The account of somebody who waits may have been closed.
    best = fitting.exclude(Exists(seats.filter(user__is_active=False))).order_by(
        "free", "-is_followed", "created_at", "pk"
    )
    return list(best.values_list("code", flat=True)[:_MOST_TRIED])


def _join_best(user: User, choice: PairChoice) -> Table | None:
    """Return the best table that a locked user could join, None if none takes them; part of a transaction."""
    for code in find_tables(user, choice):
        try:
            with transaction.atomic():
                table = Table.objects.locked().get(code=code)
                take_seat(table, user)
        except (TableRefusal, Table.DoesNotExist):  # it has changed since it was found
            continue
        return table
    return None


def _new_table(user: User, choice: PairChoice, command_id: UUID | None) -> NewTable:
    """Return a public table for a choice, with the user's last settings as far as they can be played."""
    game = next((game for game in paired_games() if choice.game in ("", game.key)), None)
    if game is None:
        raise Table.DoesNotExist
    try:
        return _with_settings(user, game, choice, load_saved_settings(user, game, {}), command_id)
    except ValidationError:
        return _with_settings(user, game, choice, SavedSettings(), command_id)


def _with_settings(
    user: User, game: Game, choice: PairChoice, saved: SavedSettings, command_id: UUID | None
) -> NewTable:
    least = max(2, game.seats.start)
    shown, options = NewTableForm(None, game=game, host=user, query={}), game.options_form()
    shown.initial["capacity"] = least
    prefill_forms(shown, options, saved, {"pace": choice.pace} if choice.pace else {})
    prefill_form(options, game.sets.fields(choice.set) if choice.set else {})
    # Without what keeps others from being paired with the user.
    open_to_all = {"access": Access.OPEN, "start_when_full": True, "as_on_paper": False, "fill_after": 0}
    capacity = max(least, int(shown.initial["capacity"]))
    pace = {"pace": choice.pace} if choice.pace else {}
    shown.initial = {**shown.initial, **open_to_all, "capacity": capacity, **pace}
    form = NewTableForm(_initial(shown), game=game, host=user, query={})
    chosen = game.options_form(_initial(options))
    if not (form.is_valid() and chosen.is_valid()):
        raise ValidationError(
            [message for part in (form, chosen) for found in part.errors.values() for message in found]
        )
    new = form.new_table(chosen.options(), host=user, command_id=command_id)
    game.check_options(new.options, new.capacity)
    return new


def _initial(form: forms.Form) -> dict[str, Any]:
    return {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
