from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class CatalogConfig(AppConfig):
    name = "games.catalog"
    label = "catalog"

    def ready(self) -> None:
        """Connect the receiver for deleted users, and create the triggers of published entries with the database."""
        from games.catalog import authors, comments, immutability

        authors.connect()
        comments.connect()
        pre_migrate.connect(immutability.remove_guard, sender=self)
        post_migrate.connect(immutability.install_guard, sender=self)
