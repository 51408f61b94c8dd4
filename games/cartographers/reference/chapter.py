"""Chapter of the rules, in short and in full."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class RuleBox(TextChoices):
    """Box that a rule comes from, or Carto for rules that are in neither box."""

    CARTOGRAPHERS = "cartographers", _("Cartographers")
    HEROES = "heroes", _("Cartographers Heroes")
    CARTO = "carto", "Carto"


@dataclass(frozen=True, slots=True)
class Rule:
    """A paragraph, or a list item if `listed`.

    `box` is None where it is that of the chapter. `anchor` is the id of the rule on the page, "" for none. The rule is
    on the `subject` (such as a card) at the address `url`, below the `heading` within its chapter; each may be "".
    """

    text: str | Promise
    listed: bool = False
    box: RuleBox | None = None
    anchor: str = ""
    heading: str | Promise = ""
    subject: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Chapter with its rules in short and in full; either may be missing."""

    key: str
    title: str | Promise
    summary: tuple[Rule, ...] = ()
    full: tuple[Rule, ...] = ()
    box: RuleBox = RuleBox.CARTOGRAPHERS


Item = partial(Rule, listed=True)
