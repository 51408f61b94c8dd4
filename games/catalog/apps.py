from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "games.catalog"
    label = "catalog"

    def ready(self) -> None:
        """Register the checks."""
        from games.catalog import checks  # noqa: F401 - importing it registers the checks
