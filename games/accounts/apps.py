from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "games.accounts"
    label = "accounts"
    verbose_name = _("Users")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signals that audit sign-ins."""
        from games.accounts import audit  # noqa: F401 - importing it connects the signals
