"""Questions from other apps, shown on a user's first page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from games.accounts.models import User


@dataclass(frozen=True, slots=True)
class Question:
    """Question to a user, as one sentence, and the page where it is answered."""

    words: str
    url: str


def questions_for(person: User) -> Iterator[Question]:
    """Yield all questions to a person from the apps in the settings (`CARTO_QUESTIONS`)."""
    for path in settings.CARTO_QUESTIONS:
        yield from cast(Callable[[User], Iterable[Question]], import_string(path))(person)
