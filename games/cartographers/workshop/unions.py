"""Choice of a feature in the workshop, or of several that are counted as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.cartographers.terrain import Feature
from games.cartographers.words.names import terrain_label

_TEMPLATE: Final = "cartographers/workshop/_union.html"


class UnionWidget(forms.Select):
    """Choice of one feature, and checkboxes for others counted as one with it; all are submitted under one name."""

    def __init__(self, united: Iterable[str]) -> None:
        super().__init__()
        self.united = tuple(united)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """Return the list of submitted words."""
        return data.getlist(name) if hasattr(data, "getlist") else data.get(name)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the choice as HTML. The first word is the chosen one."""
        words = [word for word in ([value] if isinstance(value, str) else value or ()) if word]
        also = [(word, str(label), word in words[1:]) for word, label in self.choices if word in self.united]
        context = {
            "choice": super().render(name, words[0] if words else "", attrs, renderer),
            "name": name,
            "also": also,
            "is_open": any(checked for _word, _label, checked in also),
        }
        return SafeString(render_to_string(_TEMPLATE, context))


class UnionField(forms.MultipleChoiceField):
    """Form field of a feature, as a word, or of several counted as one, as a list of words; "" if it is left out."""

    def __init__(self, *, choices: Any, united: Iterable[str], required: bool) -> None:
        self._united = frozenset(united)
        super().__init__(choices=choices, required=required, widget=UnionWidget(united))

    def to_python(self, value: Any) -> list[str]:
        """Return the distinct words in the order of their features, known ones first."""
        words = {word for word in super().to_python(value) if word}
        known = [feature.word for feature in Feature if feature.word in words]
        return [*known, *sorted(words.difference(known))]

    def clean(self, value: Any) -> Any:
        """Return the word, the list of words, or "". Raises ValidationError."""
        words = super().clean(value)
        if len(words) < 2:
            return "".join(words)
        for word in words:
            if word not in self._united:
                name = terrain_label(Feature.from_word(word))
                raise ValidationError(_("“%(name)s” can’t be combined with others. Choose it alone.") % {"name": name})
        return words
