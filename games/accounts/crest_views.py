"""The editor of one's own crest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts import crest_words, crests, services
from games.accounts.access import SeeOther, SignedInRequest, sign_in_required
from games.accounts.crests import Crest, parse_crest
from games.accounts.forms import CrestForm, submitted_data

_ALTERNATIVES: Final = 1000


@dataclass(frozen=True, slots=True)
class CrestOption:
    """Value of one part: its name, and the spec of the crest as it would look with it."""

    value: str
    name: str
    crest: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CrestPart:
    """Part of a crest with its options, shown as one group of radio buttons."""

    key: str
    label: str
    options: tuple[CrestOption, ...]


@dataclass(frozen=True, slots=True)
class CrestPage:
    """Editor of a crest. `next` is the number of the next alternative. `error` is a message, or ""."""

    crest: str
    parts: tuple[CrestPart, ...]
    next: int
    error: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def crest(request: SignedInRequest) -> HttpResponse:
    """Show the editor, preview a crest, or save it."""
    user = request.user
    own = parse_crest(user.shown_crest)
    if request.method != "POST":
        return _editor(request, own)
    number = _number(request.POST.get("another", ""))
    if number is not None:
        return _editor(request, user.crest_alternative(number), number=number)
    if "own" in request.POST:
        return _editor(request, user.generated_crest)
    form = CrestForm(submitted_data(request))
    if not form.is_valid():
        return _editor(request, own, error=_("This crest has unknown parts. Choose each part from the list."))
    if "save" not in request.POST:
        return _editor(request, form.crest, number=_number(request.POST.get("number", "")) or 0)
    services.choose_crest(user=user, crest=form.crest)
    messages.success(request, _("Your crest has been saved."))
    return SeeOther(reverse("accounts:profile"))


def _number(text: str) -> int | None:
    """Return the number of an alternative, or None if the text isn't one."""
    return int(text) % _ALTERNATIVES if text.isascii() and text.isdigit() and len(text) < 9 else None


def _editor(request: HttpRequest, shown: Crest, *, number: int = 0, error: str = "") -> HttpResponse:
    page = CrestPage(str(shown), tuple(_parts(shown)), number + 1, error)
    return render(request, "accounts/crest.html", {"page": page}, status=422 if error else 200)


def _parts(shown: Crest) -> Iterator[CrestPart]:
    side = crests.colors_of_side(shown.field)
    opposite = tuple(color for color in crests.COLORS if color not in side)
    yield _part(shown, "shield", crests.SHIELDS)
    yield _part(shown, "division", crests.DIVISIONS)
    yield _part(shown, "field", crests.COLORS)
    if shown.other:
        yield _part(shown, "other", [color for color in side if color != shown.field])
    yield _part(shown, "color", opposite)
    yield _part(shown, "charge", crests.CHARGES)


def _part(shown: Crest, key: str, values: Sequence[str]) -> CrestPart:
    label = str(CrestForm.base_fields[key].label)
    chosen = getattr(shown, key)
    options = (
        CrestOption(value, _option_name(key, value), str(crest), value == chosen)
        for value, crest in crests.variants(shown, key, values)
    )
    return CrestPart(key, label, tuple(options))


def _option_name(key: str, value: str) -> str:
    names = {
        "shield": crest_words.shield_name,
        "division": crest_words.division_name,
        "charge": crest_words.charge_name,
    }
    name = names.get(key, crest_words.color_name)(value)
    return name[:1].upper() + name[1:]
