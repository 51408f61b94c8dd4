from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GisborneConfig(AppConfig):
    name = "games.gisborne"
    label = "gisborne"
    verbose_name = _("Gisborne")
