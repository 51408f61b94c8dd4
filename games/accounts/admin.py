"""Users and permission groups, for staff."""

from contextlib import nullcontext
from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db import transaction
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.accounts import audit
from games.accounts.models import AccountDeleted, User
from games.accounts.person_lock import lock_people
from games.accounts.sanctions import end_closures
from games.accounts.services import end_sockets
from games.accounts.signals import account_closed
from games.accounts.staff import StaffAdmin, may_act_on, may_give_rights


class _ChangeForm(UserChangeForm):  # type: ignore[type-arg]  # generic to mypy alone
    class Meta:
        model = User
        fields = "__all__"
        field_classes: ClassVar[dict[str, type]] = {}  # not UsernameField: what it rewrites must be refused


class _AddForm(AdminUserCreationForm):  # type: ignore[type-arg]  # generic to mypy alone
    class Meta:
        model = User
        fields = ("username",)
        field_classes: ClassVar[dict[str, type]] = {}  # not UsernameField: what it rewrites must be refused


class _PasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]  # generic to mypy alone
    def save(self, commit: bool = True) -> User:
        person: User = super().save(commit)
        _end_sockets(person)
        return person


class PersonAdmin(StaffAdmin, auth_admin.UserAdmin):  # type: ignore[type-arg]  # generic to mypy alone
    """Admin of users: names, permissions and closing of accounts.

    Staff cannot change a user who has more permissions than they have. `games.tables.staff.admin` subclasses this
    with the table checks that a deletion needs, and registers the subclass.
    """

    form = _ChangeForm
    add_form = _AddForm
    change_password_form = _PasswordForm
    list_display = ("username", "display_name", "title", "guest", "is_active", "is_staff", "date_joined")
    list_filter = ("guest", "is_active", "is_staff", "language")
    search_fields = ("username", "display_name")
    ordering = ("username",)
    readonly_fields = ("guest", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "password", "guest")}),
        (_("Visibility"), {"fields": ("display_name", "title")}),
        (_("Private"), {"fields": ("email", "language")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return all fieldsets, without the password field for users who may only view the person."""
        sets = super().get_fieldsets(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return sets
        return [(title, {**of, "fields": [name for name in of["fields"] if name != "password"]}) for title, of in sets]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Return the read-only fields, including rights unless the user may give rights."""
        rights = () if may_give_rights(request.user) else ("is_staff", "is_superuser", "groups", "user_permissions")
        return (*self.readonly_fields, *rights)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return True if the user may change this person and their password, or anyone if None."""
        allowed = obj is None or (obj.erased_at is None and may_act_on(request.user, obj))
        return allowed and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return True if the user may delete this person, alone or among others chosen from the list."""
        return (obj is None or may_act_on(request.user, obj)) and super().has_delete_permission(request, obj)

    def people_written(self, request: HttpRequest, object_id: str | None) -> list[User]:
        """Return the people changed by a row's form: the signed-in user and the row's person."""
        person = self.get_object(request, unquote(object_id)) if object_id else None
        return [*super().people_written(request, object_id), *([person] if person else [])]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Show or process a form; if the user was deleted in the meantime, say so on the list."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except AccountDeleted as deleted:
            return self._deleted_response(request, deleted, object_id)

    def _deleted_response(self, request: HttpRequest, deleted: AccountDeleted, object_id: str | None) -> HttpResponse:
        """Redirect to the list with a message that the user does not exist.

        Raises AccountDeleted if the deleted account is the reader's own.
        """
        if object_id is None or deleted.user_id == request.user.pk:
            raise deleted
        return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[no-any-return,attr-defined]

    def save_model(self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool) -> None:
        """Save the user. If the account has been closed, also end its sockets.

        This replaces a moderator's closure, which would otherwise reopen the account at its time.
        """
        super().save_model(request, obj, form, change)
        if "is_active" in form.changed_data:
            end_closures(person=obj)
            if not obj.is_active:
                account_closed.send(User, user=obj)
        if not obj.is_active:
            _end_sockets(obj)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Set another user's password and audit it."""
        try:
            with lock_people(*self.people_written(request, id)) if request.method == "POST" else nullcontext():
                answer = super().user_change_password(request, id, form_url)
        except AccountDeleted as deleted:
            return self._deleted_response(request, deleted, id)
        person = self.get_object(request, unquote(id))
        if request.method == "POST" and answer.status_code == HTTPStatus.FOUND and person:
            audit.record(audit.AuditEvent.PASSWORD_CHANGED, request, person, by=request.user.get_username())
        return answer


admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(StaffAdmin, auth_admin.GroupAdmin):
    """Groups, which grant permissions to their members. Only staff who may give rights can change them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return True if the user may add groups: only those who may give rights."""
        return may_give_rights(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Return True if the user may change groups: only those who may give rights."""
        return may_give_rights(request.user)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Return True if the user may delete groups: only those who may give rights."""
        return may_give_rights(request.user)


def _end_sockets(person: User) -> None:
    """End the user's sockets after the current transaction."""
    transaction.on_commit(partial(end_sockets, user_id=person.pk))
