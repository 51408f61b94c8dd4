"""Query sets that are compiled to SQL once.

Django takes longer to build the SQL of these queries than the database takes to run it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Any, Final, Generic, TypeVar, cast

from django.db import connections
from django.db.models import Expression, Field, QuerySet
from django.db.models.sql.compiler import SQLCompiler

RowT = TypeVar("RowT")


class Parameter(Expression):
    """Placeholder in a query for a value that is passed to each execution."""

    def __init__(self, name: str, output_field: Field[Any, Any]) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        """Return a placeholder, and this parameter instead of its value."""
        return "%s", [self]


class CompiledQuery(Generic[RowT]):
    """Query set whose SQL is built once, for queries that run in every request.

    `build` makes the query set from a Parameter for each of the `parameters`, which are given with their fields. It
    must not lock rows, because Django checks for the transaction when it builds the SQL.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, RowT]], **parameters: Field[Any, Any]) -> None:
        self._build = build
        self._parameters = parameters
        self._statement: _Statement | None = None

    def fetch(self, **values: Any) -> list[RowT]:
        """Execute the query with a value for each parameter, in one statement, and return its rows."""
        if self._statement is None:
            parameters = {name: Parameter(name, field) for name, field in self._parameters.items()}
            self._statement = _Statement(self._build(**parameters))
        return list(self._statement.rows(values))


class _Statement:
    """SQL of a query set, and how to read its rows."""

    def __init__(self, queryset: QuerySet[Any, Any]) -> None:
        self.db = queryset.db
        self._iterable = queryset._iterable_class
        self._compiler = queryset.query.get_compiler(self.db)
        self._sql, self._params = self._compiler.as_sql()

    def rows(self, values: Mapping[str, Any]) -> Iterator[Any]:
        """Yield the rows for these values, as the query set would."""
        connection = connections[self.db]
        params = tuple(
            param.output_field.get_db_prep_value(values[param.name], connection)
            if isinstance(param, Parameter)
            else param
            for param in self._params
        )
        compiler = copy(self._compiler)
        compiler.connection = connection
        compiler.as_sql = lambda: (self._sql, params)
        yield from cast(Any, self._iterable)(_Execution(self.db, compiler))


class _Execution:
    """Stand-in for a query set, with what its iterator needs."""

    _known_related_objects: Final[dict[Any, Any]] = {}

    def __init__(self, db: str, compiler: SQLCompiler) -> None:
        self.db = db
        self.query = self
        self._compiler = compiler

    def get_compiler(self, using: str) -> SQLCompiler:
        """Return the compiler, which has the SQL and the values already."""
        return self._compiler
