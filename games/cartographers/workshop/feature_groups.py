"""Choice of any number of features in the workshop, some of which may be counted as one.

A feature by itself is submitted as its word, one of a union with the number of the union: "forest", "1:village".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.cartographers.terrain import Feature
from games.cartographers.words.names import terrain_label

_TEMPLATE: Final = "cartographers/workshop/_groups.html"
_UNIONS: Final = 3
"""Maximum number of unions: each has two of the seven terrains."""


def group_texts(groups: Iterable[str | list[str]]) -> Iterator[str]:
    """Yield the texts that are submitted for features and unions in JSON."""
    unions = 0
    for group in groups:
        if isinstance(group, str):
            yield group
            continue
        unions += 1
        yield from (f"{unions}:{word}" for word in group)


class GroupsWidget(forms.CheckboxSelectMultiple):
    """Checkboxes for features, and for each union of them; all are submitted under one name."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the checkboxes as HTML."""
        texts = set(group_texts(value or ()))
        unions = [
            [(f"{number}:{word}", str(label), f"{number}:{word}" in texts) for word, label in self.choices]
            for number in range(1, _UNIONS + 1)
        ]
        context = {
            "alone": super().render(name, [text for text in texts if ":" not in text], attrs, renderer),
            "name": name,
            "unions": unions,
            "is_open": any(":" in text for text in texts),
        }
        return SafeString(render_to_string(_TEMPLATE, context))


class GroupsField(forms.MultipleChoiceField):
    """Form field of features, as a list of words, and of lists of words that are counted as one."""

    def __init__(self, *, choices: Any) -> None:
        super().__init__(choices=choices, required=False, widget=GroupsWidget)

    def valid_value(self, value: str) -> bool:
        """Return True if a text is a feature, alone or in a union."""
        number, colon, word = value.rpartition(":")
        return super().valid_value(word) and (not colon or number in map(str, range(1, _UNIONS + 1)))

    def clean(self, value: Any) -> Any:
        """Return the features, then the unions. Raises ValidationError if a feature of a union is chosen twice."""
        unions: dict[str, list[str]] = {}
        words: list[str] = []
        for text in super().clean(value):
            number, _colon, word = text.rpartition(":")
            if word in words:
                name = terrain_label(Feature.from_word(word))
                raise ValidationError(_("“%(name)s” is chosen twice. Choose it once.") % {"name": name})
            words.append(word)
            unions.setdefault(number, []).append(word)
        groups = [sorted(unions[number], key=Feature.from_word) for number in sorted(unions) if number]
        single = [group[0] for group in groups if len(group) == 1]
        return [*unions.get("", []), *single, *(group for group in groups if len(group) > 1)]
