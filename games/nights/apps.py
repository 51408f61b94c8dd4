from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NightsConfig(AppConfig):
    name = "games.nights"
    label = "nights"
    verbose_name = _("Game nights")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers of deletions and blocks."""
        from games.nights import personal_data

        personal_data.connect()
