"""The address that a host sets."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.forms import CartoForm
from games.outbound_requests import LONGEST, AddressRefused, checked
from games.webhooks.models import Format


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
            checked(url)
        except AddressRefused:
            raise ValidationError(_("The URL must start with https:// and use a public host.")) from None
        return url
