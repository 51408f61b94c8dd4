from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class CatalogConfig(AppConfig):
    name = "games.catalog"
    label = "catalog"

    def ready(self) -> None:
        """Check the shelves, and let the guard come with the database."""
        from games.catalog import checks, immutability  # noqa: F401 - importing the first registers the checks

        pre_migrate.connect(immutability.lift, sender=self)
        post_migrate.connect(immutability.lay, sender=self)
