"""The address that a host sets."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.forms_base import CartoForm
from games.addresses import LONGEST, AddressRefused, checked


class WebhookForm(CartoForm):
    """One address; what its name leads to is looked up only when it is called."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        help_text=gettext_lazy("Of a program of yours, as https://example.org/carto."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_url(self) -> str:
        """Refuse what is never called."""
        url: str = self.cleaned_data["url"]
        try:
            checked(url)
        except AddressRefused:
            raise ValidationError(
                _("Only addresses that begin with https:// and name a host of the internet are called.")
            ) from None
        return url
