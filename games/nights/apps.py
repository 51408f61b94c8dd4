from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NightsConfig(AppConfig):
    name = "games.nights"
    label = "nights"
    verbose_name = _("Game nights")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers of deletions, blocks and replaced names."""
        from games.nights import opening, personal_data

        opening.connect()
        personal_data.connect()
