"""A table as it is by now: what a test was given may be older than what it has done since."""

from games.tables.models import Table


def present(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)
