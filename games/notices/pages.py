"""Presenters of the notification pages and of the bell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.forms import BoundField
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.catalog.comments import find_subjects, listed_for, subject_url
from games.catalog.pending_reviews import review_url
from games.nights.asks import NightAsk, asks_of
from games.nights.models import NightMember
from games.notices.delivery import PERSONAL
from games.notices.forms import SettingsForm
from games.notices.models import LATEST, ChannelKey, Mute, Notice, NoticeKind, NoticeTopic, ReviewNotice
from games.notices.preferences import Stop, switch_name
from games.notices.reviews import Review, review_author, review_sentence, review_title
from games.notices.words import notice_sentences, notice_title, notice_url
from games.studies.models import Decision, Report
from games.tables.lobby.cards import age, state_words, table_url
from games.tables.models import Seat, Status, Table
from games.tables.time_control import due_words

MOST: Final = 99
"""Highest number of notifications that is counted."""


@dataclass(frozen=True, slots=True)
class Bell:
    """Bell in the header: the unread count as text, "" for none, and the accessible name."""

    count: str
    name: str


def bell(request: HttpRequest) -> dict[str, Any]:
    """Give every template the `bell` of who is signed in; what has no head of a page does not count for it."""
    return {"bell": SimpleLazyObject(lambda: _bell_of(request.user))}


def _bell_of(user: User | AnonymousUser) -> Bell:
    if user.is_anonymous:
        return Bell("", _("Notifications"))
    unread = Notice.objects.unread_by(user.pk).values_list("pk")
    reviews = ReviewNotice.objects.unread_by(user).order_by().values_list("pk")
    answers = Report.objects.answers_for(user.pk).filter(answer_read_at=None).order_by().values_list("pk")
    nights = NightMember.objects.unread_by(user).order_by().values_list("pk")
    comments = listed_for(user).filter(read_at=None).order_by().values_list("pk")
    count = len(unread.union(reviews, answers, nights, comments, all=True)[: MOST + 1])
    shown = "" if not count else str(count) if count <= MOST else f"{MOST}+"
    words = ngettext("Notifications, %(count)s unread", "Notifications, %(count)s unread", count) % {"count": shown}
    return Bell(shown, words if count else _("Notifications"))


_LONGEST: Final = 300
"""Maximum length of a reviewer's comment in the list. The component's page shows all of it."""


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A table that waits for the reader, since when, and until when; "" where that is not known or no clock runs."""

    name: str
    url: str
    state: str
    age: str
    due: str


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A notice in the list; `url` is "" where there is nothing to go to."""

    title: str
    text: str
    url: str
    at: datetime
    age: str
    unread: bool


@dataclass(frozen=True, slots=True)
class NoticesPage:
    """Notification page: tables that wait for the reader, and recent notifications."""

    waiting: tuple[WaitingLine, ...]
    notices: tuple[NoticeLine, ...]


@dataclass(frozen=True, slots=True)
class ChannelColumn:
    """Column of switches for one channel.

    `hindrance` is the reason why the channel cannot be used, "" if it can. `panel_template` renders `panel`, the
    channel's additional information, and is "" for none.
    """

    key: ChannelKey
    name: str | Promise
    hindrance: str
    panel_template: str
    panel: Any


@dataclass(frozen=True, slots=True)
class TopicRow:
    """A topic with its switches, in column order."""

    key: str
    name: str | Promise
    switches: tuple[tuple[BoundField, str], ...]


@dataclass(frozen=True, slots=True)
class MutedTable:
    """A table muted by the reader."""

    name: str
    url: str
    mute_url: str


@dataclass(frozen=True, slots=True)
class HostedTable:
    """A table of the reader, with the URL of its webhooks."""

    name: str
    webhooks_url: str


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """Notification settings page.

    `email_url` is where to enter an email address, or "" if that is of no use. `hosted` are the user's tables that
    can have webhooks, empty if the site has none.
    """

    form: SettingsForm
    ways: tuple[ChannelColumn, ...]
    rows: tuple[TopicRow, ...]
    muted: tuple[MutedTable, ...]
    hosted: tuple[HostedTable, ...]
    email_url: str


@dataclass(frozen=True, slots=True)
class UnsubscribePage:
    """Unsubscribe page of a link in an email: the user and the topic."""

    username: str
    topic: str | Promise


@dataclass(frozen=True, slots=True)
class MutePage:
    """Page to mute or unmute a table; `url` is the table's."""

    name: str
    url: str
    muted: bool


def build_notices_page(
    reader: User, notices: Iterable[Notice], reviews: Iterable[Review], waiting: Iterable[Seat]
) -> NoticesPage:
    """Return the list as its reader sees it, the latest first; the seats are theirs."""
    answers = Report.objects.answers_for(reader.pk).select_related("case", "decision")[:LATEST]
    lines = [
        *(_notice_line(notice) for notice in notices),
        *(_review_line(review, reader) for review in reviews),
        *(_answer_line(report, report.decision) for report in answers if report.decision),
        *(_night_line(ask, ask.member.listed_at) for ask in asks_of(reader) if ask.member.listed_at),
        *_comment_lines(reader),
    ]
    lines.sort(key=lambda line: line.at, reverse=True)
    return NoticesPage(tuple(_waiting(seat) for seat in waiting), tuple(lines[:LATEST]))


def _notice_line(notice: Notice) -> NoticeLine:
    return NoticeLine(
        title=notice_title(notice),
        text=" ".join(notice_sentences(notice, None)) if notice.kind not in {NoticeKind.TURN, NoticeKind.SHORT} else "",
        url=notice_url(notice),
        at=notice.created_at,
        age=age(notice.created_at),
        unread=notice.read_at is None,
    )


def _review_line(review: Review, reader: User) -> NoticeLine:
    notice, change = review.notice, review.notice.change
    words = " ".join(change.words.split())
    spoken = _("%(person)s: %(words)s") % {"person": review_author(change), "words": words}
    return NoticeLine(
        title=review_title(review.entry, change),
        text=Truncator(spoken).chars(_LONGEST) if words else review_sentence(review.entry, change),
        url=review_url(review.entry, reader),
        at=notice.created_at,
        age=age(notice.created_at),
        unread=notice.read_at is None,
    )


def _comment_lines(reader: User) -> Iterator[NoticeLine]:
    """Yield a line for each comment to the reader as an author."""
    comments = list(listed_for(reader).select_related("user")[:LATEST])
    entries = find_subjects(comments, reader)
    for comment in comments:
        entry = entries.get(comment.pk)
        spoken = _("%(person)s: %(words)s") % {"person": comment.user, "words": " ".join(comment.words.split())}
        yield NoticeLine(
            title=_("Comment on %(name)s") % {"name": entry.shown_name} if entry else _("Comment"),
            text=Truncator(spoken).chars(_LONGEST),
            url=subject_url(entry, reader) if entry else "",
            at=comment.at,
            age=age(comment.at),
            unread=comment.read_at is None,
        )


def _answer_line(report: Report, decision: Decision) -> NoticeLine:
    """Return the line of a report that has been decided. It says nothing of what the moderator has done."""
    acted, kept = _("A moderator has acted on your report"), _("A moderator found that no rule was broken")
    words = {"date": date_format(localtime(report.at), "DATE_FORMAT"), "kind": report.case.get_kind_display()}
    return NoticeLine(
        title=acted if decision.upholds_reports else kept,
        text=_("Your report of %(date)s: %(kind)s") % words,
        url="",
        at=decision.at,
        age=age(decision.at),
        unread=report.answer_read_at is None,
    )


def _night_line(ask: NightAsk, listed_at: datetime) -> NoticeLine:
    unread = ask.member.read_at is None
    return NoticeLine(ask.words, "", ask.night.url, listed_at, age(listed_at), unread)


def _waiting(seat: Seat) -> WaitingLine:
    since = age(seat.awaited_since) if seat.awaited_since else ""
    return WaitingLine(
        seat.table.shown_name, table_url(seat.table), state_words(seat.table), since, due_words(seat.due_at)
    )


def channel_columns(user: User) -> tuple[ChannelColumn, ...]:
    """Return the channels: the site's own list and all others."""
    page = ChannelColumn(ChannelKey.PAGE, _("On Carto"), "", "", None)
    others = (
        ChannelColumn(channel.key, channel.name, channel.hindrance(user), channel.panel_template, channel.panel(user))
        for channel in PERSONAL
    )
    return (page, *others)


def settings_page(
    user: User, form: SettingsForm, ways: tuple[ChannelColumn, ...], muted: Iterable[Mute]
) -> SettingsPage:
    """Return the notification settings page."""
    needs_address = bool(settings.EMAIL_HOST) and not user.email
    return SettingsPage(
        form=form,
        ways=ways,
        rows=tuple(_row(form, topic, ways) for topic in NoticeTopic),
        muted=tuple(
            MutedTable(mute.table.shown_name, table_url(mute.table), reverse("notices:mute", args=[mute.table.code]))
            for mute in muted
        ),
        hosted=_hosted_by(user) if settings.WEBHOOKS else (),
        email_url=reverse("accounts:create_account" if user.guest else "accounts:email_change")
        if needs_address
        else "",
    )


def _hosted_by(user: User) -> tuple[HostedTable, ...]:
    """Return a person's latest unfinished tables."""
    lively = user.hosted_tables.filter(status__in=[Status.GATHERING, Status.PLAYING])
    return tuple(
        HostedTable(table.shown_name, reverse("webhooks:list", args=[table.code]))
        for table in lively.order_by("-pk")[:LATEST]
    )


def _row(form: SettingsForm, topic: NoticeTopic, ways: tuple[ChannelColumn, ...]) -> TopicRow:
    switches = tuple((form[switch_name(topic, way.key)], str(way.name)) for way in ways)
    return TopicRow(topic.value, topic.label, switches)


def build_unsubscribe_page(stop: Stop) -> UnsubscribePage:
    """Return the page that confirms unsubscribing from email."""
    return UnsubscribePage(stop.user.username, stop.topic.label)


def mute_page(table: Table, *, muted: bool) -> MutePage:
    """Return the page to mute or unmute the table."""
    return MutePage(table.shown_name, table_url(table), muted)
