"""Seats of players, with their clocks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, assert_never
from uuid import UUID

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Exists, ExpressionWrapper, F, FilteredRelation, OuterRef, Q, Value
from django.db.models.functions import Cast
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import clock
from games.accounts.crests import crest_of_name
from games.accounts.names import DISPLAY_NAME_MAX
from games.compiled_query import CompiledQuery, Parameter
from games.tables.bots import bot_name, marked_name, read_level
from games.tables.models.choices import MOST_HANDICAP, BotLevel, Status, Vote
from games.tables.models.clocks import PaceProposal
from games.tables.models.players import (
    RETURNABLE_CAUSES,
    AwayCause,
    Bot,
    Person,
    Player,
    PlayerKind,
    Recording,
    StandIn,
    Vacant,
    columns_of,
    player_constraint,
)

ASIDE_AFTER: Final = timedelta(days=30)
"""Time after which a solo game without activity no longer counts as in progress."""


def with_others(table: str) -> Exists:
    """Return a condition for tables at which two people or more have seats, the opposite of solo games.

    `table` names the column of the table's id.
    """
    held = Seat.objects.filter(user__isnull=False)
    next_one = held.filter(table=OuterRef("table"), index__gt=OuterRef("index"))
    return Exists(held.filter(Exists(next_one), table=OuterRef(table)))


def put_aside_condition(table: str, row: str = "", before: Parameter | None = None) -> Q:
    """Return a condition for inactive solo games, unchanged for a long time.

    `table` names the column of the table's id, `row` is the prefix of its other columns. `before` stands for
    `clock.now() - ASIDE_AFTER` in a compiled query.
    """
    changed = {f"{row}changed_at__lt": clock.now() - ASIDE_AFTER if before is None else before}
    return Q(~with_others(table), **{f"{row}status": Status.PLAYING}, **changed)


class SeatQuerySet(models.QuerySet["Seat"]):
    """Query set of seats."""

    def at(self, table: models.Model | Parameter) -> SeatQuerySet:
        """Return the seats of one table in order, with their users."""
        key = table if isinstance(table, Parameter) else table.pk
        return self.filter(table=key).select_related("user").order_by("index")

    def with_command(self, command_id: UUID | Parameter) -> SeatQuerySet:
        """Attach the command with that id, if any, to each seat. At most one exists per table."""
        stored = FilteredRelation("table__commands", condition=Q(table__commands__command_id=command_id))
        fields = {"stored_seat": F("stored__seat"), "stored_number": F("stored__number")}
        return self.annotate(stored=stored).annotate(**fields)

    def with_due_alarm(self, now: datetime) -> SeatQuerySet:
        """Return the seats whose clocks are due, the longest overdue first. Uses an index."""
        return self.filter(alarm_at__lte=now).order_by("alarm_at")

    def too_late(self, now: datetime) -> SeatQuerySet:
        """The seats whose clocks may run longer than `clocks.latest_due` allows, and those with an alarm that may be
        too far ahead.
        """
        seconds = Cast("left", models.IntegerField())  # SQLite multiplies no spans by a PositiveIntegerField
        began_with = ExpressionWrapper(seconds * Value(timedelta(seconds=1)), models.DurationField())
        latest = ExpressionWrapper(Value(now, models.DateTimeField()) + began_with, models.DateTimeField())
        running = Q(due_at__gt=now) & (Q(left=None) | Q(due_at__gt=latest))
        beyond = Q(alarm_at__gt=now) & (Q(due_at=None) | Q(alarm_at__gt=F("due_at")))
        return self.filter(Q(alarm_at__isnull=False) & (running | beyond))

    def played_by_people(self) -> SeatQuerySet:
        """Return the seats whose users are there and make the moves."""
        return self.filter(played_by=PlayerKind.PERSON)

    def played_by_bots(self) -> SeatQuerySet:
        """Return the seats of the bots of practice games."""
        return self.filter(played_by=PlayerKind.BOT)

    def returnable(self) -> SeatQuerySet:
        """Return the seats whose users are there or may return: all that were not left for good."""
        return self.filter(user__isnull=False, away_cause__in=RETURNABLE_CAUSES)

    def free(self) -> SeatQuerySet:
        """Return the seats in running games that another user may take; by an index."""
        return self.filter(played_by=PlayerKind.VACANT)

    def awaited_for_user(self, user_id: int | Parameter, aside_before: Parameter | None = None) -> SeatQuerySet:
        """Return a user's seats that are awaited in running games, the longest awaited first.

        Solo games that were set aside are left out.
        """
        waiting = self.returnable().filter(user=user_id, awaited=True, table__status=Status.PLAYING)
        waiting = waiting.exclude(put_aside_condition("table", "table__", aside_before))
        return waiting.order_by("awaited_since", "pk")

    def owing_pace_answer(self, user_id: int) -> SeatQuerySet:
        """Return the seats of one user that have to answer a proposed time control."""
        open_proposal = {"table__status": Status.PLAYING, "table__pace_proposal__state": PaceProposal.State.OPEN}
        return self.played_by_people().filter(user=user_id, agreed_pace=None, **open_proposal)


class Seat(models.Model):
    """Seat of one player at a table, 0-based and clockwise; `awaited` while an answer is due.

    Its `player` is stored in several columns, which are only set together, by `play_by`.

    `seen` is the number of the last event when the player last looked or answered.

    The clock, at a table with a pace: while it runs, time runs out at `due_at`, and `alarm_at` is the next time to
    act: to warn, to play, or to play at once for a seat kept by the stand-in. While it is stopped, `left` seconds
    remain of the turn `clock_turn`. `reserve` is the reserve in seconds when that turn began. `timeouts` counts the
    timeouts in a row.

    `drew_less_than_half` is set when the game ends: the stand-in or a former player drew most of the turns, so the
    result does not count for this player.

    Until `visible_until` the player has the table's page open and visible, as far as the site knows.
    """

    stored_seat: int | None = None
    stored_number: int | None = None
    """Seat that sent the command requested by `with_command`, and the number of its last event. None if no such
    command is stored.
    """

    table = models.ForeignKey(
        "tables.Table", models.CASCADE, related_name="seats", db_index=False, verbose_name=_("table")
    )
    index = models.PositiveSmallIntegerField(_("number"))
    played_by = models.CharField(
        _("played by"), max_length=9, choices=PlayerKind, default=PlayerKind.PERSON, db_default=PlayerKind.PERSON
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats", verbose_name=_("user")
    )
    bot_number = models.PositiveSmallIntegerField(_("bot number"), null=True, blank=True)
    bot_level = models.CharField(
        _("bot level"), max_length=10, choices=BotLevel, blank=True, default="", db_default="", editable=False
    )
    away_since = models.DateTimeField(_("stand-in since"), null=True, blank=True)
    away_cause = models.CharField(
        _("stand-in reason"), max_length=8, choices=AwayCause, blank=True, default="", db_default=""
    )
    away_reason = models.CharField(_("reason"), max_length=200, blank=True, default="", db_default="")
    resigned_at = models.DateTimeField(_("resigned at"), null=True, blank=True)
    awaited = models.BooleanField(_("waiting since"), default=False)
    awaited_since = models.DateTimeField(_("waiting since"), null=True, blank=True)
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    score = models.IntegerField(_("score"), null=True, blank=True)
    due_at = models.DateTimeField(_("time runs out at"), null=True, blank=True)
    alarm_at = models.DateTimeField(_("next reminder"), null=True, blank=True, editable=False)
    left = models.PositiveIntegerField(_("seconds left"), null=True, blank=True)
    clock_turn = models.PositiveIntegerField(_("clock turn"), default=0, db_default=0)
    reserve = models.PositiveIntegerField(_("time bank (seconds)"), default=0, db_default=0)
    clock_zone = models.CharField(
        _("time zone of the clock"), max_length=40, blank=True, default="", db_default="", editable=False
    )
    timeouts = models.PositiveSmallIntegerField(_("timeouts"), default=0, db_default=0)
    vote = models.CharField(_("vote"), max_length=6, choices=Vote, blank=True, default="", db_default="")
    # The player sees no figures of scores before they are counted.
    as_on_paper = models.BooleanField(_("as on paper"), default=False, db_default=False, editable=False)
    # Added to the score at the end of the game.
    handicap = models.PositiveSmallIntegerField(
        _("handicap"), default=0, db_default=0, validators=[MaxValueValidator(MOST_HANDICAP)]
    )
    # Number of the open proposal for another time control that the seat agrees to.
    agreed_pace = models.PositiveIntegerField(_("agrees to proposal"), null=True, blank=True, editable=False)
    drew_less_than_half = models.BooleanField(
        _("drew less than half of the turns"), default=False, db_default=False, editable=False
    )
    # Answers to the game's setup questions; None until the player has answered.
    setup_answers = models.JSONField(_("setup answers"), null=True, blank=True, editable=False)
    # Name of the player in the game that this one comes from. Empty if the current user of the seat is meant.
    name = models.CharField(_("name"), max_length=DISPLAY_NAME_MAX, blank=True, default="", db_default="")
    # Unknown for seats that were created before this field.
    seen = models.PositiveIntegerField(_("last event seen"), null=True, blank=True)
    visible_until = models.DateTimeField(_("page visible until"), null=True, blank=True, editable=False)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        indexes = [
            models.Index(fields=["alarm_at"], condition=Q(alarm_at__isnull=False), name="tables_alarms"),
            models.Index(fields=["table"], condition=Q(played_by="vacant"), name="tables_free_seats"),
            models.Index(
                fields=["visible_until"], condition=Q(visible_until__isnull=False), name="tables_visible_seats"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="tables_seat_one_place"),
            models.UniqueConstraint(fields=["table", "user"], name="tables_seat_one_person"),
            models.CheckConstraint(condition=player_constraint(), name="tables_seat_player"),
        ]

    def __str__(self) -> str:
        return f"{self.index + 1}"

    @property
    def player(self) -> Player:
        """Return the player of the seat; no query."""
        if self.user_id is None:
            if self.played_by != PlayerKind.BOT:
                return Recording(self.index)
            return Bot(self.bot_number or 1, read_level(self.bot_level))
        if self.away_since is None:
            return Person(self.user_id)
        absence = StandIn if self.played_by == PlayerKind.STAND_IN else Vacant
        return absence(self.user_id, self.away_since, AwayCause(self.away_cause), self.away_reason, self.resigned_at)

    def play_by(self, player: Player) -> None:
        """Let a player have the seat from now on; saves nothing."""
        for name, value in columns_of(player).items():
            setattr(self, name, value)

    @property
    def shown_name(self) -> str:
        """The name by which pages call the player; read it with the user selected."""
        if self.name:
            return self.name
        match self.player:
            case Person() | StandIn() | Vacant():
                return str(self.user)
            case Bot(number, level):
                return marked_name(level, number) if level else gettext("Stand-in %(number)d") % {"number": number}
            case Recording():
                return str(_("Former player"))
            case player:
                assert_never(player)

    @property
    def shown_crest(self) -> str:
        """The spec of the player's crest; "" without a user or for a player of another game. Read like the name."""
        if isinstance(bot := self.player, Bot):
            # The same in every language.
            return str(crest_of_name(bot_name(bot.level, bot.number) if bot.level else f"Stand-in {bot.number}"))
        return self.user.shown_crest if self.user and not self.name else ""


_TABLE: Final = models.BigAutoField()
_seats: Final = CompiledQuery[Seat](lambda table: Seat.objects.at(table), table=_TABLE)
_seats_with_command: Final = CompiledQuery[Seat](
    lambda table, command: Seat.objects.at(table).with_command(command), table=_TABLE, command=models.UUIDField()
)
_seats_with_table: Final = CompiledQuery[Seat](
    lambda code: Seat.objects.filter(table__code=code).select_related("table", "user").order_by("index"),
    code=models.CharField(),
)


def read_seats(table: models.Model, command_id: UUID | None = None) -> tuple[Seat, ...]:
    """Return the seats of a table in order, with their users, and `with_command` if an id is given."""
    if command_id is None:
        return tuple(_seats.fetch(table=table.pk))
    return tuple(_seats_with_command.fetch(table=table.pk, command=command_id))


def read_seats_with_table(code: str) -> tuple[Seat, ...]:
    """Return the seats of the table with that code in order, or () if the code is unknown.

    Their users and the table are loaded with them.
    """
    return tuple(_seats_with_table.fetch(code=code))
