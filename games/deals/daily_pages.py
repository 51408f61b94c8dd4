"""Contexts of the daily map's page and of its archive."""

from __future__ import annotations

from calendar import Calendar
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.deals.daily import today
from games.deals.pages import DealPage, day_words, deal_page
from games.deals.streaks import DAY, Streak, streak_on
from games.play.game import played_game
from games.play.words import figure
from games.tables.models import Deal, DealEntry, DealKind


def daily_page(deal: Deal, viewer: User | None, *, first: int, root: str) -> DealPage:
    """Return the page of a daily map, with the viewer's streak and links to the days before and after."""
    assert deal.day is not None, "the deal is that of a day"
    page = deal_page(deal, viewer, first=first, root=root, streak=streak_of(viewer))
    before, after = deal.day - DAY, deal.day + DAY
    days = set(Deal.objects.filter(day__in=[before, after], day__lte=today()).values_list("day", flat=True))
    return replace(page, earlier=_link(before, days), later=_link(after, days))


def _link(day: date, days: set[date | None]) -> str:
    return reverse("deals:daily_on", args=[day]) if day in days else ""


def streak_of(user: User | None) -> Streak | None:
    """Return the streak of a user's daily maps, or None if they have none."""
    if user is None:
        return None
    own = DealEntry.objects.filter(user=user, deal__kind=DealKind.DAILY, score__isnull=False)
    streak = streak_on(today(), {day for day in own.values_list("deal__day", flat=True) if day})
    return streak if streak.days else None


@dataclass(frozen=True, slots=True)
class ArchiveDay:
    """Day of the archive: its number, page and the viewer's score, each "" for none, and words for screen readers."""

    number: int
    url: str
    score: str
    words: str
    is_today: bool


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """A month of daily maps: its days by week, None for those of other months, and the months before and after."""

    title: str
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[ArchiveDay | None, ...], ...]
    streak: Streak | None
    earlier: str
    later: str


def archive_page(month: date, viewer: User | None) -> ArchivePage:
    """Return the month that begins on a day, with the viewer's scores."""
    following = (month + timedelta(days=31)).replace(day=1)
    deals = Deal.objects.filter(day__gte=month, day__lt=following, day__lte=today()).values_list("day", "game")
    games = {day: game for day, game in deals if day}
    own = DealEntry.objects.filter(user=viewer, deal__day__gte=month, deal__day__lt=following) if viewer else None
    scores = {} if own is None else dict(own.filter(score__isnull=False).values_list("deal__day", "score"))
    weeks = Calendar(firstweekday=0).monthdatescalendar(month.year, month.month)
    earlier = Deal.objects.filter(day__lt=month).exists()
    return ArchivePage(
        title=date_format(month, "YEAR_MONTH_FORMAT"),
        weekdays=tuple(date_format(day, "D") for day in weeks[0]),
        weeks=tuple(
            tuple(_day(day, games, scores) if day.month == month.month else None for day in week) for week in weeks
        ),
        streak=streak_of(viewer),
        earlier=_month_url(month - DAY) if earlier else "",
        later=_month_url(following) if following <= today() else "",
    )


def _day(day: date, games: dict[date, str], scores: dict[date | None, int | None]) -> ArchiveDay:
    score, game = scores.get(day), games.get(day)
    if score is not None and game:
        words = _("%(day)s: %(score)s") % {"day": day_words(day), "score": played_game(game).score_words(score)}
    else:
        words = day_words(day)
    url = reverse("deals:daily_on", args=[day]) if game else ""
    return ArchiveDay(day.day, url, "" if score is None else figure(score), words, day == today())


def _month_url(day: date) -> str:
    return f"{reverse('deals:archive')}?month={day:%Y-%m}"
