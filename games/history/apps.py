from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "games.history"
    label = "history"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to the tables, and to people who go."""
        from games.history import receivers

        receivers.connect()
