from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "games.tables"
    label = "tables"
    verbose_name = _("Tables")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers that keep the entries of deals, and let people leave after a block or a closure."""
        from games.tables.deals import services
        from games.tables.lobby import closed_accounts, separation

        services.connect()
        closed_accounts.connect()
        separation.connect()
