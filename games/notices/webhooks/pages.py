"""Form and presenter of a table's webhooks page, for its host only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.forms import CartoForm
from games.notices.models import Delivery, DeliveryState
from games.notices.webhooks.models import MOST, Format, Webhook
from games.notices.webhooks.services import LIVELY, Refused
from games.outbound_requests import LONGEST, AddressRefused, parse_target
from games.tables.lobby.cards import table_url
from games.tables.models import Table


class WebhookForm(CartoForm):
    """One address; what its name leads to is looked up only when it is called."""

    url = forms.CharField(
        label=gettext_lazy("URL"),
        max_length=LONGEST,
        help_text=gettext_lazy("For example https://example.org/carto, or the URL of an incoming webhook."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )

    format = forms.ChoiceField(
        label=gettext_lazy("Format"),
        choices=Format.choices,
        initial=Format.JSON,
        required=False,
        help_text=gettext_lazy("Slack and Discord get a message to show in the channel."),
    )

    def clean_format(self) -> Format:
        """Return the chosen format; without a choice that of programs."""
        return Format(self.cleaned_data["format"] or Format.JSON)

    def clean_url(self) -> str:
        """Refuse what is never called."""
        url: str = self.cleaned_data["url"]
        try:
            parse_target(url)
        except AddressRefused:
            raise ValidationError(_("The URL must start with https:// and use a public host.")) from None
        return url


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
    last = {row.webhook_id: row for row in Delivery.objects.last_of([webhook.pk for webhook in webhooks])}
    has_room = table.status in LIVELY and len(webhooks) < MOST
    return WebhooksPage(
        code=table.code,
        name=table.shown_name,
        url=table_url(table),
        webhooks=tuple(_line(webhook, last.get(webhook.pk)) for webhook in webhooks),
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
        case Refused.EXISTS:
            return _("This URL is already in use.")
        case _:
            assert_never(reason)


def _line(webhook: Webhook, request: Delivery | None) -> WebhookLine:
    line = WebhookLine(
        number=webhook.pk,
        url=webhook.url,
        format="" if webhook.format == Format.JSON else str(Format(webhook.format).label),
        is_off=webhook.off_at is not None,
        last="",
        at=None,
    )
    return replace(line, last=_outcome(request), at=request.sent_at or request.created_at) if request else line


def _outcome(request: Delivery) -> str:
    state: str | Promise = DeliveryState(request.state).label
    if request.answer is None:
        return str(state)
    return _("%(state)s, status %(status)d") % {"state": state, "status": request.answer}
