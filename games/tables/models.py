"""Tables, the people seated at them, and the log of what happened there."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final, NoReturn
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.randomness import SEED_BYTES
from games.accounts.models import User
from games.tables import codes
from games.tables.names import TABLE_NAME_MAX

MOST_SEATS = 12
MOST_NAMED: Final = 12
"""Choices that one person may keep under names, for one game."""
LAST: Final = ""
"""The name of what somebody chose last."""
LATELY: Final = timedelta(days=1)
"""How long a game that nobody moves in is still one to watch."""


class Access(models.TextChoices):
    """Who may sit down and watch."""

    OPEN = "open", _("Open to everybody")
    INVITATION = "invitation", _("By invitation")


class Status(models.TextChoices):
    """The life of a table."""

    GATHERING = "gathering", _("Gathering")
    PLAYING = "playing", _("Playing")
    FINISHED = "finished", _("Finished")
    CLOSED = "closed", _("Closed")


class TableQuerySet(models.QuerySet["Table"]):
    """Tables, by who may see them and what goes on there."""

    def open_tables(self) -> TableQuerySet:
        """Tables that anybody may join, the newest first."""
        return self.filter(status=Status.GATHERING, access=Access.OPEN).order_by("-created_at", "-pk")

    def open_games(self) -> TableQuerySet:
        """Games of two or more that anybody may watch and that have moved lately, the liveliest first."""
        together = Exists(Seat.objects.filter(table=OuterRef("pk"), index=1))
        lately = timezone.now() - LATELY
        games = self.filter(together, status=Status.PLAYING, access=Access.OPEN, changed_at__gte=lately)
        return games.order_by("-changed_at", "-pk")

    def without(self, user: User) -> TableQuerySet:
        """Without the tables where this person sits already or was sent away from."""
        return self.exclude(seats__user=user).exclude(exclusions__user=user)

    def of(self, user: User) -> TableQuerySet:
        """The tables where this person sits, those that wait for them first; `my_turn` says which do."""
        # A join, which begins with the person's few seats; both names speak of the one seat that they have at a table.
        mine = self.filter(seats__user=user).annotate(my_turn=F("seats__awaited"))
        return mine.order_by("-my_turn", "-changed_at", "-pk")

    def unfinished(self) -> TableQuerySet:
        """Tables that gather or play."""
        return self.filter(status__in=[Status.GATHERING, Status.PLAYING])

    def played_in(self) -> TableQuerySet:
        """Games in which a seat has answered at least once."""
        return self.filter(Exists(TableCommand.objects.filter(table=OuterRef("pk"))))

    def with_deck_of(self, table: Table) -> TableQuerySet:
        """The tables that share a table's deck, itself among them."""
        first = table.deck_of_id or table.pk
        return self.filter(Q(pk=first) | Q(deck_of=first))

    def finished(self) -> TableQuerySet:
        """Games that came to their end, the latest first."""
        return self.filter(status=Status.FINISHED).order_by("-finished_at", "-pk")

    def visible_to(self, user_id: int | None, invitations: Iterable[str] = ()) -> TableQuerySet:
        """The tables this visitor may know of: open ones, their own, and those they hold an invitation to."""
        seated = Exists(Seat.objects.filter(table=OuterRef("pk"), user_id=user_id)) if user_id else Q(pk__in=[])
        return self.filter(Q(access=Access.OPEN) | seated | Q(invitation__in=list(invitations)))

    def with_seats(self) -> TableQuerySet:
        """With host, seats and people, in two queries."""
        seats = models.Prefetch("seats", Seat.objects.select_related("user").order_by("index"))
        return self.select_related("host").prefetch_related(seats)

    def locked(self) -> TableQuerySet:
        """With the row locked until the transaction ends (on SQLite the transaction itself is the lock)."""
        return self.select_for_update(of=("self",))

    def locked_with(self, code: str, user: User) -> Table:
        """The table of that code, locked, at which this person sits; raises Table.DoesNotExist for who does not.

        PostgreSQL, having waited for the lock, would still see a seat that was given up meanwhile in the same query.
        """
        table = self.locked().get(code=code)
        if not Seat.objects.filter(table=table, user=user).exists():
            raise Table.DoesNotExist
        return table


class Table(models.Model):
    """Where one game is gathered for, played and looked back at.

    `version` grows with every change that a page could show; `number` is that of the last event, 0 before the start.
    """

    seats_read: tuple[Seat, ...] = ()
    """The seats in their order with their people, where they were read together with the table."""

    code = models.CharField(_("code"), max_length=codes.CODE_LENGTH, unique=True, default=codes.new_code)
    game = models.CharField(_("game"), max_length=32)
    name = models.CharField(_("name"), max_length=TABLE_NAME_MAX)
    options = models.JSONField(_("options"), default=dict)
    access = models.CharField(_("access"), max_length=10, choices=Access, default=Access.OPEN)
    invitation = models.CharField(_("invitation"), max_length=22, unique=True, default=codes.new_invitation)
    capacity = models.PositiveSmallIntegerField(_("seats"))
    start_when_full = models.BooleanField(_("starts when full"), default=True)
    # Here and below, a foreign key with which another index begins has none of its own.
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="hosted_tables",
        db_index=False,
        verbose_name=_("host"),
    )
    # By which the host opened it: the same form sent again is recognised, and opens no other.
    command_id = models.UUIDField(_("command"), null=True, editable=False)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.GATHERING)
    # Whoever knows the seed knows every card to come: shown to nobody before the game is over.
    seed = models.BinaryField(_("seed"), max_length=SEED_BYTES, null=True, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1)
    number = models.PositiveIntegerField(_("events"), default=0)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    phase = models.CharField(_("phase"), max_length=32, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    changed_at = models.DateTimeField(_("changed"))
    rematch_of = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="rematches", verbose_name=_("rematch of")
    )
    # The first game that was played with this deck: its seed is this table's too, and no secret.
    deck_of = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="deck_games", verbose_name=_("deck of")
    )

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [
            # None begins with the status: SQLite would take few tables to share one, and go through all that do.
            models.Index(fields=["access", "status", "-created_at"], name="tables_open"),
            models.Index(fields=["access", "status", "-changed_at"], name="tables_watched"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["host", "command_id"], name="tables_table_once"),
            models.CheckConstraint(
                condition=Q(capacity__gte=1) & Q(capacity__lte=MOST_SEATS), name="tables_table_capacity"
            ),
            models.UniqueConstraint(
                fields=["rematch_of"], condition=~Q(status="closed"), name="tables_table_one_rematch"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats of tables."""

    def at(self, table: Table) -> SeatQuerySet:
        """The seats of one table in order, with their people."""
        return self.filter(table=table).select_related("user").order_by("index")

    def with_command(self, command_id: UUID) -> SeatQuerySet:
        """With what is stored of the command of that id at their table: of one at most, so no seat comes twice."""
        stored = FilteredRelation("table__commands", condition=Q(table__commands__command_id=command_id))
        fields = {"stored_seat": F("stored__seat"), "stored_number": F("stored__number")}
        return self.annotate(stored=stored).annotate(**fields)

    def awaited_of(self, user_id: int) -> SeatQuerySet:
        """The seats of one person at which games under way wait for them, the longest awaited first."""
        waiting = self.filter(user=user_id, awaited=True, table__status=Status.PLAYING)
        return waiting.order_by("awaited_since", "pk")


class Seat(models.Model):
    """Where one person sits at a table, 0-based and clockwise; `awaited` while an answer is owed. `seen` is the number
    of the last event that had happened when the person looked, or answered.
    """

    stored_seat: int | None = None
    stored_number: int | None = None
    """Which seat sent the command that was asked for `with_command`, and its last event; None where none is stored."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False, verbose_name=_("table"))
    index = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", verbose_name=_("person"))
    awaited = models.BooleanField(_("awaited"), default=False)
    awaited_since = models.DateTimeField(_("awaited since"), null=True, blank=True)
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    score = models.IntegerField(_("score"), null=True, blank=True)
    # Of seats that are older than this nothing is known.
    seen = models.PositiveIntegerField(_("seen up to event"), null=True, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="tables_seat_one_place"),
            models.UniqueConstraint(fields=["table", "user"], name="tables_seat_one_person"),
        ]

    def __str__(self) -> str:
        return f"{self.index + 1}"


class Exclusion(models.Model):
    """Somebody whom the host sent away, and who may not sit down again."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="exclusions", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="tables_exclusion_once")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.user_id}"


class KeptChoicesQuerySet(models.QuerySet["KeptChoices"]):
    """Choices that people keep."""

    def named(self, user: User) -> KeptChoicesQuerySet:
        """Those that somebody has given a name."""
        return self.filter(user=user).exclude(name=LAST)

    def has_room(self, user: User, game: str, name: str) -> bool:
        """Whether choices for a game (its key) may be kept under that name: the last, an old one, or one more."""
        names = set(self.named(user).filter(game=game).values_list("name", flat=True))
        return name == LAST or name in names or len(names) < MOST_NAMED


class KeptChoices(models.Model):
    """What somebody chose for a new table of a game: under a name of their own, or "" for what they chose last.

    `fields` are what the forms held, as JSON: those of every table under "table", the game's own under "options".
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="kept_choices",
        db_index=False,
        verbose_name=_("person"),
    )
    game = models.CharField(_("game"), max_length=32)
    name = models.CharField(_("name"), max_length=TABLE_NAME_MAX, blank=True)
    fields = models.JSONField(_("choices"))
    changed_at = models.DateTimeField(_("changed"))

    objects = KeptChoicesQuerySet.as_manager()

    class Meta:
        verbose_name = _("kept choices")
        verbose_name_plural = _("kept choices")
        constraints = [models.UniqueConstraint(fields=["user", "game", "name"], name="tables_kept_once")]

    def __str__(self) -> str:
        return self.name


class AppendOnly(TypeError):
    """What happened is not written anew."""


class AppendOnlyQuerySet(models.QuerySet["TableEvent"]):
    """Events, which may be read and added to."""

    def after(self, number: int) -> AppendOnlyQuerySet:
        """The events that follow that number, in order."""
        return self.filter(number__gt=number).order_by("number")

    def update(self, **_fields: Any) -> NoReturn:
        """Raises AppendOnly."""
        raise AppendOnly("events are never changed")

    def delete(self) -> NoReturn:
        """Raises AppendOnly."""
        raise AppendOnly("events are never deleted")

    def bulk_create(self, objs: Iterable[TableEvent], *args: Any, **options: Any) -> list[TableEvent]:
        """Store new events; raises AppendOnly where those stored already should change or be passed over."""
        if args or options:  # no option of Django's but the size of a batch is harmless, and nobody needs that
            raise AppendOnly("events are stored once, as they are")
        return super().bulk_create(objs)

    def bulk_update(self, *_args: Any, **_options: Any) -> NoReturn:
        """Raises AppendOnly."""
        raise AppendOnly("events are never changed")


class TableEvent(models.Model):
    """One fact, numbered from 1 within its table; `seat` is the one whose command led to it, None at the start."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="events", db_index=False, verbose_name=_("table"))
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=40)
    data = models.JSONField(_("data"))
    turn = models.PositiveIntegerField(_("turn"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    command_id = models.UUIDField(_("command"), null=True, blank=True)
    at = models.DateTimeField(_("at"))

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["table", "number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="tables_event_once")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new event; raises AppendOnly for one that is stored already."""
        if not self._state.adding:
            raise AppendOnly("events are never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Raises AppendOnly."""
        raise AppendOnly("events are never deleted")


class TableCommand(models.Model):
    """A command that was accepted: the same one sent again is recognised by `command_id` and changes nothing.

    `standing` marks the one answer of a seat to an ask that counts; taking it back lets go of the mark.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="commands", db_index=False)
    command_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    ask = models.CharField(max_length=80)
    turn = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    standing = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "command_id"], name="tables_command_once"),
            models.UniqueConstraint(
                fields=["table", "seat", "ask"], condition=Q(standing=True), name="tables_command_one_standing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.ask}"
