"""Template tag that loads the sanctions shown on every page."""

from __future__ import annotations

from django import template

from games.accounts.models import Sanction, User

register = template.Library()


@register.simple_tag
def unread_sanctions(user: User) -> list[Sanction]:
    """Return the sanctions that a user hasn't confirmed."""
    return list(Sanction.objects.filter(person=user).unread())
