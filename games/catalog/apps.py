from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "games.catalog"
    label = "catalog"
