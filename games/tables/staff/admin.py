"""Admin pages that help a stalled game on and delete users."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts import audit
from games.accounts.admin import PersonAdmin
from games.accounts.models import User
from games.accounts.staff import ReadOnly, StaffAdmin, is_key
from games.locks import writing
from games.tables.errors import TableRefusal
from games.tables.holders import held
from games.tables.log.refusals import refusal_sentence
from games.tables.models import Incident, Seat, Status, Table
from games.tables.people.personal_data import StillPlaying, erase, running_with_others
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene

_MOST_HOURS = 24 * 14


class RescueForm(forms.Form):
    """Form of an intervention: action, seat and reason."""

    act = forms.ChoiceField(label=gettext_lazy("Action"), choices=InterventionAction, widget=forms.RadioSelect)
    seat = forms.TypedChoiceField(label=gettext_lazy("Seat"), required=False, coerce=int, empty_value=None)
    hours = forms.IntegerField(
        label=gettext_lazy("Hours to add"), min_value=1, max_value=_MOST_HOURS, initial=24, required=False
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Shown to the players."),
        widget=forms.TextInput(attrs={"size": 60}),
    )

    def __init__(self, data: Any, seats: list[Seat]) -> None:
        super().__init__(data)
        names = [(seat.index, f"{seat.index + 1}: {seat.shown_name}") for seat in held(seats)]
        cast(forms.TypedChoiceField, self.fields["seat"]).choices = [("", "---------"), *names]

    def clean(self) -> dict[str, Any]:
        """Require the seat and the hours where they apply."""
        cleaned = super().clean() or {}
        act = cleaned.get("act")
        if act and act != InterventionAction.END and cleaned.get("seat") is None:
            self.add_error("seat", _("Choose a seat."))
        if act == InterventionAction.GIVE_TIME and not cleaned.get("hours") and "hours" not in self.errors:
            self.add_error("hours", _("Enter the number of hours."))
        return cleaned

    def intervention(self) -> AdminIntervention:
        """Return the requested intervention; the form must be valid."""
        cleaned = self.cleaned_data
        return AdminIntervention(
            InterventionAction(cleaned["act"]), cleaned["reason"], cleaned["seat"], cleaned["hours"] or 0
        )


class RescuingAdmin(StaffAdmin):
    """Adds intervention tools to the table admin, for staff with the `moderate` permission."""

    def get_urls(self) -> list[Any]:
        """Put the intervention URL first; otherwise the admin would read it as a key."""
        own = path("<path:object_id>/rescue/", self.admin_site.admin_view(self.rescue_view), name="tables_table_rescue")
        return [own, *super().get_urls()]

    @admin.display(description=gettext_lazy("Action"))
    def rescue_link(self, table: Table) -> str:
        """Return a link to the intervention page of a running game, or a note that none is running."""
        if table.status != Status.PLAYING:
            return _("No game is in progress.")
        url = reverse("admin:tables_table_rescue", args=[table.pk])
        return format_html('<a href="{}">{}</a>', url, _("Resolve stalled game"))

    def rescue_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask what to do about a stalled game, and do it.

        Answers 403 without permission, 409 if the table has changed, and 422 for an invalid action.
        """
        if not request.user.has_perm("tables.moderate_table"):
            raise PermissionDenied
        table = self.get_object(request, object_id)
        if table is None:
            raise Http404
        seats = list(Seat.objects.at(table))
        form, status = RescueForm(request.POST if request.method == "POST" else None, seats), 200
        if form.is_bound:
            status = 422
            try:
                if form.is_valid():
                    return self._intervention_response(request, table, form.intervention())
            except TableRefusal as refusal:
                form.add_error(None, refusal_sentence(refusal))
                status = 409 if refusal.behind else 422
        context = {
            **self.admin_site.each_context(request),
            "title": _("Resolve stalled game"),
            "subtitle": str(table),
            "opts": self.opts,
            "original": table,
            "form": form,
            "seats": seats,
        }
        return TemplateResponse(request, "admin/tables/table/rescue.html", context, status=status)

    def _intervention_response(
        self, request: HttpRequest, table: Table, intervention: AdminIntervention
    ) -> HttpResponse:
        intervene(table=table.code, intervention=intervention)
        seat = "" if intervention.seat is None else f" ({intervention.seat + 1})"
        self.log_change(request, table, f"{InterventionAction(intervention.act).value}{seat}: {intervention.reason}")
        messages.success(request, _("Done. The players have been notified."))
        return HttpResponseRedirect(reverse("admin:tables_table_change", args=[table.pk]))


class IncidentInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic to mypy alone
    """Incidents at a table outside its game."""

    model = Incident
    fk_name = "table"
    fields = ("at", "kind", "turn", "person", "by", "by_staff", "reason")
    ordering = ["pk"]
    extra = 0


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
        hindrances = [hindrance for person in people for hindrance in self._deletion_blockers(request, person)]
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
        transaction.on_commit(partial(audit.record, audit.AuditEvent.DELETED, request, obj, by=by))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Let the chosen people go for good; raises StillPlaying."""
        for person in queryset:
            self.delete_model(request, person)

    def _deletion_blockers(self, request: HttpRequest, person: User) -> list[DeletionBlocker]:
        looks = request.user.has_perm("tables.view_table")
        return [
            DeletionBlocker(
                person=str(person),
                table=f"{table.shown_name} ({table.code})",
                url=reverse("admin:tables_table_change", args=[table.pk]) if looks else "",
            )
            for table in running_with_others(person)
        ]
