"""Cache of text and fragments, so that those shared by several viewers are rendered once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar

from django.conf import settings
from django.utils.translation import get_language

GivenP = ParamSpec("GivenP")
ResultT = TypeVar("ResultT")


_forgetting: Final[list[Callable[[], None]]] = []


def clear_cache() -> None:
    """Clear the cache."""
    for forget_one in _forgetting:
        forget_one()


def _of_language(make: Callable[..., ResultT]) -> Callable[..., ResultT]:
    return lambda _language, *args, **kwargs: make(*args, **kwargs)


def cached(most: int) -> Callable[[Callable[GivenP, ResultT]], Callable[GivenP, ResultT]]:
    """Decorate a function to cache that many results, by arguments and page language.

    The function must depend only on these. Everything visible in a result must be among the arguments, which are
    compared by value. So nobody can get a result made for another user unless it is identical.
    """

    def remembering(make: Callable[GivenP, ResultT]) -> Callable[GivenP, ResultT]:
        # No cache during development, so that template changes show at once.
        remembered = lru_cache(0 if settings.DEBUG else most)(_of_language(make))
        result_of: Callable[..., ResultT] = remembered

        _forgetting.append(remembered.cache_clear)

        @wraps(make)
        def by_language(*args: GivenP.args, **kwargs: GivenP.kwargs) -> ResultT:
            return result_of(get_language(), *args, **kwargs)

        return by_language

    return remembering
