"""People and the groups that give them rights, for members of staff."""

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db import transaction
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.accounts.models import User
from games.accounts.services import end_sockets
from games.accounts.staff import StaffAdmin


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


@admin.register(User)
class PersonAdmin(StaffAdmin, auth_admin.UserAdmin):  # type: ignore[type-arg]  # generic to mypy alone
    """Names, permissions and closing of accounts."""

    form = _ChangeForm
    add_form = _AddForm
    list_display = ("username", "display_name", "title", "guest", "is_active", "is_staff", "date_joined")
    list_filter = ("guest", "is_active", "is_staff", "language")
    search_fields = ("username", "display_name")
    ordering = ("username",)
    readonly_fields = ("guest", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "password", "guest")}),
        (_("Shown to others"), {"fields": ("display_name", "title")}),
        (_("Private"), {"fields": ("email", "language")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only who has every right gives rights; others would give them to themselves."""
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups", "user_permissions")
        return (*self.readonly_fields, *rights)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Only who has every right changes such a person, whose password would give them all."""
        reserved = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not reserved and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool) -> None:
        """Store the person; one whose account has been closed must not go on watching."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            transaction.on_commit(lambda: end_sockets(user_id=obj.pk))


admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(StaffAdmin, auth_admin.GroupAdmin):
    """Groups, which give their rights to everybody in them."""
