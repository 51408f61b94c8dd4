"""Notifications by email."""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress
from email.mime.image import MIMEImage
from email.utils import formataddr, parseaddr
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts import emails
from games.accounts.models import User
from games.accounts.time_zones import zone_of, zone_words
from games.notices.channels import PermanentFailure, PersonalChannel, RetryLater
from games.notices.models import ChannelKey
from games.notices.preferences import stop_url
from games.notices.words import NoticeMessage, TableLine, seats_at
from games.play.rendering import png
from games.tables.game import Seated, games
from games.tables.log.state import load
from games.tables.models import Status, Table

WIDTH: Final = 1000
"""Width in pixels. Sharp in a column that is 500 pixels wide."""

_TEMPORARY: Final = range(400, 500)
_PERMANENT: Final = range(500, 600)

_log: Final = logging.getLogger(__name__)


def result_picture(table: Table) -> bytes | None:
    """Return the end of a finished game as a PNG, or None if there is none.

    The picture shows what any spectator may see. It takes a fraction of a second, so never call this for a page or in
    a transaction. Errors are only logged, so that they never block an email.
    """
    sharing = games()[table.game].sharing if table.game in games() else None
    if sharing is None or table.status != Status.FINISHED:
        return None
    try:
        loaded = load(table)
        seated = Seated(table=table, seat=None, state=loaded.state, number=loaded.number, seats=seats_at(table))
        svg = sharing.game(seated, None)
        return png(svg, WIDTH) if svg else None
    except Exception:
        _log.exception("failed to render the email picture of the game at table %s", table.code)
        return None


class Mail(PersonalChannel):
    """Emails to addresses that their owners have confirmed, and that do not refuse mail."""

    key = ChannelKey.MAIL
    name = gettext_lazy("Email")

    def reaches(self, users: Collection[User]) -> set[int]:
        """Return the users with a confirmed email address, or none if the site has no mail server."""
        if not settings.EMAIL_HOST:
            return set()
        return {user.pk for user in users if user.is_active and not user.guest and _takes_mail(user)}

    def hindrance(self, user: User) -> str:
        """Return the reason why no email can be sent, or ""."""
        if not settings.EMAIL_HOST:
            return _("Email isn’t set up on this site.")
        if user.guest:
            return _("Guests have no email address. Create an account to get emails.")
        if user.email and user.email_refused_at:
            return _("Emails to your address are being rejected. Change the address, or confirm that it works again.")
        return "" if user.email else _("You have no confirmed email address.")

    def send(self, message: NoticeMessage) -> None:
        """Send an email. It is sent again only if the mail server has certainly not accepted it."""
        send_letter(letter_of(message), message.user)


MAIL: Final = Mail()


def send_letter(letter: EmailMessage, user: User) -> None:
    """Send an email to a person, and note if the mail server refuses their address. Raises RetryLater and
    PermanentFailure."""
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:  # smtplib's errors are OSErrors
        raise RetryLater(_reason(error)) from error
    try:
        connection.send_messages([letter])
    except OSError as error:
        if _refuses_address(error):
            emails.note_refusal(user=user, email=user.email)
        raise _refused(error) from error
    finally:
        with suppress(OSError):
            connection.close()


class _Mail(EmailMultiAlternatives):
    """A mail whose pictures belong to its page, so that no program lists them as attachments."""

    mixed_subtype = "related"


def letter_of(word: NoticeMessage) -> EmailMultiAlternatives:
    """Return the mail in the language and time zone of its reader."""
    stop = stop_url(word.user, word.topic)
    zone = zone_of(word.user)
    with translation.override(word.user.chosen_language or settings.LANGUAGE_CODE), timezone.override(zone):
        pictures = _pictures(word)
        shown: dict[str, Any] = {
            "word": word,
            "lines": [(line, picture["Content-ID"][1:-1] if picture else "") for line, picture in pictures],
            "name": word.user.display_name,
            "language": translation.get_language(),
            "topic": word.topic.label,
            "stop": stop,
            "zone": zone_words(zone.key),
            "settings": settings.LINKS_ORIGIN + reverse("notices:settings"),
        }
        letter = _Mail(
            subject=" ".join(word.title.split()),
            body=render_to_string("notices/mail.txt", shown),
            from_email=sender(),
            to=[word.user.email],
            headers=_headers(word, stop),
        )
        letter.attach_alternative(render_to_string("notices/mail.html", shown), "text/html")
    for _line, picture in pictures:
        if picture:
            letter.attach(picture)
    return letter


def _pictures(word: NoticeMessage) -> list[tuple[TableLine, MIMEImage | None]]:
    """Return the lines, each with a picture of its game's end where there is one."""
    return [(line, _picture(word, number, line)) for number, line in enumerate(word.lines)]


def _picture(word: NoticeMessage, number: int, line: TableLine) -> MIMEImage | None:
    content = result_picture(line.finished) if line.finished else None
    if content is None:
        return None
    image = MIMEImage(content, "png")
    image["Content-ID"] = f"<game-{word.number}-{number}@{_host()}>"
    image["Content-Disposition"] = 'inline; filename="game.png"'
    return image


def _host() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def sender() -> str:
    """Return the site's address, with the site's name where the settings give none."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((name or "Carto", address))


def _headers(word: NoticeMessage, stop: str) -> dict[str, str]:
    return {
        **automatic_headers(f"delivery-{word.number}"),
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def automatic_headers(key: str) -> dict[str, str]:
    """Return headers that keep holiday answers away and show that an email which comes twice is the same one."""
    return {"Message-ID": f"<{key}@{_host()}>", "Auto-Submitted": "auto-generated"}


def _takes_mail(user: User) -> bool:
    return bool(user.email) and user.email_refused_at is None


def _refuses_address(error: OSError) -> bool:
    """True if the mail server refuses the address itself, and for good."""
    if not isinstance(error, SMTPRecipientsRefused):
        return False
    # 5.7.x is about this site, for example because relaying is denied or it is on a block list. It is not about the
    # address.
    about_us = b"5.7."
    return any(code in _PERMANENT and not reason.startswith(about_us) for code, reason in error.recipients.values())


def _refused(error: OSError) -> RetryLater | PermanentFailure:
    """Return how to treat an error that came after the mail server was reached.

    The server's reply code decides between a retry and a failure. Without one, the email may have been sent, so it
    counts as failed.
    """
    if isinstance(error, SMTPRecipientsRefused):
        codes = [answer[0] for answer in error.recipients.values()]
        temporary = bool(codes) and all(code in _TEMPORARY for code in codes)
    elif isinstance(error, SMTPResponseException):
        codes, temporary = [error.smtp_code], error.smtp_code in _TEMPORARY
    else:
        return PermanentFailure(_("interrupted; may have been sent"))
    reason = _reason(error, *codes)
    return RetryLater(reason) if temporary else PermanentFailure(reason)


def _reason(error: OSError, *codes: int) -> str:
    """Return an error without its message, which may contain an address."""
    if isinstance(error, SMTPResponseException) and not codes:
        codes = (error.smtp_code,)
    kind = type(error).__name__ if isinstance(error, SMTPException) else _("The mail server can’t be reached")
    return " ".join([kind, *(str(code) for code in codes)])
