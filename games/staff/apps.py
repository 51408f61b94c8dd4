from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class StaffConfig(AppConfig):
    name = "games.staff"
    label = "staff"
    verbose_name = _("Staff")
    default_auto_field = "django.db.models.BigAutoField"
    default = True

    def ready(self) -> None:
        """Create the groups with the database."""
        from games.staff.services import create_groups

        post_migrate.connect(create_groups)


class WorkshopConfig(admin_apps.AdminConfig):
    """Django's admin, using the site of `games.staff.site`."""

    default_site = "games.staff.site.Workshop"
    default = False
