"""Moderation queue of reported content, for staff with the permission to moderate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.staff import ReadOnly, StaffAdmin
from games.play.log import turn_address
from games.studies.errors import StudyRefusal, refusal_words
from games.studies.models import Case, Collection, Content, Entry, ModeratorAction, Note
from games.studies.models.notes import ANSWER_MAX
from games.studies.models.reports import RIGHT
from games.studies.moderation import judge
from games.tables.lobby.cards import table_url
from games.tables.turn_words import turn_label, turn_title
from games.talk.models import Message

_SHORT: Final = 80


class JudgeForm(forms.Form):
    """Form for deciding a case: the action and its reason."""

    act = forms.ChoiceField(label=gettext_lazy("Action"), widget=forms.RadioSelect)
    words = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=ANSWER_MAX,
        help_text=gettext_lazy("The author will see this reason if the content is removed."),
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )

    def __init__(self, data: Any, acts: list[ModeratorAction]) -> None:
        super().__init__(data)
        field = self.fields["act"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(act.value, act.label) for act in acts]


@dataclass(frozen=True, slots=True)
class CaseLink:
    """Link to something that the case is about."""

    name: str
    url: str


class _Queue(admin.SimpleListFilter):
    """Admin filter: open cases, which is the default, or handled ones."""

    title = gettext_lazy("queue")
    parameter_name = "queue"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the option that is not the default."""
        return [("handled", _("Resolved"))]

    def choices(self, changelist: Any) -> Any:
        """Return both choices; the first has its own label."""
        first, *others = super().choices(changelist)
        yield {**first, "display": _("Waiting")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """Filter the cases by the selected option."""
        return queryset.handled() if self.value() == "handled" else queryset.open()


@admin.register(Case)
class CaseAdmin(ReadOnly, StaffAdmin):
    """Admin list of reported cases, longest waiting first; each has a page for the decision."""

    list_display = ["__str__", "who", "beginning", "waiting", "open_since", "handled_at"]
    list_filter = [_Queue]
    list_per_page = 50
    search_fields = ["author__username"]
    sortable_by = ()
    actions = None

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True if the user may decide cases."""
        return bool(request.user.has_perm(RIGHT))

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return True if the user may decide cases."""
        return self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """Return the cases, annotated with the number of open reports."""
        return Case.objects.select_related("author", "note", "collection", "entry", "message").with_counts()

    @admin.display(description=gettext_lazy("author"))
    def who(self, case: Case) -> str:
        """Return the author's username."""
        return case.author.get_username() if case.author else "–"

    @admin.display(description=gettext_lazy("current content"))
    def beginning(self, case: Case) -> str:
        """Return the beginning of the text."""
        return Truncator(case.content.text).chars(_SHORT) if case.content else "–"

    @admin.display(description=gettext_lazy("pending reports"))
    def waiting(self, case: Case) -> int:
        """Return the number of open reports."""
        return int(getattr(case, "count", 0))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show a moderation case in full, and decide it.

        Answers 403 without permission, 409 if it has been decided already, and 422 for an invalid decision.
        """
        if not self.has_view_permission(request):
            raise PermissionDenied
        found = self.get_object(request, object_id)
        if found is None:
            raise Http404
        case = Case.objects.with_details().get(pk=found.pk)
        form, status = JudgeForm(request.POST if request.method == "POST" else None, _acts(case)), 200
        if form.is_bound:
            status = 422
            try:
                if form.is_valid():
                    return self._decision_response(
                        request, case, ModeratorAction(form.cleaned_data["act"]), form.cleaned_data["words"]
                    )
            except StudyRefusal as refusal:
                form.add_error(None, refusal_words(refusal.reason))
                status = 409
        return TemplateResponse(
            request, "admin/studies/case/moderate.html", self._context(request, case, form), status=status
        )

    def _context(self, request: HttpRequest, case: Case, form: JudgeForm) -> dict[str, Any]:
        thing = case.content
        return {
            **self.admin_site.each_context(request),
            "title": _("Review report"),
            "subtitle": str(case),
            "opts": self.opts,
            "original": case,
            "thing": thing,
            "text": thing.text if thing else "",
            "links": _links(thing),
            "reports": case.reports.all(),
            "decisions": case.decisions.all(),
            "form": form if form.fields["act"].choices else None,  # type: ignore[attr-defined]
        }

    def _decision_response(self, request: HttpRequest, case: Case, act: ModeratorAction, words: str) -> HttpResponse:
        assert request.user.is_authenticated
        judge(case=case.pk, act=act, words=words, by=request.user)
        self.log_change(request, case, f"{act.value}: {words}")
        messages.success(request, _("Done."))
        return HttpResponseRedirect(reverse("admin:studies_case_changelist"))


def _acts(case: Case) -> list[ModeratorAction]:
    """Return the decisions that are possible for a case now."""
    thing, waits = case.content, case.open_since is not None
    leave = [ModeratorAction.LEAVE] if waits else []
    if thing is None:
        return leave
    if isinstance(thing, Message):  # nothing is left of a removed one
        return leave if thing.is_removed else [ModeratorAction.REMOVE, *leave]
    return [ModeratorAction.RESTORE if thing.is_removed else ModeratorAction.REMOVE, *leave]


def _links(content: Content | None) -> list[CaseLink]:
    """Return links to the pages where a moderator can see the reported item."""
    match content:
        case Note():
            title = turn_title(content.table, content.turn)
            return [CaseLink(title, f"{turn_address(table_url(content.table), content.turn)}#notes")]
        case Collection():
            return [CaseLink(content.title, reverse("studies:collection", args=[content.code]))]
        case Message():
            return [CaseLink(content.table.shown_name, table_url(content.table))]
        case Entry():
            where = CaseLink(content.collection.title, reverse("studies:collection", args=[content.collection.code]))
            if content.table is None:
                return [where]
            return [
                where,
                CaseLink(turn_label(content.table, content.turn), turn_address(table_url(content.table), content.turn)),
            ]
    return []
