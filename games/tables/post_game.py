"""Offers of a finished game: rematch, the same deck elsewhere, and sharing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.accounts.forms_base import new_command_id
from games.accounts.guest_emails import EmailOffer, build_offer
from games.accounts.guests import keep_url
from games.accounts.models import User
from games.tables.access import invitations
from games.tables.cards import table_url
from games.tables.game import game_of
from games.tables.models import Access, Origin, Status, Table
from games.tables.results import winners
from games.tables.results_words import score_words

_MOST_OTHERS: Final = 8


@dataclass(frozen=True, slots=True)
class Rematch:
    """Offer of a rematch: a form to `post`, or a link to the table if the viewer already has a seat.

    `name` is the player who asked for it, "" while nobody has. `same_deck` is that player's choice.
    """

    post: str
    link: str
    name: str
    same_deck: bool

    @property
    def sentence(self) -> str:
        """Sentence on who wants a rematch and with which deck, "" while nobody does."""
        if not self.name:
            return ""
        if self.same_deck:
            return _("%(name)s wants a rematch with the same deck.") % {"name": self.name}
        return _("%(name)s wants a rematch with a new deck.") % {"name": self.name}


@dataclass(frozen=True, slots=True)
class DeckOrigin:
    """The game whose deck a table plays again; `url` is "" for who may not see it."""

    code: str
    url: str


@dataclass(frozen=True, slots=True)
class DeckGame:
    """Another finished game with the same deck: who won it, and with what, in the game’s words."""

    url: str
    names: str
    score: str


@dataclass(frozen=True, slots=True)
class Afterwards:
    """Offers of a finished game.

    `rematch` is None for visitors who did not play. `deck` is the URL to play its deck solo, "" if the game has no
    solo mode. `as_guest` is True if the visitor would do so as a new guest. `share` is the URL to share, "" if not
    allowed. `keep` is where a guest creates an account, "" for others. `email_offer` is for a guest who played here.
    """

    rematch: Rematch | None
    deck: str
    command_id: str
    as_guest: bool
    share: str
    others: tuple[DeckGame, ...]
    keep: str
    email_offer: EmailOffer | None


def afterwards(request: HttpRequest, table: Table, *, seated: bool, seats: int) -> Afterwards:
    """Return the offers of a finished game to this visitor.

    `seated` is True if the visitor played; `seats` is the number of seats.
    """
    # A fork has no rematch. It is played again from its turn instead.
    again = rematch_offer(table, request.user) if seated and not table.is_fork else None
    # Solo players have the rematch for that.
    twice = again is not None and bool(again.post) and seats == 1
    deck = 1 in game_of(table).seats and not twice and table.origin == Origin.PLAYED
    return Afterwards(
        rematch=again,
        deck=reverse("tables:deck", args=[table.code]) if deck else "",
        command_id=new_command_id(),
        as_guest=not request.user.is_authenticated,
        share=share_url(request, table, seated=seated),
        others=_others(request, table),
        keep=keep_url(request.user, back=table_url(table)),
        email_offer=build_offer(request, back=table_url(table)) if seated else None,
    )


def rematch_offer(table: Table, viewer: User | AnonymousUser) -> Rematch:
    """Return the rematch offer to a player of a finished game."""
    again = table.rematches.exclude(status=Status.CLOSED).prefetch_related("seats").select_related("host").first()
    if again is None:
        return Rematch(reverse("tables:rematch", args=[table.code]), "", "", same_deck=False)
    there = any(seat.user_id == viewer.pk for seat in again.seats.all())
    link = table_url(again) if there or again.status != Status.GATHERING else ""
    post = "" if link else reverse("tables:rematch", args=[table.code])
    return Rematch(post, link, str(again.host), same_deck=again.deck_of_id is not None)


def deck_origin(request: HttpRequest, table: Table) -> DeckOrigin | None:
    """The game whose deck a table plays again, None for a table with a deck of its own."""
    if table.deck_of is None:
        return None
    visible = Table.objects.visible_to(request.user.pk, invitations(request)).filter(pk=table.deck_of.pk).exists()
    return DeckOrigin(table.deck_of.code, table_url(table.deck_of) if visible else "")


def share_url(request: HttpRequest, table: Table, *, seated: bool) -> str:
    """Return the URL to share a table, or "" if the visitor may not share it.

    Any visitor who sees an uploaded game may share it, as they got its link or are the uploader.
    """
    if table.access == Access.OPEN:
        return request.build_absolute_uri(table_url(table))
    told = seated or table.origin == Origin.BROUGHT
    return request.build_absolute_uri(reverse("tables:invitation", args=[table.invitation])) if told else ""


def _others(request: HttpRequest, table: Table) -> tuple[DeckGame, ...]:
    visible = Table.objects.visible_to(request.user.pk, invitations(request)).with_deck_of(table)
    tables = visible.finished().exclude(pk=table.pk).with_seats()[:_MOST_OTHERS]
    return tuple(_deck_game(other) for other in sorted(tables, key=_best_score, reverse=True))


def _best_score(table: Table) -> int:
    return max((seat.score or 0 for seat in winners(table.seats.all())), default=0)


def _deck_game(table: Table) -> DeckGame:
    names = get_text_list([seat.shown_name for seat in winners(table.seats.all())], _("and"))
    return DeckGame(table_url(table), names, score_words(table, _best_score(table)))
