"""Export of a person's devices, for that person."""

from typing import Any

from games.accounts.models import User
from games.push.models import PushSubscription


def device_data(user: User) -> list[dict[str, Any]]:
    """The devices, without what a notice could be sent to them by."""
    return [
        {"browser": device.label, "service": device.host, "since": device.created_at, "last_notice": device.used_at}
        for device in PushSubscription.objects.of(user.pk)
    ]
