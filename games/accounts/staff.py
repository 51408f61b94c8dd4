"""Rights of staff, and rules for every admin page: show no secrets and refuse invalid input."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Final, cast

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.models import AnonymousUser, Permission
from django.core.exceptions import BadRequest, ValidationError
from django.core.paginator import Paginator
from django.db import models
from django.db.models import Q
from django.http import HttpRequest

from games.accounts.models import User
from games.accounts.person_lock import lock_people


def may_act_on(actor: User | AnonymousUser, person: User) -> bool:
    """Return True if the person has no right that the actor lacks.

    Anyone who can change an account could sign in to it. Superusers may act on everyone.
    """
    if actor.is_superuser:
        return True
    if person.is_superuser or (person.is_staff and not actor.is_staff):
        return False
    return _rights(person) <= actor.get_all_permissions()


def may_give_rights(actor: User | AnonymousUser) -> bool:
    """Return True if the actor may give and take rights, of people and of groups.

    This needs every right (superuser), as others could give rights to themselves.
    """
    return actor.is_superuser


def _rights(person: User) -> set[str]:
    # Query the database instead of the user object. Django reports no permissions for an inactive account, but it may
    # be reactivated.
    held = Permission.objects.filter(Q(user=person) | Q(group__user=person))
    return {f"{app}.{name}" for app, name in held.values_list("content_type__app_label", "codename")}


MOST_SEARCHED: Final = 100
"""Number of characters of a search that are used. Each of its words adds a condition to the query."""
_LOOKUPS: Final = ("", "__exact", "__isnull", "__id__exact")
"""Suffixes of field names in the parameters of Django's own filters."""


def is_key(model: type[models.Model], text: str) -> bool:
    """Return True if a row of the model could have this primary key."""
    try:
        model._meta.pk.run_validators(model._meta.pk.to_python(text))
    except ValidationError:
        return False
    return True


class NewestFirst(Paginator):  # type: ignore[type-arg]  # generic to mypy alone
    """Paginator of a long list that counts and shows only its first rows."""

    most: ClassVar[int] = 10_000

    @cached_property
    def count(self) -> int:
        """Number of rows, up to `most`."""
        rows = cast("models.QuerySet[models.Model]", self.object_list)
        return rows[: self.most].count()


class _List(ChangeList):
    """Change list that sorts only by sortable columns, whatever the URL requests."""

    def get_ordering_field(self, field_name: Any) -> Any:
        return super().get_ordering_field(field_name) if field_name in (self.sortable_by or ()) else None


class _Choices(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # generic to mypy alone
    """Choice field that rejects impossible keys with a message; the database would raise an error."""

    def clean(self, value: Any) -> Any:
        for key in value or ():
            if self.queryset is not None and not is_key(self.queryset.model, key):
                raise ValidationError(self.error_messages["invalid_pk_value"], params={"pk": key})
        return super().clean(value)


class ReadOnly(admin.options.BaseModelAdmin):  # type: ignore[type-arg]  # generic to mypy alone
    """Read-only admin base: nobody adds, changes or deletes rows."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False


class StaffAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic to mypy alone
    """Base class of all admin pages."""

    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Return True if the list's own filters use this lookup and the value has no NUL character.

        With any other field, secrets could be guessed letter by letter.
        """
        return lookup in self._is_filter_allowed(request) and "\x00" not in value

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Return True for the primary key only."""
        return to_field == self.opts.pk.name

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row, or None if there is none or the key is invalid."""
        return super().get_object(request, object_id, from_field) if is_key(self.model, object_id) else None

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Search for the start of the term, cut to `MOST_SEARCHED` characters."""
        return super().get_search_results(request, queryset, search_term.replace("\x00", "")[:MOST_SEARCHED])

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        """Return a field that rejects impossible keys."""
        return super().formfield_for_manytomany(db_field, request, **{"form_class": _Choices, **kwargs})

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Return the change list that sorts only by sortable columns."""
        return _List

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Show or take a form. What it changes is written down under the name of the member of staff, so their account
        is locked first, as are the people whom the form changes. Raises AccountDeleted.
        """
        if request.method != "POST":
            return super().changeform_view(request, object_id, form_url, extra_context)
        with lock_people(*self.people_written(request, object_id)):
            return super().changeform_view(request, object_id, form_url, extra_context)

    def people_written(self, request: HttpRequest, object_id: str | None) -> list[User]:
        """Return the people changed by a row's form; here, the signed-in user."""
        return [cast(User, request.user)]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """List the rows, or apply an action to the chosen ones. Raises BadRequest for an impossible key."""
        if not all(is_key(self.model, key) for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            raise BadRequest("a chosen row has no such key")
        return super().changelist_view(request, extra_context)

    def _is_filter_allowed(self, request: HttpRequest | None) -> set[str]:
        allowed: set[str] = set()
        for choice in self.get_list_filter(request) if request else self.list_filter:
            if isinstance(choice, type):
                allowed.add(str(getattr(choice, "parameter_name", "")))
            else:
                allowed |= {f"{choice}{lookup}" for lookup in _LOOKUPS}
        return allowed
