from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoachConfig(AppConfig):
    name = "games.coach"
    label = "coach"
    verbose_name = _("Coach")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the account deletion receiver."""
        from games.coach import personal_data

        personal_data.connect()
