"""The page on which something new is begun."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalog.drafts import Saying, begin_once
from games.catalog.editors import editors
from games.catalog.models import CatalogEntry
from games.catalog.names import NameField
from games.catalog.shelves import shelves


def beginnings() -> Iterator[tuple[str, str | Promise]]:
    """Yield each type that has an editor, as "game/kind" with its name."""
    for game, shelf in shelves().items():
        yield from ((f"{game}/{kind}", shelf.kinds[kind]) for kind in editors(game))


@dataclass(frozen=True, slots=True)
class BeginPage:
    """The form."""

    title: str
    form: BeginForm


class BeginForm(forms.Form):
    """Form for a new draft: its type and name."""

    kind = forms.ChoiceField(label=gettext_lazy("Type"), widget=forms.RadioSelect)
    name = NameField(label=gettext_lazy("Name"))

    def __init__(self, data: Any, *, asked: str) -> None:
        super().__init__(data, initial={"kind": asked})
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(beginnings())

    def begin(self, user: Any) -> CatalogEntry:
        """The new draft; call it on a valid form only."""
        game, kind = self.cleaned_data["kind"].split("/")
        name = self.cleaned_data["name"]
        editor = editors(game)[kind]
        definition = {**editor.blank(), **({"name": name} if editor.form.labelled else {})}
        return begin_once(box=shelves()[game].workshop, kind=kind, saying=Saying(name, definition), by=user)


def begin_page(form: BeginForm) -> BeginPage:
    """The page."""
    return BeginPage(_("Create component"), form)
