"""Offers after a game: the next table, a rematch, the same deck elsewhere, forks and sharing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import BigAutoField, DateTimeField
from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import contract
from games import clock
from games.accounts.forms import new_command_id
from games.accounts.guests import EmailOffer, build_offer, create_account_url
from games.compiled_query import CompiledQuery
from games.tables.blocks import has_partner, is_blocked_by_seats
from games.tables.deal_links import deal_url
from games.tables.device.pages import ClaimLink, claim_links
from games.tables.forks.forks import may_fork
from games.tables.game import Seated, game_of
from games.tables.holders import find_seat, own_seat
from games.tables.lobby.cards import fork_words, table_url
from games.tables.lobby.previews import score_words
from games.tables.models import ASIDE_AFTER, Access, Origin, Seat, Status, Table
from games.tables.models.seats import with_others
from games.tables.names import default_table_name
from games.tables.pages.access import invitations
from games.tables.results import score_without_handicap, winners
from games.tables.turn_words import has_rounds

_MOST: Final = 100
"""Number of tables that are counted. No user plays at so many."""


@dataclass(frozen=True, slots=True)
class NextTable:
    """Another table that waits for the visitor: its name, its address, and how many more of them there are."""

    name: str
    url: str
    more: int

    @property
    def words(self) -> str:
        """The words of the link."""
        if not self.more:
            return _("Next: %(name)s") % {"name": self.name}
        words = ngettext("Next: %(name)s (+%(count)d)", "Next: %(name)s (+%(count)d)", self.more)
        return words % {"name": self.name, "count": self.more}


def next_table(seated: Seated) -> NextTable | None:
    """Return the other table that has waited longest for the viewer, None if there is none and for spectators.

    A solo game only shows tables with others, as nobody waits at other solo games. One statement.
    """
    user_id = None if seated.seat is None else seated.seats[seated.seat].user_id
    if user_id is None:
        return None
    tables = _waiting_with_others if seated.is_solo and not seated.table.is_over else _waiting
    waiting = tables.fetch(user=user_id, table=seated.table.pk, aside_before=clock.now() - ASIDE_AFTER)
    if not waiting:
        return None
    name, is_default, code = waiting[0]
    shown = default_table_name(name) if is_default else name
    return NextTable(shown, reverse("tables:table", args=[code]), len(waiting) - 1)


_waiting: Final = CompiledQuery[tuple[str, bool, str]](
    lambda user, table, aside_before: (
        Seat.objects.awaited_for_user(user, aside_before)
        .exclude(table=table)
        .values_list("table__name", "table__is_default_name", "table__code")[:_MOST]
    ),
    user=BigAutoField(),
    table=BigAutoField(),
    aside_before=DateTimeField(),
)

_waiting_with_others: Final = CompiledQuery[tuple[str, bool, str]](
    lambda user, table, aside_before: (
        Seat.objects.awaited_for_user(user, aside_before)
        .filter(with_others("table"))
        .exclude(table=table)
        .values_list("table__name", "table__is_default_name", "table__code")[:_MOST]
    ),
    user=BigAutoField(),
    table=BigAutoField(),
    aside_before=DateTimeField(),
)


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
    """The game whose deck a table replays; `url` is "" if the viewer can't see it."""

    code: str
    url: str


@dataclass(frozen=True, slots=True)
class DeckGame:
    """Another finished game with the same deck: its winner and result, in the game’s words."""

    url: str
    names: str
    score: str


@dataclass(frozen=True, slots=True)
class PostGameOffers:
    """Offers of a finished game.

    `rematch` is None for visitors who did not play. `deck` is the URL to play its deck solo, "" if the game has no solo
    mode. `as_guest` is True if the visitor would do so as a new guest. `share` is the URL to share, "" if not allowed.
    `claims` are the links for those who shared the host's device. `keep` is where a guest creates an account, "" for
    others. `email_offer` is for a guest who played here.
    """

    rematch: Rematch | None
    deck: str
    command_id: str
    as_guest: bool
    share: str
    others: tuple[DeckGame, ...]
    keep: str
    email_offer: EmailOffer | None
    claims: tuple[ClaimLink, ...]


def build_post_game_offers(request: HttpRequest, table: Table, *, seated: bool, seats: int) -> PostGameOffers:
    """Return the offers of a finished game to this visitor.

    `seated` is True if the visitor played; `seats` is the number of seats.
    """
    # A fork has no rematch. It is played again from its turn instead.
    again = rematch_offer(table, request.user.pk) if seated and not table.is_fork else None
    if again and _lacks_partners(request, table, again, seats):
        again = _NO_REMATCH
    # Solo players have the rematch for that.
    twice = again is not None and bool(again.post) and seats == 1
    deck = 1 in game_of(table).seats and not twice and table.origin == Origin.PLAYED
    return PostGameOffers(
        rematch=again,
        deck=reverse("tables:replay_deck", args=[table.code]) if deck else "",
        command_id=new_command_id(),
        as_guest=not request.user.is_authenticated,
        share=share_url(request, table, seated=seated),
        others=_other_deck_games(request, table),
        keep=create_account_url(request.user, back=table_url(table)),
        email_offer=build_offer(request, back=table_url(table)) if seated else None,
        claims=claim_links(request, table),
    )


def _lacks_partners(request: HttpRequest, table: Table, again: Rematch, seats: int) -> bool:
    """Return True if the visitor may not offer a rematch: on one device its host does, at others who has partners."""
    if table.on_device:
        return table.host_id != request.user.pk
    return not again.name and seats > 1 and not has_partner(table.seats.select_related("user"), request.user)


_NO_REMATCH: Final = Rematch("", "", "", same_deck=False)


def rematch_offer(table: Table, viewer: int | None) -> Rematch:
    """Return the rematch offer to a player of a finished game, an empty one if a block keeps them from joining it."""
    again = table.rematches.exclude(status=Status.CLOSED).prefetch_related("seats").select_related("host").first()
    if again is None:
        return Rematch(reverse("tables:rematch", args=[table.code]), "", "", same_deck=False)
    there = find_seat(again.seats.all(), viewer) is not None
    if not there and viewer and is_blocked_by_seats(again.seats.all(), viewer):
        return _NO_REMATCH
    link = table_url(again) if there or again.status != Status.GATHERING else ""
    post = "" if link else reverse("tables:rematch", args=[table.code])
    return Rematch(post, link, str(again.host), same_deck=again.deck_of_id is not None)


def deck_origin(request: HttpRequest, table: Table) -> DeckOrigin | None:
    """Return the game whose deck a table replays, or None if the table has its own deck."""
    if table.deck_of is None:
        return None
    visible = Table.objects.visible_to(request.user.pk, invitations(request)).filter(pk=table.deck_of.pk).exists()
    return DeckOrigin(table.deck_of.code, table_url(table.deck_of) if visible else "")


def share_url(request: HttpRequest, table: Table, *, seated: bool) -> str:
    """Return the URL to share a table, or "" if the visitor may not share it.

    Any visitor who sees an uploaded game may share it, as they got its link or are the uploader. A game that is hidden
    until its deal closes is shared by the deal's page.
    """
    if table.access == Access.DEAL and table.deal:
        return request.build_absolute_uri(deal_url(table.deal))
    if table.access == Access.OPEN:
        return request.build_absolute_uri(table_url(table))
    shareable = seated or table.origin == Origin.UPLOADED
    return request.build_absolute_uri(reverse("tables:invitation", args=[table.invitation])) if shareable else ""


def _other_deck_games(request: HttpRequest, table: Table) -> tuple[DeckGame, ...]:
    visible = Table.objects.visible_to(request.user.pk, invitations(request)).with_deck_of(table)
    tables = visible.finished().exclude(pk=table.pk).with_seats()[:_MOST_OTHERS]
    return tuple(_deck_game(other) for other in sorted(tables, key=_best_score, reverse=True))


def _best_score(table: Table) -> int:
    return max(map(score_without_handicap, winners(table.seats.all())), default=0)


def _deck_game(table: Table) -> DeckGame:
    names = get_text_list([seat.shown_name for seat in winners(table.seats.all())], _("and"))
    return DeckGame(table_url(table), names, score_words(table, _best_score(table)))


@dataclass(frozen=True, slots=True)
class ForkForm:
    """The form by which somebody plays on from a turn, in the place of a `seat`: its button, and a `hint` at what it
    does; `as_guest` where the visitor would do so as a new guest.
    """

    url: str
    seat: str
    label: str
    hint: str
    command_id: str
    as_guest: bool


@dataclass(frozen=True, slots=True)
class ForkOrigin:
    """The game that a fork was played on from, in a `sentence`; `url` is that turn of it, and `original` its table, ""
    and None for who may not see it and where it is gone. `again` is the form by which it is played on from the same
    turn once more, None where it cannot be.
    """

    sentence: str
    url: str
    original: Table | None
    again: ForkForm | None


def fork_form(request: HttpRequest, table: Table, turn: int, seat: int, name: str, *, alone: bool) -> ForkForm | None:
    """Return the form to play from a turn in a seat's place, or None if no choice is left.

    `alone` is True if the table has one seat.
    """
    if not may_fork(table, turn, seat):
        return None
    label = _("Play from here as %(name)s") % {"name": name} if name else _("Play from here")
    hint = (
        _("Solo, with the same deck. Doesn’t count toward statistics.")
        if alone
        else _("Solo, with the same deck. The other players’ moves stay the same. Doesn’t count toward statistics.")
    )
    return _form(request, table, turn, seat, label, hint)


def fork_origin(request: HttpRequest, seated: Seated) -> ForkOrigin | None:
    """Return the origin of a fork, or None for any other game."""
    fork = seated.table
    if not fork.is_fork:
        return None
    original = original_of(request, fork)
    if original is None:
        return ForkOrigin(f"{fork_words(fork)}.", "", None, None)
    index, turn = own_index(seated), fork.fork_turn or 1
    again = _form(request, original, turn, index, _("Try again from the same point"))
    url = reverse("play:turn", args=[original.code, turn]) + f"?look={index + 1}"
    return ForkOrigin(_sentence(seated, original, index), url, original, again)


def original_of(request: HttpRequest, fork: Table) -> Table | None:
    """The game that a fork was played on from, where it is there and the visitor may see it."""
    visible = Table.objects.visible_to(request.user.pk, invitations(request))
    return visible.filter(pk=fork.fork_of_id).first() if fork.fork_of_id else None


def fork_seat(seated: Seated) -> contract.Seat | None:
    """Return the seat of the user who opened a multiplayer fork, or None for any other game.

    Nobody wins such a fork: the other seats only repeat what they did in the original game.
    """
    return contract.Seat(own_index(seated)) if len(seated.seats) > 1 and not seated.has_winner else None


def own_index(seated: Seated) -> int:
    """Return the index of the seat of the user who opened a fork, for any viewer."""
    return own_seat(seated.seats).index


def _sentence(seated: Seated, original: Table, index: int) -> str:
    words = {"turn": seated.table.fork_turn, "table": original.shown_name}
    if len(seated.seats) == 1:
        return _("Continued from turn %(turn)s of %(table)s.") % words
    words["name"] = Seat.objects.at(original)[index].shown_name
    if has_rounds(original):
        return _("Continued from round %(turn)s of %(table)s, as %(name)s.") % words
    return _("Continued from turn %(turn)s of %(table)s, as %(name)s.") % words


def _form(request: HttpRequest, table: Table, turn: int, seat: int, label: str, hint: str = "") -> ForkForm:
    url = reverse("tables:fork", args=[table.code, turn])
    return ForkForm(url, str(seat), label, hint, new_command_id(), not request.user.is_authenticated)
