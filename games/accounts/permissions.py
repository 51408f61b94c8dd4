"""Rights of staff: permission to act on people, and to give rights."""

from django.contrib.auth.models import AnonymousUser, Permission
from django.db.models import Q

from games.accounts.models import User


def may_act_on(actor: User | AnonymousUser, person: User) -> bool:
    """Return True if the person has no right that the actor lacks.

    Anyone who can change an account could sign in to it. Superusers may act on everyone.
    """
    if actor.is_superuser:
        return True
    if person.is_superuser or (person.is_staff and not actor.is_staff):
        return False
    return _rights(person) <= actor.get_all_permissions()


def may_give_rights(actor: User | AnonymousUser) -> bool:
    """Return True if the actor may give and take rights, of people and of groups.

    This needs every right (superuser), as others could give rights to themselves.
    """
    return actor.is_superuser


def _rights(person: User) -> set[str]:
    # Query the database instead of the user object. Django reports no permissions for an inactive account, but it may
    # be reactivated.
    held = Permission.objects.filter(Q(user=person) | Q(group__user=person))
    return {f"{app}.{name}" for app, name in held.values_list("content_type__app_label", "codename")}
