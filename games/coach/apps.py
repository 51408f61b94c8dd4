from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoachConfig(AppConfig):
    name = "games.coach"
    label = "coach"
    verbose_name = _("Coach")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers for account deletion and games on daily deals."""
        from games.coach import daily_reviews, personal_data

        daily_reviews.connect()
        personal_data.connect()
