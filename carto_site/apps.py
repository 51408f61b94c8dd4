from django.apps import AppConfig


class CartoSiteConfig(AppConfig):
    """Configuration of the site's own commands and checks."""

    name = "carto_site"
    verbose_name = "Carto"

    def ready(self) -> None:
        """Register the checks."""
        from carto_site import checks  # noqa: F401 - importing it registers the checks
