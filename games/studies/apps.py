from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StudiesConfig(AppConfig):
    name = "games.studies"
    label = "studies"
    verbose_name = _("Notes and collections")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the account deletion receivers."""
        from games.studies import personal_data

        personal_data.connect()
