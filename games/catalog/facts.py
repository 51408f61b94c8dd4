"""What is published with a definition beside what it comes to: its names, its words, and what curators note."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.catalog.forms import EntryForm, label_titles, labels_of
from games.catalog.models import CatalogEntry


@dataclass(frozen=True, slots=True)
class Fact:
    """A title with what is said there, "" for nothing; `lang` is the language of the words, "" for that of the page."""

    title: str
    text: str
    lang: str = ""


def facts_of(entry: CatalogEntry, form: type[EntryForm]) -> Iterator[Fact]:
    """All of them, as the form of its kind has them; what is empty is told too, since that is published as well."""
    yield _noted(entry, "name")
    if form.labelled:
        said = labels_of(entry.definition)
        for name, title in label_titles().items():
            yield Fact(title, said.get(name, ""), name.partition("_")[2])
    for name in ("notes", "source", "licence"):
        yield _noted(entry, name)


def _noted(entry: CatalogEntry, name: str) -> Fact:
    return Fact(str(EntryForm.base_fields[name].label), getattr(entry, name))
