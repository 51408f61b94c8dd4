"""Boxes that rules come from."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class RuleBox(TextChoices):
    """Box that a rule comes from, or Carto for rules that are in neither box."""

    CARTOGRAPHERS = "cartographers", _("Cartographers")
    HEROES = "heroes", _("Cartographers Heroes")
    CARTO = "carto", "Carto"
