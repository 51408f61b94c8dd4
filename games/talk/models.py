"""Messages of the chats at a table, and the people and tables that a user has muted."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.tables.models import Room, Table

TEXT_MAX: Final = 300
"""Maximum length of a message."""
REASON_MAX: Final = 500
"""Maximum length of a moderator's reason."""


class Phrase(models.TextChoices):
    """Phrase that every reader sees in their own language; `phrases.py` has the words of a game's own."""

    HELLO = "hello", _("Hello")
    PRAISE = "praise", _("Well played!")
    HURT = "hurt", _("That hurt!")
    MOMENT = "moment", _("One moment")
    YOUR_TURN = "turn", _("Your turn")
    THANKS = "thanks", _("Thanks")
    SORRY = "sorry", _("Sorry")
    GOOD_GAME = "game", _("Good game")


class MessageQuerySet(models.QuerySet["Message"]):
    """Query set of messages."""

    def in_room(self, table: Table, room: Room) -> MessageQuerySet:
        """Return the messages of a chat, latest first."""
        return self.filter(table=table, room=room).order_by("-number")


class Message(models.Model):
    """Message in one of the two chats of a table: a phrase, or a text.

    `number` orders the messages of a chat. A removal takes a number too, so that open pages learn of it. `seat`
    (0-based) is null for spectators. A removed message keeps its place, without its words.
    """

    # The unique constraints cover the foreign keys.
    table = models.ForeignKey(Table, models.CASCADE, related_name="+", db_index=False, verbose_name=_("table"))
    room = models.CharField(_("chat"), max_length=10, choices=Room)
    number = models.PositiveIntegerField(_("number"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, verbose_name=_("author")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    phrase = models.CharField(_("phrase"), max_length=10, choices=Phrase, blank=True)
    words = models.CharField(_("text"), max_length=TEXT_MAX, blank=True)
    written_at = models.DateTimeField(_("written at"), default=clock.now)
    removed_at = models.DateTimeField(_("removed at"), null=True, blank=True)
    removal = models.CharField(_("removal reason"), max_length=REASON_MAX, blank=True)
    command_id = models.UUIDField(_("command"), editable=False)

    objects = MessageQuerySet.as_manager()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [
            models.UniqueConstraint(fields=["table", "room", "number"], name="talk_message_order"),
            models.UniqueConstraint(fields=["author", "command_id"], name="talk_message_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def is_removed(self) -> bool:
        """True if its author or a moderator has removed it."""
        return self.removed_at is not None

    @property
    def written_by(self) -> int:
        """Return the author."""
        return self.author_id

    @property
    def text(self) -> str:
        """Return the words, for moderators."""
        return str(Phrase(self.phrase).label) if self.phrase else self.words


class Mute(models.Model):
    """A user doesn't want to read a person's messages, at any table."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(_("since"), default=clock.now)

    class Meta:
        verbose_name = _("muted person")
        verbose_name_plural = _("muted people")
        constraints = [models.UniqueConstraint(fields=["user", "person"], name="talk_mute_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.person_id}"


class TableMute(models.Model):
    """A user doesn't want to read anybody's messages at a table."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("muted chat")
        verbose_name_plural = _("muted chats")
        constraints = [models.UniqueConstraint(fields=["user", "table"], name="talk_table_mute_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.table_id}"
