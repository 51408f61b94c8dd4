"""The page that asks whether something is to be deleted."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@dataclass(frozen=True, slots=True)
class DeleteConfirmation:
    """A question, what goes if the answer is yes, the buttons for yes and no, and where no leads."""

    title: str
    words: str
    yes: str
    no: str
    back: str


def sure_answer(request: HttpRequest, page: DeleteConfirmation) -> HttpResponse:
    """Ask."""
    return render(request, "play/confirm_delete.html", {"page": page})
