"""Reload a table: the object a test holds may be outdated by the test's own requests."""

from games.tables.models import Table


def present(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)
