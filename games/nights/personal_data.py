"""Export of a user's game nights, their deletion with the account, and what a block separates."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.nights.models import GameNight, NightAnswer, NightMember
from games.nights.services import remove_person
from games.people.signals import person_blocked

_OF_A_NIGHT = ("code", "name", "game", "settings", "weekday", "at", "zone", "created_at", "ended_at")


def connect() -> None:
    """Connect the receivers, once."""
    person_erased.connect(_on_erased, dispatch_uid="nights")
    person_blocked.connect(_on_blocked, dispatch_uid="nights")


def _on_erased(*, user: User, **_: Any) -> None:
    """Remove a deleted user. Their nights get another host; those without one go, as do those that have ended."""
    for night in GameNight.objects.locked().filter(members__user=user).order_by("pk"):
        if night.ended_at is None:
            remove_person(night, user)
    GameNight.objects.filter(host=user).delete()
    GameNight.objects.filter(named_by=user).update(named_by=None)
    NightMember.objects.filter(user=user).delete()
    NightAnswer.objects.filter(user=user).delete()


def _on_blocked(*, blocker: User, blocked: User, **_: Any) -> None:
    """Part two users at the game nights that one of them hosts: the other leaves."""
    for host, other in ((blocker, blocked), (blocked, blocker)):
        for night in GameNight.objects.locked().filter(host=host, members__user=other, ended_at=None).order_by("pk"):
            remove_person(night, other)


def night_data(user: User) -> dict[str, Any]:
    """Return the game nights that the user hosts, those that they belong to, and their answers."""
    hosted = GameNight.objects.filter(host=user).order_by("pk")
    members = NightMember.objects.filter(user=user).order_by("pk")
    answers = NightAnswer.objects.filter(user=user).order_by("pk")
    return {
        "hosted_nights": list(hosted.values(*_OF_A_NIGHT)),
        "nights": list(
            members.values("joined_at", "listed_at", "read_at", code=F("night__code"), name=F("night__name"))
        ),
        "night_answers": list(answers.values("comes", "at", code=F("date__night__code"), day=F("date__day"))),
    }
