from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "games.history"
    label = "history"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers for tables and account deletion."""
        from games.history import receivers

        receivers.connect()
