from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "games.notices"
    label = "notices"
    verbose_name = _("Notifications")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to the tables, and to people who go."""
        from games.notices import receivers

        receivers.connect()
