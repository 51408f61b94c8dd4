"""Tables, the people seated at them, and the log of what happened there."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final, NoReturn
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, F, FilteredRelation, OuterRef, Q, Value, When
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
ASIDE_AFTER: Final = timedelta(days=30)
"""How long a game alone that nobody touches is among those under way."""
MOST_INVITED: Final = 20
"""People who may be invited to one table by their names."""


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


class Pace(models.TextChoices):
    """How long a seat may take. LIVE: so long for each turn, and a reserve for the whole game. DAYS: so long for each
    turn. NONE: as long as it likes.
    """

    LIVE = "live", _("Live")
    DAYS = "days", _("By the day")
    NONE = "none", _("No clock")


class Ending(models.TextChoices):
    """Why a game was closed that did not come to its end."""

    GIVEN_UP = "given_up", _("Given up")
    RESIGNED = "resigned", _("Everybody resigned")
    AGREED = "agreed", _("Ended by those who played on")
    STAFF = "staff", _("Ended by the site")


class Vote(models.TextChoices):
    """What who still plays wants done about a seat that the stand-in keeps; STAND_IN is about one without a clock, for
    which the game has waited long.
    """

    GO_ON = "", _("Play on")
    STAND_IN = "stand", _("Let the stand-in play for who is awaited so long")
    END = "end", _("End the game as it stands")
    INVITE = "invite", _("Let somebody else take the seat")


def _aside(table: str, row: str = "") -> Q:
    """That a game alone has been put aside: `table` names its id, `row` is the way to its columns."""
    alone = ~Exists(Seat.objects.filter(table=OuterRef(table), index=1))
    changed = {f"{row}changed_at__lt": timezone.now() - ASIDE_AFTER}
    return Q(alone, **{f"{row}status": Status.PLAYING}, **changed)


class TableQuerySet(models.QuerySet["Table"]):
    """Tables, by who may see them and what goes on there."""

    def open_tables(self) -> TableQuerySet:
        """Tables that anybody may join and that are listed still, the newest first."""
        listed = self.filter(status=Status.GATHERING, access=Access.OPEN, listed_until__gt=timezone.now())
        return listed.order_by("-created_at", "-pk")

    def joinable(self, user: User | None) -> TableQuerySet:
        """Of those that gather, the ones with a free seat at which this person, if it is one, may sit down."""
        last = Seat.objects.filter(table=OuterRef("pk"), index=OuterRef("capacity") - 1)
        free = self.filter(~Exists(last))
        return free.without(user) if user else free

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

    def aside_last(self) -> TableQuerySet:
        """In the order that they have, but with the games alone that are put aside after the others; `aside` says which
        are.
        """
        aside = Case(When(_aside("pk"), then=Value(True)), default=Value(False))
        return self.annotate(aside=aside).order_by("aside", *self.query.order_by)

    def inviting(self, user: User) -> TableQuerySet:
        """The tables that gather to which this person was invited by name and sits not; `invited_by` is the name of who
        did so, the latest first.
        """
        here = self.filter(invited__user=user, status=Status.GATHERING)
        asked = here.annotate(invited_by=F("invited__by__display_name"), invited_at=F("invited__at"))
        return asked.exclude(seats__user=user).order_by("-invited_at", "-pk")

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
        """The tables this visitor may know of: open ones, their own, those they hold an invitation to, and those to
        which they are invited by name.
        """
        known = Q(access=Access.OPEN) | Q(invitation__in=list(invitations))
        if user_id:
            seated = Exists(Seat.objects.filter(table=OuterRef("pk"), user_id=user_id))
            known |= Q(seated) | Q(Exists(Invited.objects.filter(table=OuterRef("pk"), user_id=user_id)))
        return self.filter(known)

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
    An open table that gathers is listed until `listed_until`; null for all others, and for who gathered nobody.
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
    pace = models.CharField(_("pace"), max_length=4, choices=Pace, default=Pace.NONE, db_default=Pace.NONE)
    turn_seconds = models.PositiveIntegerField(_("seconds a turn"), default=0, db_default=0)
    reserve_seconds = models.PositiveIntegerField(_("seconds in reserve"), default=0, db_default=0)
    nights_free = models.BooleanField(_("nights do not count"), default=False, db_default=False)
    # Read only where there is one, as most tables have none.
    incidents_count = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    ending = models.CharField(_("ending"), max_length=8, choices=Ending, blank=True, default="", db_default="")
    listed_until = models.DateTimeField(_("listed until"), null=True, blank=True, editable=False)
    # What it is played with, by a key of its game's, and in which language it was opened; "" for what is not known.
    set = models.CharField(_("set"), max_length=32, blank=True, default="", db_default="")
    language = models.CharField(_("language"), max_length=5, blank=True, default="", db_default="")
    # The first game that was played with this deck: its seed is this table's too, and no secret.
    deck_of = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="deck_games", verbose_name=_("deck of")
    )

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        permissions = [("moderate_table", _("Can help games on that stall"))]
        indexes = [
            # None begins with the status: SQLite would take few tables to share one, and go through all that do.
            models.Index(fields=["access", "status", "-created_at"], name="tables_open"),
            models.Index(fields=["access", "status", "-changed_at"], name="tables_watched"),
            models.Index(fields=["listed_until"], condition=Q(listed_until__isnull=False), name="tables_listed"),
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

    def alarming(self, now: datetime) -> SeatQuerySet:
        """The seats about whose clocks something is to be done by now, the longest overdue first; by an index."""
        return self.filter(alarm_at__lte=now).order_by("alarm_at")

    def awaited_of(self, user_id: int) -> SeatQuerySet:
        """The seats of one person at which games under way wait for them, the longest awaited first; not in games alone
        that are put aside.
        """
        waiting = self.filter(user=user_id, awaited=True, table__status=Status.PLAYING)
        waiting = waiting.exclude(_aside("table", "table__"))
        return waiting.order_by("awaited_since", "pk")


class Seat(models.Model):
    """Where one person sits at a table, 0-based and clockwise; `awaited` while an answer is owed. `seen` is the number
    of the last event that had happened when the person looked, or answered.

    Its clock, at a table that has a pace: while it runs, its time is out at `due_at`, and `alarm_at` is when there is
    something to do about it: to warn, to play, or, for a seat that the stand-in keeps, to play at once. While it
    stands, `left` seconds are left of the turn `clock_turn`. `reserve` seconds were in reserve as that turn began.
    `timeouts` counts the turns in a row that ran out.
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
    due_at = models.DateTimeField(_("time is out at"), null=True, blank=True)
    alarm_at = models.DateTimeField(_("next alarm"), null=True, blank=True, editable=False)
    left = models.PositiveIntegerField(_("seconds left"), null=True, blank=True)
    clock_turn = models.PositiveIntegerField(_("turn of the clock"), default=0, db_default=0)
    reserve = models.PositiveIntegerField(_("seconds in reserve"), default=0, db_default=0)
    timeouts = models.PositiveSmallIntegerField(_("turns that ran out"), default=0, db_default=0)
    stand_in_since = models.DateTimeField(_("kept by the stand-in since"), null=True, blank=True)
    resigned_at = models.DateTimeField(_("resigned"), null=True, blank=True)
    # Whoever has the invitation may take the seat, which the stand-in keeps until then.
    vacant = models.BooleanField(_("free to be taken"), default=False, db_default=False)
    vote = models.CharField(_("vote"), max_length=6, choices=Vote, blank=True, default="", db_default="")
    # Of seats that are older than this nothing is known.
    seen = models.PositiveIntegerField(_("seen up to event"), null=True, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        indexes = [
            models.Index(fields=["alarm_at"], condition=Q(alarm_at__isnull=False), name="tables_alarms"),
        ]
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


class Invited(models.Model):
    """Somebody who was invited to a table by name, and may see it and sit down there; `by` is null once that person is
    gone.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="invited", db_index=False, verbose_name=_("table"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("person"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("invited by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="tables_invited_once")]

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
    """One fact, numbered from 1 within its table; `seat` is the one whose command led to it, None at the start, and
    `stand_in` tells that the stand-in gave it for that seat.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="events", db_index=False, verbose_name=_("table"))
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=40)
    data = models.JSONField(_("data"))
    turn = models.PositiveIntegerField(_("turn"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    command_id = models.UUIDField(_("command"), null=True, blank=True)
    stand_in = models.BooleanField(_("by the stand-in"), default=False, db_default=False)
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


class Incident(models.Model):
    """What happened at a table beside its game, after the event of that number: `person` is whose seat it is about,
    `by` who did it, if that was another player, and `reason` what the staff say of it.
    """

    class Kind(models.TextChoices):
        """What happened."""

        KEPT = "kept", _("The stand-in keeps a seat")
        KEPT_LATE = "kept_late", _("The others let the stand-in keep a seat")
        CAME_BACK = "came_back", _("Somebody came back")
        RESIGNED = "resigned", _("Somebody resigned")
        VACANT = "vacant", _("A seat is free to be taken")
        TAKEN = "taken", _("Somebody took a seat")
        ENDED = "ended", _("The game was ended")
        TIME_GIVEN = "time_given", _("A seat was given time")
        REMOVED = "removed", _("Somebody was taken out of a seat")

    table = models.ForeignKey(Table, models.CASCADE, related_name="incidents", verbose_name=_("table"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    number = models.PositiveIntegerField(_("after event"))
    turn = models.PositiveIntegerField(_("turn"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("person")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    by_staff = models.BooleanField(_("by the staff"), default=False)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")

    def __str__(self) -> str:
        return f"{self.kind} {self.table_id}"


class Sweeper(models.Model):
    """The one row that tells which process acts on clocks, and when it last said so: see `games.tables.sweeping`."""

    holder = models.UUIDField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.holder)
