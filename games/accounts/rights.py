"""Who of the staff may act on whom, and who gives rights."""

from django.contrib.auth.models import AnonymousUser, Permission
from django.db.models import Q

from games.accounts.models import User


def may_act_on(actor: User | AnonymousUser, person: User) -> bool:
    """Whether the person has no right that the actor lacks: whoever changes somebody could sign in as them."""
    if actor.is_superuser:
        return True
    if person.is_superuser or (person.is_staff and not actor.is_staff):
        return False
    return _rights(person) <= actor.get_all_permissions()


def may_give_rights(actor: User | AnonymousUser) -> bool:
    """Whether the actor gives and takes rights, of people and of groups: only who has every right does, as others
    could give them to themselves.
    """
    return actor.is_superuser


def _rights(person: User) -> set[str]:
    # Asked of the database, not of the person: Django says of a closed account that it has no rights, but it can be
    # opened again.
    held = Permission.objects.filter(Q(user=person) | Q(group__user=person))
    return {f"{app}.{name}" for app, name in held.values_list("content_type__app_label", "codename")}
