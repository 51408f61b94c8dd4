from django.apps import AppConfig


class CartoSiteConfig(AppConfig):
    """Holds the commands and checks that belong to the site as a whole."""

    name = "carto_site"
    verbose_name = "Carto"

    def ready(self) -> None:
        """Register the checks."""
        from carto_site import checks  # noqa: F401 - importing it registers the checks
