"""Tables: each holds one game, from gathering players to replay."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, Value, When
from django.utils.translation import gettext_lazy as _

from engine.randomness import SEED_BYTES
from games import clock
from games.accounts.models import User
from games.tables import names
from games.tables.models.choices import MOST_SEATS, Access, BotLevel, Ending, Origin, Pace, Room, Status, Talk
from games.tables.models.deals import Deal, DealEntry
from games.tables.models.lobby import Invited
from games.tables.models.log import TableCommand
from games.tables.models.players import RETURNABLE_CAUSES
from games.tables.models.seats import Seat, put_aside_condition, with_others
from games.tables.names import TABLE_NAME_MAX

LATELY: Final = timedelta(days=1)
"""Time after the last move during which a game is still offered to spectators."""


class TableQuerySet(models.QuerySet["Table"]):
    """Query set of tables, by visibility and state."""

    def open_tables(self) -> TableQuerySet:
        """Return the listed tables that anyone may join, newest first."""
        return self.filter(listed_until__isnull=False).order_by("-created_at", "-pk")

    def joinable(self, user: User | None) -> TableQuerySet:
        """Return the gathering tables with a free seat that this user, if any, may take."""
        last = Seat.objects.filter(table=OuterRef("pk"), index=OuterRef("capacity") - 1)
        free = self.filter(~Exists(last))
        return free.without(user) if user else free

    def open_games(self) -> TableQuerySet:
        """Return recently active public games for two or more, most recently active first."""
        lately = clock.now() - LATELY
        games = self.filter(with_others("pk"), status=Status.PLAYING, access=Access.OPEN, changed_at__gte=lately)
        return games.order_by("-changed_at", "-pk")

    def without(self, user: User) -> TableQuerySet:
        """Exclude tables where this person is seated or was removed from."""
        return self.exclude(seats__user=user).exclude(exclusions__user=user)

    def without_people(self, people: Collection[int]) -> TableQuerySet:
        """Exclude tables where one of these users, by key, sits."""
        if not people:
            return self
        return self.exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), user__in=people)))

    def of(self, user: User) -> TableQuerySet:
        """Return the user's tables, those that wait for them first; `my_turn` marks these."""
        # A join that starts with the user's few seats. Both conditions refer to the one seat that the user has at a
        # table.
        owed = {"seats__awaited": True, "seats__away_cause__in": RETURNABLE_CAUSES}
        owes = Case(When(**owed, then=Value(True)), default=Value(False))
        mine = self.filter(seats__user=user).annotate(my_turn=owes)
        return mine.order_by("-my_turn", "-changed_at", "-pk")

    def put_aside_last(self) -> TableQuerySet:
        """Keep the order, but put solo games set aside last; `aside` marks them."""
        put_aside = Case(When(put_aside_condition("pk"), then=Value(True)), default=Value(False))
        return self.annotate(aside=put_aside).order_by("aside", *self.query.order_by)

    def inviting(self, user: User) -> TableQuerySet:
        """Return gathering tables this person is invited to by name, latest first; `invited_by` names the inviter."""
        here = self.filter(invited__user=user, status=Status.GATHERING)
        invited = here.annotate(invited_by=F("invited__by__display_name"), invited_at=F("invited__at"))
        return invited.exclude(seats__user=user).order_by("-invited_at", "-pk")

    def unfinished(self) -> TableQuerySet:
        """Return tables that are gathering or playing."""
        return self.filter(status__in=[Status.GATHERING, Status.PLAYING])

    def counted_against_limit(self) -> TableQuerySet:
        """Return the running solo games and games on one device that count against a user's limit.

        These are games in which a seat has answered at least once, and forks, which are long from the start.
        """
        answered = Exists(TableCommand.objects.filter(table=OuterRef("pk")))
        long = Q(answered) | Q(origin=Origin.FORK)
        return self.filter(~with_others("pk") | Q(on_device=True), long, status=Status.PLAYING)

    def with_deck_of(self, table: Table) -> TableQuerySet:
        """Return all tables that share this table's deck, including itself."""
        first = table.deck_of_id or table.pk
        alike = Q(pk=first) | Q(deck_of=first)
        return self.filter(alike | Q(deal=table.deal_id) if table.deal_id else alike)

    def played_here(self) -> TableQuerySet:
        """Exclude uploaded records and forks of other games."""
        return self.filter(origin=Origin.PLAYED)

    def uploaded(self) -> TableQuerySet:
        """Return uploaded records; their host is the uploader."""
        return self.filter(origin=Origin.UPLOADED)

    def unkept(self) -> TableQuerySet:
        """Return the uploaded games that nobody has asked to keep."""
        return self.filter(kept_until__isnull=False)

    def lasting(self) -> TableQuerySet:
        """Exclude uploaded records, which may be deleted at any time."""
        return self.filter(kept_until=None)

    def finished(self) -> TableQuerySet:
        """Return finished games, latest first."""
        return self.filter(status=Status.FINISHED).order_by("-finished_at", "-pk")

    def over(self) -> TableQuerySet:
        """Games that are over, finished or ended early, the latest first."""
        started = Q(status=Status.CLOSED, started_at__isnull=False)
        return self.filter(Q(status=Status.FINISHED) | started).order_by("-finished_at", "-pk")

    def with_free_seat(self) -> TableQuerySet:
        """Open games in progress in which a seat is free, the liveliest first; found by the index of free seats."""
        free = Seat.objects.free().values("table")
        games = self.filter(pk__in=free, status=Status.PLAYING, access=Access.OPEN)
        return games.order_by("-changed_at", "-pk")

    def visible_to(self, user_id: int | None, invitations: Iterable[str] = ()) -> TableQuerySet:
        """Return the tables this visitor may see: open ones, their own, those they are invited to by link or name, and
        their uploaded records; and finished games on an open deal, if they have a result on it themselves.
        """
        known = Q(access=Access.OPEN) | Q(invitation__in=list(invitations)) & ~Q(access=Access.DEAL)
        if user_id:
            known |= Q(origin=Origin.UPLOADED, host=user_id)
            seated = Exists(Seat.objects.filter(table=OuterRef("pk"), user_id=user_id))
            known |= Q(seated) | Q(Exists(Invited.objects.filter(table=OuterRef("pk"), user_id=user_id)))
            scored = DealEntry.objects.filter(deal=OuterRef("deal"), user_id=user_id, score__isnull=False)
            known |= Q(Exists(scored), access=Access.DEAL, status=Status.FINISHED)
        return self.filter(known)

    def with_seats(self) -> TableQuerySet:
        """Fetch the host, seats and people in two queries."""
        seats = models.Prefetch("seats", Seat.objects.select_related("user").order_by("index"))
        related = self.select_related("host", "deal").defer("deal__options", "deal__seed", "deal__beginning")
        return related.prefetch_related(seats)

    def locked(self) -> TableQuerySet:
        """Lock the row until the transaction ends (on SQLite the transaction itself is the lock)."""
        return self.select_for_update(of=("self",))

    def locked_with(self, code: str, user: User) -> Table:
        """Return the table with that code, locked, if the user sits there.

        Raises Table.DoesNotExist otherwise. The seat is checked in a second query: after waiting for the lock,
        PostgreSQL would still see a seat that was given up in the meantime in the same query.
        """
        table = self.locked().get(code=code)
        if not Seat.objects.filter(table=table, user=user).exists():
            raise Table.DoesNotExist
        return table


class Table(models.Model):
    """Table: gathers players for one game, plays it and shows it afterwards.

    `version` grows with every change that a page could show. `number` is the number of the last event, 0 before the
    start. A public table that waits for players is listed until `listed_until`, when a sweep takes it off the list;
    null for all others.
    """

    loaded_former_holders: Any = None
    """Former holders of seats taken over by another user, once loaded (`games.tables.holders`)."""
    loaded_seats: tuple[Seat, ...] = ()
    """Seats in order with their users, if they were loaded together with the table."""

    code = models.CharField(_("code"), max_length=names.CODE_LENGTH, unique=True, default=names.new_code)
    game = models.CharField(_("game"), max_length=32)
    name = models.CharField(_("name"), max_length=TABLE_NAME_MAX)
    # `name` is then the display name of the user who created the table, and the rest is added in the reader's language.
    is_default_name = models.BooleanField(_("default name"), default=False, db_default=False, editable=False)
    options = models.JSONField(_("options"), default=dict)
    access = models.CharField(_("access"), max_length=10, choices=Access, default=Access.OPEN)
    invitation = models.CharField(_("invitation"), max_length=22, unique=True, default=names.new_invitation)
    capacity = models.PositiveSmallIntegerField(_("seats"))
    start_when_full = models.BooleanField(_("starts when full"), default=True)
    # Before the start: bots of that level will take the empty seats. Afterwards: bots play, and the game counts in no
    # statistics. The level is empty if theirs differ, and for those of older games.
    practice = models.BooleanField(_("practice game"), default=False, db_default=False)
    bot_level = models.CharField(_("bot level"), max_length=10, choices=BotLevel, blank=True, default="", db_default="")
    # True once hints were shown to the player of a practice game.
    hints = models.BooleanField(_("hints"), default=False, db_default=False, editable=False)
    # Nobody at the table sees figures of scores before they are counted. A seat may choose the same for itself.
    as_on_paper = models.BooleanField(_("as on paper"), default=False, db_default=False)
    # Seconds after which bots of that level take the free seats of a table that waits for players, and when that is. 0
    # and null if they don't.
    fill_after = models.PositiveIntegerField(_("bots after (seconds)"), default=0, db_default=0)
    fill_at = models.DateTimeField(_("bots at"), null=True, blank=True, editable=False)
    # Chat at the table, and whether guests may write text there. A solo game has none.
    talk = models.CharField(_("chat"), max_length=7, choices=Talk, default=Talk.OFF, db_default=Talk.OFF)
    guests_write = models.BooleanField(_("guests may write"), default=False, db_default=False)
    # Number of the last change in the chat of the players and in that of the spectators.
    talk_players = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    talk_spectators = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # All players share the browser of the host (`SharedDevice`). The game counts for nobody.
    on_device = models.BooleanField(_("on one device"), default=False, db_default=False, editable=False)
    # Here and below, a foreign key has no index of its own if another index starts with it.
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="hosted_tables",
        db_index=False,
        verbose_name=_("host"),
    )
    # User who chose the name, null for the host.
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        editable=False,
        verbose_name=_("named by"),
    )
    # Identifies the form with which the host created the table, so that sending it again doesn't create another one.
    command_id = models.UUIDField(_("command"), null=True, editable=False)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.GATHERING)
    # Anyone who knows the seed knows every card to come, so it stays secret until the game is over.
    seed = models.BinaryField(_("seed"), max_length=SEED_BYTES, null=True, editable=False)
    commitment = models.CharField(_("seed hash"), max_length=64, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1)
    number = models.PositiveIntegerField(_("events"), default=0)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    phase = models.CharField(_("phase"), max_length=32, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    changed_at = models.DateTimeField(_("updated"))
    rematch_of = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="rematches", verbose_name=_("rematch of")
    )
    pace = models.CharField(_("time control"), max_length=4, choices=Pace, default=Pace.NONE, db_default=Pace.NONE)
    turn_seconds = models.PositiveIntegerField(_("seconds per turn"), default=0, db_default=0)
    reserve_seconds = models.PositiveIntegerField(_("time bank (seconds)"), default=0, db_default=0)
    nights_free = models.BooleanField(_("nights paused"), default=False, db_default=False)
    # Incidents are only loaded if there are any, because most tables have none.
    incidents_count = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    ending = models.CharField(_("end reason"), max_length=8, choices=Ending, blank=True, default="", db_default="")
    # Message to the players from the moderator who ended the game.
    ending_reason = models.CharField(_("reason"), max_length=200, blank=True, default="", db_default="")
    listed_until = models.DateTimeField(_("listed until"), null=True, blank=True, editable=False)
    # Key of the set that the game is played with, and the language in which the table was created. Empty if unknown.
    set = models.CharField(_("set"), max_length=32, blank=True, default="", db_default="")
    language = models.CharField(_("language"), max_length=5, blank=True, default="", db_default="")
    # First game with this deck. Its seed is also the seed of this table, so it is not secret.
    deck_of = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="deck_games", verbose_name=_("same deck as")
    )
    # Deal whose deck this game shares with others. Null for all others, also for games that play such a deck again.
    deal = models.ForeignKey(
        Deal, models.PROTECT, null=True, blank=True, related_name="tables", db_index=False, verbose_name=_("deal")
    )
    origin = models.CharField(_("origin"), max_length=7, choices=Origin, blank=True, default="", db_default="")
    # Original game of a fork, or null once it is deleted, and the turn from which the fork was continued.
    fork_of = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="forks", verbose_name=_("continued from")
    )
    fork_turn = models.PositiveIntegerField(_("continued from turn"), null=True, blank=True)
    # Time at which an uploaded game is deleted because no user has saved it. Null for all other games.
    kept_until = models.DateTimeField(_("kept until"), null=True, blank=True, editable=False)
    nudged_at = models.DateTimeField(_("nudged"), null=True, blank=True, editable=False)

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        permissions = [("moderate_table", _("Can resolve stalled games"))]
        indexes = [
            models.Index(fields=["-created_at"], condition=Q(listed_until__isnull=False), name="tables_open"),
            # Doesn't start with the status, or SQLite would assume that few tables share a status and scan all that
            # do.
            models.Index(fields=["access", "status", "-changed_at"], name="tables_watched"),
            # For recognizing a game that was uploaded, and finding games with the same deck.
            models.Index(fields=["commitment"], condition=~Q(commitment=""), name="tables_promised"),
            models.Index(fields=["listed_until"], condition=Q(listed_until__isnull=False), name="tables_listed"),
            models.Index(fields=["fill_at"], condition=Q(fill_at__isnull=False), name="tables_filled"),
            models.Index(fields=["deal"], condition=Q(deal__isnull=False), name="tables_of_deal"),
            models.Index(fields=["named_by"], condition=Q(named_by__isnull=False), name="tables_named"),
            models.Index(fields=["kept_until"], condition=Q(kept_until__isnull=False), name="tables_kept"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(listed_until__isnull=True) | Q(status="gathering", access="open"),
                name="tables_table_listed",
            ),
            models.UniqueConstraint(fields=["host", "command_id"], name="tables_table_once"),
            models.CheckConstraint(
                condition=Q(capacity__gte=1) & Q(capacity__lte=MOST_SEATS), name="tables_table_capacity"
            ),
            models.UniqueConstraint(
                fields=["rematch_of"], condition=~Q(status="closed"), name="tables_table_one_rematch"
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name as the host entered it, or a default name in the reader's language."""
        return names.default_table_name(self.name) if self.is_default_name else self.name

    @property
    def namer_id(self) -> int:
        """Key of the user who chose the name."""
        return self.named_by_id or self.host_id

    @property
    def is_for_one(self) -> bool:
        """True if the table has a single seat, so that there is nobody to wait for."""
        return self.capacity == 1

    @property
    def is_fork(self) -> bool:
        """True if the game continues another one, whose moves the seats of its other players repeat."""
        return self.origin == Origin.FORK

    @property
    def ended_early(self) -> bool:
        """True if the game began and was closed before its end: by its players, or by a moderator."""
        return self.status == Status.CLOSED and self.started_at is not None

    @property
    def is_over(self) -> bool:
        """True if the game was finished or ended early."""
        return is_over(self.status, self.started_at)

    def last_talk(self, room: Room) -> int:
        """Return the number of the last change in a chat, 0 for none. It only grows: messages may be deleted with
        their author.
        """
        return self.talk_players if room == Room.PLAYERS else self.talk_spectators


def is_over(status: str, started_at: datetime | None) -> bool:
    """Return True for a table of this status whose game was finished or ended early."""
    return status == Status.FINISHED or (status == Status.CLOSED and started_at is not None)
