"""Pages of a table on one device: the curtain, another browser, and a claimed seat; and the button to hand it on."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.tables.device.claims import claim_token
from games.tables.device.handover import is_played_here, next_seat
from games.tables.game import Seated
from games.tables.lobby.waiting_room import qr_code
from games.tables.models import Seat, SeatClaim, SharedDevice, Status, Table


@dataclass(frozen=True, slots=True)
class DevicePerson:
    """Player who may get the device; `asks_pin` is True if they have a PIN."""

    seat: str
    name: str
    crest: str
    asks_pin: bool


@dataclass(frozen=True, slots=True)
class CurtainPage:
    """Page that covers the game until the `next` player has the device, or any of the `others`.

    `elsewhere` is True if another browser is the device. `wrong` is the seat of the player whose PIN was wrong, or "".
    """

    name: str
    next: DevicePerson
    others: tuple[DevicePerson, ...]
    elsewhere: bool
    has_pins: bool
    take: str
    here: str
    pins: str
    wrong: str


def curtain_page(request: HttpRequest, device: SharedDevice, wrong: str = "") -> CurtainPage:
    """Return the page that covers the game; it shows nothing of it but who plays and who is awaited."""
    table, seats = device.table, list(Seat.objects.at(device.table))
    following = next_seat(device, seats)
    people = {seat: _person(seat, device) for seat in seats}
    return CurtainPage(
        name=table.shown_name,
        next=people.pop(following),
        others=tuple(people.values()),
        elsewhere=not is_played_here(device, request.session),
        has_pins=bool(device.pins),
        take=reverse("tables:device_take", args=[table.code]),
        here=reverse("tables:device_here", args=[table.code]),
        pins=reverse("tables:device_pins", args=[table.code]),
        wrong=wrong,
    )


def _person(seat: Seat, device: SharedDevice) -> DevicePerson:
    return DevicePerson(str(seat.index), seat.shown_name, seat.shown_crest, str(seat.index) in device.pins)


@dataclass(frozen=True, slots=True)
class HandOver:
    """Button by which the viewer hands the device on; `is_done` is True if nothing more is asked of them."""

    post: str
    label: str
    is_done: bool


def hand_over(seated: Seated) -> HandOver | None:
    """Return the button to hand the device on, or None at other tables, for spectators and after the game."""
    table = seated.table
    if not table.on_device or seated.seat is None or table.status != Status.PLAYING:
        return None
    own = seated.seats[seated.seat]
    post = reverse("tables:device_cover", args=[table.code])
    if own.awaited:
        return HandOver(post, _("Hand over"), is_done=False)
    following = next_seat(SharedDevice(seat=own.index), seated.seats)
    return HandOver(post, _("Hand over to %(name)s") % {"name": following.shown_name}, is_done=True)


@dataclass(frozen=True, slots=True)
class ClaimLink:
    """Link by which a player at the device puts the game into their history, and its QR code."""

    name: str
    url: str
    qr_code: SafeString


def claim_links(request: HttpRequest, table: Table) -> tuple[ClaimLink, ...]:
    """Return the links for players without an account, which only the host of a game that is over sees."""
    if not table.on_device or not table.is_over or table.host_id != request.user.pk:
        return ()
    seats = [seat for seat in Seat.objects.at(table) if seat.user and seat.user.on_device]
    return tuple(_claim_link(request, table, seat) for seat in seats)


def _claim_link(request: HttpRequest, table: Table, seat: Seat) -> ClaimLink:
    url = request.build_absolute_uri(reverse("tables:device_claim", args=[table.code, claim_token(seat)]))
    return ClaimLink(seat.shown_name, url, qr_code(url))


@dataclass(frozen=True, slots=True)
class ClaimPage:
    """Page on which an account confirms that it was a player at the device.

    `host` is who has named the account, "" for a claim by link. The account can then deny it, and confirm it before the
    game is over; it `waits` once it has.
    """

    name: str
    player: str
    post: str
    host: str = ""
    waits: bool = False


def claim_page(seat: Seat, token: str) -> ClaimPage:
    """Return the page about a seat that may be claimed."""
    post = reverse("tables:device_claim", args=[seat.table.code, token])
    return ClaimPage(seat.table.shown_name, seat.shown_name, post)


def asked_page(claim: SeatClaim) -> ClaimPage:
    """Return the page on which an account answers whether it is the player whom the host has named."""
    table = claim.seat.table
    post = reverse("tables:device_seat", args=[table.code])
    waits = claim.confirmed_at is not None
    return ClaimPage(table.shown_name, claim.seat.shown_name, post, host=str(table.host), waits=waits)
