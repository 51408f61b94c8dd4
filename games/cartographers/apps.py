from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CartographersConfig(AppConfig):
    name = "games.cartographers"
    label = "cartographers"
    verbose_name = _("Cartographers")

    def ready(self) -> None:
        """Connect the receiver for deleted users."""
        from games.cartographers import receivers

        receivers.connect()
