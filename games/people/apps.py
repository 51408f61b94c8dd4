from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    name = "games.people"
    label = "people"
    verbose_name = _("Follows and blocks")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the account deletion receiver."""
        from games.people import personal_data

        personal_data.connect()
