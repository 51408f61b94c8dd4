"""Export of a person's webhooks, for that person."""

from typing import Any

from games.accounts.models import User
from games.webhooks.models import Webhook


def webhook_data(user: User) -> dict[str, Any]:
    """The addresses that they have the site call, without the secrets by which calls are signed."""
    webhooks = Webhook.objects.filter(owner=user).order_by("pk").select_related("table")
    return {
        "webhooks": [
            {
                "table": webhook.table.code,
                "address": webhook.url,
                "format": webhook.format,
                "since": webhook.created_at,
                "off": webhook.off_at,
            }
            for webhook in webhooks
        ]
    }
