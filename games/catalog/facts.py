"""Facts published with a definition: names, additional texts, and the curators' notes."""

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
    """Yield all facts of an entry in the order of its form.

    Empty ones are included, because they are published as well.
    """
    yield _noted(entry, "name")
    if form.labelled:
        said = labels_of(entry.definition)
        for name, title in label_titles().items():
            yield Fact(title, said.get(name, ""), name.partition("_")[2])
    for name in ("notes", "source", "licence"):
        yield _noted(entry, name)


def _noted(entry: CatalogEntry, name: str) -> Fact:
    return Fact(str(EntryForm.base_fields[name].label), getattr(entry, name))
