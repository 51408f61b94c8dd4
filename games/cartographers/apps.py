from django.apps import AppConfig


class CartographersConfig(AppConfig):
    name = "games.cartographers"
    label = "cartographers"
