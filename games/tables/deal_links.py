"""Addresses and names of deals."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.tables.game import UnknownGame, game_named, games
from games.tables.models import Access, Deal, DealKind, Origin, Table


@dataclass(frozen=True, slots=True)
class DealLink:
    """Link to the page of a deal."""

    title: str
    url: str


def daily_link() -> DealLink | None:
    """Return the link to the daily deal of the present day, or None if no game has one."""
    daily = next((game.daily for game in games().values() if game.daily), None)
    return DealLink(str(daily.name), reverse("deals:daily")) if daily else None


def deal_link(table: Table) -> DealLink | None:
    """Return the link to the deal of a table, or None if it has none."""
    return DealLink(deal_title(table.deal), deal_url(table.deal)) if table.deal else None


def deal_url(deal: Deal) -> str:
    """Return the URL of a deal's page."""
    if deal.day:
        return reverse("deals:daily_on", args=[deal.day])
    return reverse("deals:deck" if deal.kind == DealKind.SHARED else "deals:race", args=[deal.code])


def field_url(table: Table) -> str:
    """Return the URL of the results of a table's deal, "" for tables without one and for games that don't count."""
    is_counted = table.deal is not None and table.deck_of_id is None and table.origin == Origin.PLAYED
    return reverse("deals:field", args=[table.deal.code]) if table.deal and is_counted else ""


def deal_title(deal: Deal) -> str:
    """Return the name of a deal in the reader's language."""
    if deal.kind == DealKind.SHARED:
        return _("Shared deck")
    if deal.day is None:
        return deal.name or _("Race")
    day = date_format(deal.day, "DATE_FORMAT")
    try:
        daily = game_named(deal.game).daily
    except UnknownGame:
        daily = None
    return str(daily.title) % {"day": day} if daily else day


def deal_of_hidden_table(code: str) -> Deal | None:
    """Return the deal of a game that is hidden until its deal closes, or None for any other table."""
    table = Table.objects.select_related("deal").filter(code=code, access=Access.DEAL).first()
    return table.deal if table else None
