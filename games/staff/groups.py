"""The groups that come with the site: what moderators and curators may do. Who has every right may change them."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import Group, Permission

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "moderators": (
        *("tables.view_table", "tables.view_seat", "tables.view_incident", "tables.moderate_table"),
        *("accounts.view_user", "studies.moderate_words"),
    ),
    "curators": (
        *("catalog.view_catalogentry", "catalog.add_catalogentry", "catalog.change_catalogentry"),
        "catalog.review_catalogentry",
    ),
}


def bring_groups(sender: object, using: str = "default", **_: Any) -> None:
    """Make the groups that are not there yet, with their rights; those that are there stay as somebody wants them."""
    for name, rights in GROUPS.items():
        permissions = [permission for right in rights for permission in _permission(right, using)]
        if len(permissions) < len(rights):  # they come with the last of the apps
            continue
        group, created = Group.objects.using(using).get_or_create(name=name)
        if created:
            group.permissions.set(permissions)


def _permission(right: str, using: str) -> list[Permission]:
    app, name = right.split(".")
    return list(Permission.objects.using(using).filter(content_type__app_label=app, codename=name))
