"""Games of the toy on a deal."""

from games.accounts.models import User
from games.tables.deals.services import play_deal
from games.tables.models import Deal, Table
from tests.games.tables.conftest import pick


def play(deal: Deal, user: User, *numbers: int) -> Table:
    """Start or continue the user's counted game, and play these numbers, one a turn."""
    table = play_deal(deal=deal, user=user)
    for turn, number in enumerate(numbers, Table.objects.get(pk=table.pk).turn):
        pick(table, user, turn, number)
    return Table.objects.get(pk=table.pk)
