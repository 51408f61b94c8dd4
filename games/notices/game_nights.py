"""Messages about game nights that wait for a user's answer: invitations, and dates of the next day."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.accounts.models import User
from games.accounts.time_zones import zone_of
from games.nights.asks import asks_of
from games.nights.models import GameNight, NightMember
from games.notices.models import ChannelKey, Delivery, DeliveryState, NoticeTopic, Subscription
from games.notices.preferences import NotificationChoices, after_quiet_hours, load_choices
from games.notices.words import NoticeMessage, TableLine

_CHANNELS: Final = (ChannelKey.MAIL, ChannelKey.PUSH)
_NO_CHOICES: Final = NotificationChoices()


def enqueue(night: GameNight, people: Collection[User]) -> None:
    """List what these people, who are locked, have to answer for a game night, if they want that, and store a message
    to each of them on the channels that they want; one waits at a time.

    If a channel can't reach somebody, the message becomes void when it is due.
    """
    now = clock.now()
    choices = load_choices([person.pk for person in people])
    listing = [p.pk for p in people if choices.get(p.pk, _NO_CHOICES).wants(NoticeTopic.NIGHT, ChannelKey.PAGE)]
    NightMember.objects.filter(night=night, user__in=listing).update(listed_at=now, read_at=None)
    waiting = Delivery.objects.filter(user__in=people, kind=Subscription.NIGHTS, state=DeliveryState.WAITING)
    known = set(waiting.values_list("user", "channel"))
    for person in people:
        chosen = choices.get(person.pk, _NO_CHOICES)
        for channel in _CHANNELS:
            if chosen.wants(NoticeTopic.NIGHT, channel) and (person.pk, channel) not in known:
                fields = {"user": person, "channel": channel, "kind": Subscription.NIGHTS}
                due_at = after_quiet_hours(person, chosen, now)
                Delivery.objects.create(**fields, created_at=now, due_at=due_at)


def night_message(delivery: Delivery) -> NoticeMessage | None:
    """Return what its reader has to answer now; None if that is nothing, or if they don't want it any more."""
    user = delivery.user
    chosen = load_choices([user.pk]).get(user.pk, _NO_CHOICES)
    if not chosen.wants(NoticeTopic.NIGHT, ChannelKey(delivery.channel)):
        return None
    with translation.override(user.chosen_language or settings.LANGUAGE_CODE), timezone.override(zone_of(user)):
        asks = asks_of(user)
        if not asks:
            return None
        lines = [
            TableLine(ask.night.name, settings.LINKS_ORIGIN + ask.night.url, (ask.words,), _("Answer")) for ask in asks
        ]
        several = ngettext("%(count)d game night to answer", "%(count)d game nights to answer", len(asks))
        return NoticeMessage(
            number=delivery.pk,
            user=user,
            kind=Subscription.NIGHTS,
            topic=NoticeTopic.NIGHT,
            title=asks[0].words if len(asks) == 1 else several % {"count": len(asks)},
            lines=tuple(lines),
            url=lines[0].url if len(asks) == 1 else settings.LINKS_ORIGIN + reverse("nights:nights"),
        )
