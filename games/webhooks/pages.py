"""Presenter of a table's webhooks page, for its host only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.notices.models import State
from games.tables.lobby.cards import table_url
from games.tables.models import Table
from games.webhooks.forms import WebhookForm
from games.webhooks.models import MOST, Call, Format, Webhook
from games.webhooks.services import LIVELY, Refused


@dataclass(frozen=True, slots=True)
class WebhookLine:
    """An address that is called, in a `format` ("" for JSON); `last` says what became of its last call, "" where there
    was none, at `at`.
    """

    number: int
    url: str
    format: str
    is_off: bool
    last: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class WebhooksPage:
    """The addresses of a table; `form` is None where none can be set any more. `secret` is that of an address that was
    set this moment, else "": it is shown this once.
    """

    code: str
    name: str
    url: str
    webhooks: tuple[WebhookLine, ...]
    form: WebhookForm | None
    secret: str


def webhooks_page(table: Table, form: WebhookForm, *, secret: str = "") -> WebhooksPage:
    """Return the page as the table's host sees it."""
    webhooks = list(Webhook.objects.of_host(table))
    calls = {call.webhook_id: call for call in Call.objects.last_of([webhook.pk for webhook in webhooks])}
    has_room = table.status in LIVELY and len(webhooks) < MOST
    return WebhooksPage(
        code=table.code,
        name=table.name,
        url=table_url(table),
        webhooks=tuple(_line(webhook, calls.get(webhook.pk)) for webhook in webhooks),
        form=form if has_room or form.is_bound else None,
        secret=secret,
    )


def refusal_words(reason: Refused) -> str:
    """Say why an address was not set."""
    match reason:
        case Refused.OVER:
            return _("This table is no longer active.")
        case Refused.FULL:
            return _("A table can have at most 2 webhooks. Remove one first.")
        case Refused.THERE:
            return _("This URL is already in use.")


def _line(webhook: Webhook, call: Call | None) -> WebhookLine:
    line = WebhookLine(
        number=webhook.pk,
        url=webhook.url,
        format="" if webhook.format == Format.JSON else str(Format(webhook.format).label),
        is_off=webhook.off_at is not None,
        last="",
        at=None,
    )
    return replace(line, last=_outcome(call), at=call.sent_at or call.created_at) if call else line


def _outcome(call: Call) -> str:
    state: str | Promise = State(call.state).label
    if call.answer is None:
        return str(state)
    return _("%(state)s, status %(status)d") % {"state": state, "status": call.answer}
