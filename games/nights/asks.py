"""Game nights that concern a user now: invitations, dates without an answer, and open tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import clock
from games.accounts.models import User
from games.accounts.pages import PersonQuestion
from games.nights.models import REMINDS_BEFORE, GameNight, NightAnswer, NightDate, NightMember


@dataclass(frozen=True, slots=True)
class NightAsk:
    """A game night that waits for a user's answer, by their place there; `date` is None for an invitation."""

    member: NightMember
    date: NightDate | None

    @property
    def night(self) -> GameNight:
        """The game night."""
        return self.member.night

    @property
    def words(self) -> str:
        """Return the question in one sentence."""
        if self.date is None:
            return _("%(name)s invites you to the game night “%(night)s”.") % {
                "name": self.night.host,
                "night": self.night.name,
            }
        return _("Are you coming to “%(night)s” on %(time)s?") % {
            "night": self.night.name,
            "time": moment_words(self.date.starts_at),
        }


def moment_words(moment: datetime) -> str:
    """Return a moment with its weekday in the active time zone: "Friday, Nov. 27, 2026, 8 p.m."."""
    local = localtime(moment)
    return f"{date_format(local, 'l')}, {date_format(local, 'DATETIME_FORMAT')}"


def asks_of(user: User) -> list[NightAsk]:
    """Return what a user has to answer: invitations, and dates within a day. Three queries at most."""
    return [ask for ask, waits in _concerning(user) if waits]


def questions(user: User) -> Iterator[PersonQuestion]:
    """Yield a sentence for each game night that concerns a user now, for their home page."""
    for ask, waits in _concerning(user):
        words = ask.words if waits else _coming_words(ask)
        if words:
            yield PersonQuestion(words, ask.night.url)


def _coming_words(ask: NightAsk) -> str:
    date = ask.date
    if date is None or not date.answers.all()[0].comes:
        return ""
    if date.table_id:
        return _("The table of “%(night)s” is open.") % {"night": ask.night.name}
    words = {"night": ask.night.name, "time": moment_words(date.starts_at)}
    return _("Your next game night: “%(night)s”, %(time)s") % words


def _concerning(user: User) -> Iterator[tuple[NightAsk, bool]]:
    """Yield the nights that concern a user now, and whether they have to answer."""
    now = clock.now()
    soon = NightDate.objects.current(now).filter(starts_at__lte=now + REMINDS_BEFORE)
    own = NightAnswer.objects.filter(user=user)
    dates = Prefetch("night__dates", soon.prefetch_related(Prefetch("answers", own)), to_attr="soon")
    members = NightMember.objects.filter(user=user, night__ended_at=None).select_related("night__host")
    for member in members.order_by("night__acts_at", "pk").prefetch_related(dates):
        if member.joined_at is None:
            yield NightAsk(member, None), True
        else:
            for date in member.night.soon[:1]:  # type: ignore[attr-defined]  # prefetched
                yield NightAsk(member, date), not date.answers.all()
