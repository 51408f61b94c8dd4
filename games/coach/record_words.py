"""A user's rating and streaks in puzzles, as pages show them."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from games.accounts.models import User
from games.accounts.pages import PersonPart
from games.coach.models import PuzzleRecord
from games.play.words import number_text
from games.tables.game import games


@dataclass(frozen=True, slots=True)
class RecordView:
    """Rating and streaks of a user in the puzzles of a game; `solved` and `attempts` are numbers of puzzles."""

    game: str
    rating: str
    solved: int
    attempts: int
    streak: int
    best_streak: int


@dataclass(frozen=True, slots=True)
class PersonPuzzles:
    """Puzzles on a profile page: one record for each game."""

    records: tuple[RecordView, ...]


def record_view(record: PuzzleRecord) -> RecordView:
    """Return a record as it is shown."""
    game = str(games()[record.game].name)
    rating = number_text(record.rating)
    return RecordView(game, rating, record.solved, record.attempts, record.streak, record.best_streak)


def person_part(person: User, _viewer: User | AnonymousUser) -> PersonPart | None:
    """Return the puzzles for a user's profile, or None if they have tried none."""
    records = PuzzleRecord.objects.filter(user=person, game__in=games(), attempts__gt=0).order_by("pk")
    views = tuple(record_view(record) for record in records)
    return PersonPart("coach/_person.html", "css/review.css", PersonPuzzles(views)) if views else None
