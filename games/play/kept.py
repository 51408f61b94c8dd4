"""Remembering what words and fragments come to, so that what is equal for several viewers is made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar

from django.utils.translation import get_language

GivenP = ParamSpec("GivenP")
MadeT = TypeVar("MadeT")


_forgetting: Final[list[Callable[[], None]]] = []


def forget() -> None:
    """Forget everything, as where translations or templates have changed."""
    for forget_one in _forgetting:
        forget_one()


def _of_language(make: Callable[..., MadeT]) -> Callable[..., MadeT]:
    return lambda _language, *args, **kwargs: make(*args, **kwargs)


def kept(most: int) -> Callable[[Callable[GivenP, MadeT]], Callable[GivenP, MadeT]]:
    """Let a function that depends on its arguments and the page's language alone remember that many results. All that
    can be seen in a result must be among the arguments, which are compared by value: then nobody can be given what was
    made for another, unless it is the same.
    """

    def remembering(make: Callable[GivenP, MadeT]) -> Callable[GivenP, MadeT]:
        remembered = lru_cache(most)(_of_language(make))
        result_of: Callable[..., MadeT] = remembered

        _forgetting.append(remembered.cache_clear)

        @wraps(make)
        def by_language(*args: GivenP.args, **kwargs: GivenP.kwargs) -> MadeT:
            return result_of(get_language(), *args, **kwargs)

        return by_language

    return remembering
