"""Second factor of staff, besides the password."""

from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_totp.models import TOTPDevice


class Authenticator(TOTPDevice):  # type: ignore[misc]  # django-otp has no types
    """An authenticator app of a member of staff, with a new code every 30 seconds; at most one each."""

    class Meta:
        proxy = True
        verbose_name = _("authenticator app")
        verbose_name_plural = _("authenticator apps")
