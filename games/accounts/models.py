"""Errors of this app that are answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Final

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import AnonymousUser, PermissionsMixin
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Coalesce, Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import clock
from games.accounts import names
from games.accounts.crests import CREST_MAX, Crest, crest_of_name, validate_crest
from games.accounts.sanction_models import Sanction, SanctionKind
from games.locks import writing

__all__ = [
    "DISPLAY_SETTINGS",
    "AccountDeleted",
    "Language",
    "RateLimit",
    "RetiredName",
    "Sanction",
    "SanctionKind",
    "Theme",
    "User",
    "UserSession",
]

DISPLAY_SETTINGS: Final = (
    *("language", "theme", "time_zone", "sounds", "shape_lines", "star_previews", "double_tap", "keys_on_map"),
)
"""Columns of a user that decide what their pages look like."""


class AccountDeleted(Exception):  # an answer, not a fault
    """The account was deleted before a write to it could begin. `user_id` is its former key."""

    def __init__(self, user_id: int | None) -> None:
        super().__init__("This account has been deleted.")
        self.user_id = user_id


class Language(models.TextChoices):
    """Languages that a user can choose; empty follows the browser. `offered` returns the site's languages."""

    BROWSER = "", _("Browser default")
    ENGLISH = "en", "English"
    FRENCH = "fr", "Français"

    @classmethod
    def offered(cls) -> list[tuple[str, str]]:
        """Return the choices without languages missing from the settings."""
        return [(code, str(label)) for code, label in cls.choices if not code or code in dict(settings.LANGUAGES)]


class Theme(models.TextChoices):
    """Look of the pages; AUTO follows the system."""

    AUTO = "auto", _("System default")
    PAPER = "paper", _("Paper")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")
    CONTRAST = "contrast", _("High contrast")


class UserQuerySet(models.QuerySet["User"]):
    """Query set of users."""

    def active(self) -> UserQuerySet:
        """Return the users who may sign in and be seen."""
        return self.filter(is_active=True)

    def able_to_sign_in(self) -> UserQuerySet:
        """Return the active users, and those whose closed account tells them why when they sign in."""
        closed = Sanction.objects.closures().filter(person=models.OuterRef("pk"))
        return self.filter(models.Q(is_active=True) | models.Exists(closed))

    def named(self, username: str) -> UserQuerySet:
        """Return the user with this sign-in name, ignoring case."""
        # The unique index uses Lower(), so this is an index lookup. `iexact` would scan the table.
        return self.annotate(lower_username=Lower("username")).filter(lower_username=username.lower())

    def locked(self) -> UserQuerySet:
        """Lock the rows until the transaction ends, before any table (`games/locks.py`). Rows that refer to the users
        may still be stored, because their keys don't change.
        """
        return self.select_for_update(no_key=True, of=("self",))

    def lock(self, *users: User) -> dict[int, User]:
        """Lock the rows of users in primary key order, and return them as now stored, by key.

        Must run in a transaction; `lock_person` of `games/accounts/person_lock.py` opens one. Raises AccountDeleted
        if one of the accounts is deleted.
        """
        keys = sorted({user.pk or 0 for user in users})
        people = {person.pk: person for person in self.locked().filter(pk__in=keys, erased_at=None).order_by("pk")}
        if gone := [key for key in keys if key not in people]:
            raise AccountDeleted(gone[0])
        for person in people.values():
            person.is_locked = True
        return people

    def update(self, **kwargs: Any) -> int:
        """Update the rows of users, except the placeholder rows of deleted users."""
        return super(UserQuerySet, self.filter(erased_at=None)).update(**kwargs)

    def shown_to(self, viewer_id: int | None) -> UserQuerySet:
        """Return the users whose page a visitor may see: those not hidden, and the visitor."""
        return self.active().filter(models.Q(hidden=False) | models.Q(pk=viewer_id))

    def guests(self) -> UserQuerySet:
        """Return the guests, who play without an account."""
        return self.filter(guest=True)

    def inactive_guests_since(self, moment: datetime) -> UserQuerySet:
        """Return the guests last seen before a moment, except those kept for others. Uses an index."""
        guests = self.guests().filter(kept_for_others=False)
        return guests.annotate(seen=Coalesce("last_login", "date_joined")).filter(seen__lt=moment)

    def with_confirmed_email(self, email: str) -> UserQuerySet:
        """Return the active users with this email address, who may reset their password; any number."""
        return self.active().filter(email__iexact=email).order_by("pk")


class _UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user with a sign-in name, ignoring case. Raises User.DoesNotExist.

        Users whose username a moderator has replaced also sign in by the former one until they choose another.
        """
        name = username or ""
        replaced = Sanction.objects.filter(former_username__iexact=name).exclude(former_username="")
        user = User.objects.named(name).first() or User.objects.filter(pk__in=replaced.values("person")).first()
        if user is None:
            raise User.DoesNotExist
        return user

    def create_user(self, username: str, password: str | None = None, **fields: object) -> User:
        """Create a user after validating every field. Raises ValidationError."""
        email = self.normalize_email(str(fields.pop("email", "") or ""))
        shown = str(fields.pop("display_name", "") or username)
        user = User(username=username, display_name=shown, email=email, **fields)
        user.set_password(password)
        user.full_clean()
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str | None = None, **fields: object) -> User:
        """Create a staff user with every permission. Raises ValidationError."""
        return self.create_user(username, password, **{**fields, "is_staff": True, "is_superuser": True})


UserManager = _UserManager.from_queryset(UserQuerySet)


class User(AbstractBaseUser, PermissionsMixin):
    """User: a public sign-in name, and a profile shown to others.

    A guest has no password, only a session and perhaps an email address for sign-in links. `last_login` is the day of
    the last visit.
    """

    username = models.CharField(
        _("username"),
        max_length=names.USERNAME_MAX,
        unique=True,
        validators=[names.validate_username],
        help_text=_("3 to 20 letters (a to z), digits, hyphens or underscores. Visible to everyone."),
        error_messages={"unique": _("This username is taken.")},
    )
    display_name = models.CharField(
        _("display name"),
        max_length=names.DISPLAY_NAME_MAX,
        validators=[names.validate_display_name],
        help_text=_("Shown to other players; at most 24 characters."),
    )
    title = models.CharField(
        _("title"),
        max_length=names.TITLE_MAX,
        blank=True,
        validators=[names.validate_title],
        help_text=_("Any title; at most 40 characters."),
    )
    # Spec of the crest, empty for the one generated from the name. `games/accounts/crests.py` parses it.
    crest = models.CharField(
        _("crest"),
        max_length=CREST_MAX,
        blank=True,
        default="",
        db_default="",
        validators=[validate_crest],
        editable=False,
    )
    language = models.CharField(_("language"), max_length=5, blank=True, choices=Language)
    # Empty until the user chooses a theme. Until then, the browser's preference applies.
    theme = models.CharField(_("theme"), max_length=8, blank=True, default="", db_default="", choices=Theme)
    # Empty until the user's time zone is known. Until then, the site's nights apply.
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True, default="", db_default="")
    # Pairs of days, parsed by `games/accounts/vacations.py`. Stored on the user so that loading a seat doesn't need
    # another query.
    vacations = models.TextField(_("vacations"), blank=True, default="", db_default="", editable=False)
    sounds = models.BooleanField(_("sounds"), default=False, db_default=False)
    # Preferences for drawing. The page of each game decides what they mean.
    shape_lines = models.BooleanField(_("lines between shapes"), default=True, db_default=True)
    star_previews = models.BooleanField(_("previews of stars"), default=True, db_default=True)
    double_tap = models.BooleanField(_("double tap places the shape"), default=False, db_default=False)
    keys_on_map = models.BooleanField(_("keyboard shortcuts on the map only"), default=False, db_default=False)
    # If set, only the user can see their profile and their list of games.
    hidden = models.BooleanField(_("hidden"), default=False, db_default=False)
    # If not set, nobody sees that the user is online.
    shows_online = models.BooleanField(_("shown when online"), default=True, db_default=True)
    # If set, everybody sees the ratings of the user.
    shows_rating = models.BooleanField(_("rating shown"), default=False, db_default=False)
    # If set, only users that this user follows can invite them to a table by name.
    invited_by_followed = models.BooleanField(_("invited by followed users only"), default=False, db_default=False)
    # Deliberately not unique: an error would tell strangers that the address is registered.
    email = models.EmailField(_("email address"), blank=True)
    # Entered, but not confirmed by its owner yet. It only receives the confirmation email.
    pending_email = models.EmailField(
        _("unconfirmed email address"), blank=True, default="", db_default="", editable=False
    )
    # Time since which the mail server has permanently rejected the address. Only emails that the user requests are
    # sent to it.
    email_refused_at = models.DateTimeField(_("email rejected since"), null=True, blank=True, editable=False)
    # Until then, the user can't write in chats, notes and collections. `Sanction` says why.
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True, editable=False)
    # If set, every page shows the sanctions that the user hasn't confirmed.
    has_unread_sanction = models.BooleanField(default=False, db_default=False, editable=False)
    # A database default, so that processes of the previous version can still create users.
    guest = models.BooleanField(_("guest"), default=False, db_default=False, editable=False)
    # For a guest who won't come back but shared a table. The cleanup skips them while they are away.
    kept_for_others = models.BooleanField(default=False, db_default=False, editable=False)
    # For a guest who plays on somebody else's device: nobody ever signs in as them.
    on_device = models.BooleanField(default=False, db_default=False, editable=False)
    # True once the user has hosted a game on one device. For all others, no request has to look for such games.
    shares_device = models.BooleanField(default=False, db_default=False, editable=False)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    date_joined = models.DateTimeField(_("member since"), default=timezone.now, editable=False)
    # Set if the row represents a deleted user and is kept for the users they played with.
    erased_at = models.DateTimeField(_("deleted at"), null=True, editable=False)

    is_locked = False
    """True in the transaction that locked the row and loaded this instance from it."""

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        indexes = [
            models.Index(
                Coalesce("last_login", "date_joined"),
                condition=models.Q(guest=True, kept_for_others=False),
                name="accounts_user_silent_guests",
            )
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_username_any_case",
                violation_error_message=_("This username is taken."),
            )
        ]

    def __str__(self) -> str:
        return str(_("Former player")) if self.erased_at else self.display_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the user under the write lock.

        Django also saves users, for example the last sign-in or a rehashed password. Raises AccountDeleted if the
        account is deleted, as nothing may be written to the remaining row.
        """
        with writing():
            if not (self._state.adding or self.is_locked):
                User.objects.lock(self)
            super().save(*args, **kwargs)

    @property
    def chosen_language(self) -> str:
        """Chosen language, or "" if none is chosen or the site doesn't offer it."""
        return self.language if self.language in dict(settings.LANGUAGES) else ""

    @property
    def is_muted(self) -> bool:
        """True while a moderator's mute lasts."""
        return self.muted_until is not None and clock.now() < self.muted_until

    @property
    def generated_crest(self) -> Crest:
        """The crest of their username; of a guest, whose username is random, that of the display name."""
        return self.crest_alternative(0)

    def crest_alternative(self, number: int) -> Crest:
        """Return one of the crests that their name gives; 0 is the first."""
        return crest_of_name(self.display_name if self.guest else self.username, number)

    @property
    def shown_crest(self) -> str:
        """The spec of their crest, "" for a deleted user."""
        return "" if self.erased_at else self.crest or str(self.generated_crest)

    def profile_url_for(self, viewer: User | AnonymousUser | None) -> str:
        """Return the address of the user's page, or "" if the viewer can't see it. Guests have no linked page, because
        it would show only a name.
        """
        if self.guest or not self.is_active or (self.hidden and (viewer is None or viewer.pk != self.pk)):
            return ""
        return reverse("accounts:person", args=[self.username])

    def clean(self) -> None:
        """Fill in optional fields and normalize the email address; reject a deleted user's name."""
        # Skip AbstractBaseUser.clean(): it would alter an invalid username instead of rejecting it.
        self.display_name = self.display_name or self.username
        self.email = User.objects.normalize_email(self.email)
        if RetiredName.objects.filter(pk=names.digest(self.username)).exists():
            raise ValidationError({"username": _("This username is taken.")})


class RetiredName(models.Model):
    """Sign-in name, hashed by `names.digest`, that nobody may use: of a deleted user, or replaced by a moderator."""

    digest = models.CharField(max_length=64, primary_key=True)

    def __str__(self) -> str:
        return self.digest


class UserSession(models.Model):
    """Session details shown to its user: start, last use and last browser."""

    # No database constraint, so that processes of the previous version can delete sessions without knowing this
    # table.
    session = models.OneToOneField(Session, models.CASCADE, db_constraint=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="sessions")
    browser = models.CharField(max_length=60, blank=True)
    begun = models.DateTimeField()
    seen = models.DateTimeField()

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    def __str__(self) -> str:
        return self.browser


class RateLimit(models.Model):
    """Count of the uses of one scope by one key (an address, a person) in the current window."""

    scope = models.CharField(max_length=32)
    key = models.CharField(max_length=64)
    started = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="accounts_ratelimit_once")]

    def __str__(self) -> str:
        return f"{self.scope}: {self.count}"
