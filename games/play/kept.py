"""Remembering what words and fragments come to, so that what is equal for several viewers is made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.utils.translation import get_language

GivenP = ParamSpec("GivenP")
MadeT = TypeVar("MadeT")


def kept(most: int) -> Callable[[Callable[GivenP, MadeT]], Callable[GivenP, MadeT]]:
    """Let a function that depends on its arguments and the page's language alone remember that many results. All that
    can be seen in a result must be among the arguments, which are compared by value: then nobody can be given what was
    made for another, unless it is the same.
    """

    def remembering(make: Callable[GivenP, MadeT]) -> Callable[GivenP, MadeT]:
        made: Callable[..., MadeT] = lru_cache(most)(lambda _language, *args, **kwargs: make(*args, **kwargs))

        @wraps(make)
        def by_language(*args: GivenP.args, **kwargs: GivenP.kwargs) -> MadeT:
            return made(get_language(), *args, **kwargs)

        return by_language

    return remembering
