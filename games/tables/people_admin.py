"""People in the admin, who are deleted as they could delete themselves."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.actions import delete_selected
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.accounts import audit
from games.accounts.admin import PersonAdmin
from games.accounts.models import User
from games.accounts.staff import is_key
from games.locks import writing
from games.tables.table_deletion import StillPlaying, erase, running_with_others


@dataclass(frozen=True, slots=True)
class DeletionBlocker:
    """A game for which somebody cannot be deleted; `url` is empty for who may not look at tables."""

    person: str
    table: str
    url: str


class ErasingPersonAdmin(PersonAdmin):
    """User admin with deletion, which depends on the user's tables and games with others."""

    actions = ("delete_selected",)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return True if this person may be deleted.

        Staff delete their own account on its own page, with the password.
        """
        if obj is not None and (obj == request.user or obj.erased_at):
            return False
        return super().has_delete_permission(request, obj)

    def get_deleted_objects(self, objs: Iterable[User], request: HttpRequest) -> Any:
        """Return the people to delete, no counts, missing permissions, and blocking games.

        The permissions are {"person"} if one of the people may not be deleted.
        """
        people = list(objs)
        allowed = all(self.has_delete_permission(request, person) for person in people)
        hindrances = [hindrance for person in people for hindrance in self._hindrances(request, person)]
        names = [f"{person} ({person.get_username()})" for person in people]
        return names, {}, set() if allowed else {str(self.opts.verbose_name)}, hindrances

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Ask, and delete the person."""
        try:
            with self._deleting(request, [object_id]):
                return super().delete_view(request, object_id, extra_context)
        except StillPlaying:  # a game has begun this moment, which the page now names
            return super().delete_view(request, object_id, extra_context)

    @admin.action(permissions=["delete"], description=gettext_lazy("Delete selected %(verbose_name_plural)s"))
    def delete_selected(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        """Ask, and delete all who were chosen, or nobody."""
        try:
            with self._deleting(request, request.POST.getlist(ACTION_CHECKBOX_NAME)):
                return delete_selected(self, request, queryset)
        except StillPlaying:  # likewise
            return delete_selected(self, request, queryset)

    @contextmanager
    def _deleting(self, request: HttpRequest, keys: Iterable[str]) -> Iterator[None]:
        """Lock the staff member and the users to be deleted, in a write transaction.

        The deletion is logged under the staff member's name. The admin pages themselves report a user who is already
        deleted. Raises AccountDeleted if the staff member's account is deleted.
        """
        if request.method != "POST":
            yield
            return
        chosen = [int(key) for key in keys if is_key(User, key)]
        with writing():
            list(User.objects.locked().filter(pk__in=[request.user.pk, *chosen]).order_by("pk").values_list("pk"))
            User.objects.lock(cast(User, request.user))
            yield

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Let the person go for good; raises StillPlaying."""
        erase(user=obj)
        by = request.user.get_username()
        transaction.on_commit(partial(audit.record, audit.Event.DELETED, request, obj, by=by))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Let the chosen people go for good; raises StillPlaying."""
        for person in queryset:
            self.delete_model(request, person)

    def _hindrances(self, request: HttpRequest, person: User) -> list[DeletionBlocker]:
        looks = request.user.has_perm("tables.view_table")
        return [
            DeletionBlocker(
                person=str(person),
                table=f"{table.name} ({table.code})",
                url=reverse("admin:tables_table_change", args=[table.pk]) if looks else "",
            )
            for table in running_with_others(person)
        ]
