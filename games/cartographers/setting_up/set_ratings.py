"""Ratings of sets, with 1 to 5 stars, by players who have finished a game with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.db.models import Avg, Count
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.cartographers.models import OwnSet, SetRating
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.published_sets import newest_set
from games.cartographers.shelf.trials import OWN
from games.cartographers.words.names import KEY
from games.catalog.authors import is_author
from games.people.blocks import is_blocked_among
from games.tables.models import Seat, Status

LEAST: Final = 3
"""Number of ratings from which on their mean is shown."""


@dataclass(frozen=True, slots=True)
class MeanRating:
    """Mean of a set's ratings, in stars, and their number."""

    stars: float
    count: int

    def __str__(self) -> str:
        words = ngettext(
            "Rated %(stars)s out of 5 stars by %(count)s player.",
            "Rated %(stars)s out of 5 stars by %(count)s players.",
            self.count,
        )
        return words % {"stars": number_format(self.stars, 1), "count": self.count}


class RatingForm(forms.Form):
    """Form to rate a set."""

    stars = forms.TypedChoiceField(
        label=gettext_lazy("Your rating, in stars"),
        choices=[(count, str(count)) for count in range(1, 6)],
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "cluster"}),
    )


@dataclass(frozen=True, slots=True)
class RatingPart:
    """Ratings of a set on its page.

    `sentence` is the mean, "" for too few ratings. `form` is None for viewers who can't rate the set. `url` is its
    address, and `withdraw_url` that of the form that withdraws the viewer's rating, "" without one.
    """

    sentence: str
    form: RatingForm | None
    url: str
    withdraw_url: str


def mean_ratings(refs: Iterable[str]) -> Mapping[str, MeanRating]:
    """Return the means of those sets that have enough ratings, by ref."""
    rows = (
        SetRating.objects.filter(ref__in=list(refs))
        .values("ref")
        .annotate(mean=Avg("stars"), count=Count("pk"))
        .filter(count__gte=LEAST)
    )
    return {row["ref"]: MeanRating(row["mean"], row["count"]) for row in rows}


def may_rate(user: User | AnonymousUser, ref: str) -> bool:
    """Return True if a user with an account has finished a game with someone else's set, and may see it."""
    if not isinstance(user, User) or user.guest:
        return False
    box, _slash, key = ref.partition("/")
    if box == OWN:
        own_set = OwnSet.objects.filter(key=key).first()
        if own_set is None or own_set.owner_id == user.pk or is_blocked_among(user.pk, [own_set.owner_id]):
            return False
    elif newest_set(ref) is None or is_author((box, EntryKind.SET.value, key), user):
        return False
    return has_finished(user, ref)


def has_finished(user: User, ref: str) -> bool:
    """Return True if a user has played a game with a set to its end."""
    seats = Seat.objects.played_by_people().filter(user=user, table__game=KEY, table__status=Status.FINISHED)
    return seats.filter(table__options__set=ref).exists()


def rating_part(ref: str, viewer: User | AnonymousUser) -> RatingPart:
    """Return the ratings of a set for a viewer."""
    box, _slash, key = ref.partition("/")
    rated = SetRating.objects.filter(ref=ref).aggregate(mean=Avg("stars"), count=Count("pk"))
    own = SetRating.objects.filter(ref=ref, user=viewer.pk).first() if viewer.pk else None
    return RatingPart(
        sentence=str(MeanRating(rated["mean"], rated["count"])) if rated["count"] >= LEAST else "",
        form=RatingForm(initial={"stars": own.stars if own else None}) if may_rate(viewer, ref) else None,
        url=reverse("cartographers:rate_set", args=[box, key]),
        withdraw_url=reverse("cartographers:withdraw_set_rating", args=[box, key]) if own else "",
    )


def rate(*, user: User, ref: str, stars: int) -> None:
    """Store a user's rating of a set in place of an earlier one. Raises AccountDeleted."""
    with lock_person(user) as person:
        SetRating.objects.update_or_create(user=person, ref=ref, defaults={"stars": stars})


def withdraw(*, user: User, ref: str) -> None:
    """Delete a user's rating of a set, if there is one. Raises AccountDeleted."""
    with lock_person(user) as person:
        SetRating.objects.filter(user=person, ref=ref).delete()


def rating_data(user: User) -> dict[str, Any]:
    """Return a user's ratings of sets, for their data export."""
    return {"set_ratings": list(SetRating.objects.filter(user=user).order_by("pk").values("ref", "stars", "at"))}
