"""Export of a person's notification data, for that person."""

from typing import Any

from games.accounts.models import User
from games.notices.models import Mute, Notice, ReviewNotice
from games.notices.preferences import Wishes, wishes_of


def notice_data(user: User) -> dict[str, Any]:
    """Return the user's settings, muted tables and listed notifications.

    It does not tell who caused a notification. Deliveries under way are left out until they arrive.
    """
    wishes = wishes_of([user.pk]).get(user.pk, Wishes())
    listed = Notice.objects.listed_for(user.pk)
    reviews = ReviewNotice.objects.shown_to(user)
    return {
        "notice_choices": {
            "switches": dict(wishes.switches),
            "quiet_hours": wishes.quiet_hours,
            "quiet_from": wishes.quiet_from.hour,
            "quiet_until": wishes.quiet_until.hour,
            "digest_hour": wishes.digest_hour,
        },
        "muted_tables": list(Mute.objects.filter(user=user).order_by("pk").values_list("table__code", flat=True)),
        "notices": [
            {"kind": kind, "table": code, "turn": turn, "at": at, "read_at": read_at}
            for kind, code, turn, at, read_at in listed.values_list(
                "kind", "table__code", "turn", "created_at", "read_at"
            )
        ],
        "review_notices": [
            {"act": act, "kind": kind, "piece": key, "version": version, "at": at, "read_at": read_at}
            for act, kind, key, version, at, read_at in reviews.values_list(
                "change__act", "change__kind", "change__key", "change__version", "created_at", "read_at"
            )
        ],
    }
