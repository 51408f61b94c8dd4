from django.apps import AppConfig


class CartoSiteConfig(AppConfig):
    """Holds the commands and checks that belong to the site as a whole."""

    name = "carto_site"
    verbose_name = "Carto"
