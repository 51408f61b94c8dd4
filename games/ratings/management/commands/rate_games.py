"""`manage.py rate_games`: queue the results of games and deals that ended before there were ratings."""

from typing import Any, Final

from django.core.management.base import BaseCommand

from games.locks import writing
from games.ratings.queue import queue_deal, queue_table
from games.tables.models import Deal, Seat, Table

_BATCH: Final = 100


class Command(BaseCommand):
    """Queues what is missing; ended at any moment, it goes on from there the next time."""

    help = "Queue finished games and closed deals that have not been rated."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Queue them, and say how many there were. The site rates them in the background."""
        tables, last = 0, 0
        unrated = Table.objects.finished().played_here().filter(rating_results=None, capacity__gt=1).order_by("pk")
        while some := list(unrated.filter(pk__gt=last)[:_BATCH]):
            with writing():
                tables += sum(bool(queue_table(table, list(Seat.objects.at(table)))) for table in some)
            last = some[-1].pk
        deals = 0
        for deal in Deal.objects.filter(closed_at__isnull=False, rating=None).order_by("closed_at", "pk"):
            with writing():
                deals += queue_deal(deal)
        self.stdout.write(f"Queued games: {tables}, deals: {deals}")
