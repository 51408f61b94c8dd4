"""What other apps ask of somebody, on their first page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from games.accounts.models import User


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, in a sentence, and the page on which it is answered."""

    words: str
    url: str


def questions_for(person: User) -> Iterator[Question]:
    """All that is asked of a person, by the apps that the settings name."""
    for path in settings.CARTO_QUESTIONS:
        yield from cast(Callable[[User], Iterable[Question]], import_string(path))(person)
