from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TalkConfig(AppConfig):
    name = "games.talk"
    label = "talk"
    verbose_name = _("Chat")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers for deleted accounts and for guests who get an account."""
        from games.talk import personal_data

        personal_data.connect()
