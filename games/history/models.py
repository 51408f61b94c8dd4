"""Rows written when a game ends, so that lists and statistics can use an index."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.play.summary_keys import Piece as Named
from games.tables.models import Table

KEY_MAX: Final = 64


class Result(models.TextChoices):
    """Result of a game for a seat.

    PRACTICE (also for a deck known before), LEFT (the stand-in played to the end) and ABSENT (others drew most turns
    of the seat) count in no statistics.
    """

    WON = "won", _("Won")
    LOST = "lost", _("Lost")
    ALONE = "alone", _("Solo")
    PRACTICE = "practice", _("Practice")
    LEFT = "left", _("Left early")
    UNFINISHED = "stopped", _("Unfinished")
    ABSENT = "absent", _("Played less than half of the game")


COUNTED: Final = (Result.WON, Result.LOST, Result.ALONE)


class PieceQuerySet(models.QuerySet["Piece"]):
    """Query set of game pieces."""

    def named(self, game: str, pieces: Collection[Named]) -> PieceQuerySet:
        """Return a game's pieces of any of these kinds with any of these keys.

        A key of one kind also matches a piece of another kind. `game` is the game's key.
        """
        return self.filter(game=game, kind__in={kind for kind, _key in pieces}, key__in={key for _kind, key in pieces})

    def of(self, game: str, named: Iterable[Named]) -> dict[Named, Piece]:
        """Get or create a game's pieces by kind and key, locked in one order; call in a transaction.

        `game` is the game's key.
        """
        unique = set(named)
        if not unique:
            return {}
        some = self.named(game, unique)
        there = self._by_name(some)
        missing = sorted(unique - there.keys())
        if missing:
            rows = [Piece(game=game, kind=kind, key=key) for kind, key in missing]
            self.bulk_create(rows, ignore_conflicts=True)
            there = self._by_name(some)
        return {name: there[name] for name in unique}

    def locked(self) -> PieceQuerySet:
        """With their rows locked until the transaction ends, always in the same order. What a transaction changes at
        several times it locks at once before: who locks more later may wait for somebody who waits for them.
        """
        return self.select_for_update().order_by("pk")

    def with_gains(self, gains: QuerySet[Gain]) -> PieceQuerySet:
        """Return the pieces that some of these gains came from."""
        return self.filter(pk__in=gains.order_by().values("piece"))

    @staticmethod
    def _by_name(pieces: PieceQuerySet) -> dict[Named, Piece]:
        return {(piece.kind, piece.key): piece for piece in pieces.locked()}


class Piece(models.Model):
    """Component used in games or as a source of points, with its results over all counted games.

    `total` is the sum of what it earned, `seats` the number of seats.
    """

    game = models.CharField(max_length=32)
    kind = models.CharField(max_length=32)
    key = models.CharField(max_length=KEY_MAX)
    seats = models.PositiveIntegerField(default=0)
    total = models.BigIntegerField(default=0)

    objects = PieceQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "kind", "key"], name="history_piece_once")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.key}"


class SearchRow(models.Model):
    """Abstract row with the columns that game lists filter by.

    `open` is True if everyone may see the game.
    """

    set = models.CharField(max_length=32, blank=True)
    seats = models.PositiveSmallIntegerField()
    open = models.BooleanField()
    finished_at = models.DateTimeField()

    class Meta:
        abstract = True


class Summary(SearchRow):
    """A finished game for lists: `best` is the winning score without its handicap, as all scores here."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="summary")
    game = models.CharField(max_length=32)
    best = models.IntegerField()
    # True if the game ended early. A database default, for processes of the previous version.
    unfinished = models.BooleanField(default=False, db_default=False)
    # Version of the game's feats by which it was searched, 0 before.
    feats_version = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        indexes = [
            models.Index(
                fields=["game", "feats_version", "-finished_at"],
                condition=Q(unfinished=False),
                name="history_feats_due",
            ),
            models.Index(
                fields=["-finished_at", "-table"],
                condition=Q(open=True, unfinished=True),
                name="history_open_unfinished",
            ),
            # Includes all columns that a list filters by, so that only rows shown by the list are fetched.
            models.Index(
                fields=["-finished_at", "-table", "seats", "set", "best", "game", "open", "unfinished"],
                condition=Q(open=True),
                name="history_open_games",
            ),
        ]

    def __str__(self) -> str:
        return str(self.table_id)


class PlayedWith(SearchRow):
    """A piece used in a game."""

    # Here and below, a foreign key has no index of its own if another index starts with it.
    summary = models.ForeignKey(Summary, models.CASCADE, related_name="pieces", db_index=False)
    piece = models.ForeignKey(Piece, models.PROTECT, related_name="+", db_index=False)
    best = models.IntegerField()

    class Meta:
        indexes = [
            models.Index(
                fields=["piece", "-finished_at", "-summary", "seats", "set", "best", "open"],
                condition=Q(open=True),
                name="history_open_with",
            ),
        ]
        constraints = [models.UniqueConstraint(fields=["summary", "piece"], name="history_with_once")]

    def __str__(self) -> str:
        return f"{self.summary_id}: {self.piece_id}"


class SeatSummary(SearchRow):
    """Summary of a finished game for one player."""

    summary = models.ForeignKey(Summary, models.CASCADE, related_name="people", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=32)
    score = models.IntegerField()
    result = models.CharField(max_length=8, choices=Result)
    title = models.CharField(max_length=40, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["user", "-finished_at", "-summary"], name="history_games_of"),
            models.Index(
                fields=["user", "result", "game", "set", "seats", "score", "open"],
                condition=Q(result__in=["won", "lost", "alone"]),
                name="history_figures_of",
            ),
            # In the order of the best boards of everyone, with the columns that they are filtered by.
            models.Index(
                fields=["game", "-score", "finished_at", "summary", "set", "seats", "user"],
                condition=Q(open=True, result__in=["won", "lost", "alone"]),
                name="history_record_boards",
            ),
        ]
        constraints = [models.UniqueConstraint(fields=["summary", "user"], name="history_seat_once")]

    def __str__(self) -> str:
        return f"{self.summary_id}: {self.user_id}"


class Gain(models.Model):
    """Score from one piece for one player in one counted game.

    `open` is True if everyone may see it.
    """

    seat = models.ForeignKey(SeatSummary, models.CASCADE, related_name="gains", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    piece = models.ForeignKey(Piece, models.PROTECT, related_name="+")
    score = models.IntegerField()
    # A database default, so that processes of the previous version can still write gains.
    open = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [models.Index(fields=["user", "piece", "score", "open"], name="history_gains_of")]
        constraints = [models.UniqueConstraint(fields=["seat", "piece"], name="history_gain_once")]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.piece_id}"


class Feat(models.Model):
    """Feat of a player in a turn of a finished game. Its kind is a key of `PlayedGame.feats`.

    It refers to no user: the player is that of the seat's summary.
    """

    seat = models.ForeignKey(SeatSummary, models.CASCADE, related_name="feats", db_index=False)
    kind = models.CharField(max_length=32)
    turn = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "kind", "turn"], name="history_feat_once")]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.kind}"
