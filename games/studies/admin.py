"""Moderation queue of reports and appeals, for staff with the permission to moderate."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final, cast

from django.contrib import admin, messages
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts import audit
from games.accounts.access import own_next
from games.accounts.models import User
from games.accounts.staff import ReadOnly, StaffAdmin
from games.studies.case_pages import links_of, person_in_case
from games.studies.errors import StudyRefusal, StudyRefusalReason, refusal_words
from games.studies.judge_form import JudgeForm
from games.studies.models import Case, ReportedKind, Subject
from games.studies.models.reports import RIGHT
from games.studies.moderation import judge, last_decision, may_decide, possible_actions
from games.studies.reports import open_case
from games.tables.models import Table
from games.talk.models import Message

_SHORT: Final = 80


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
        about = ("author", "note", "collection", "entry", "message", "table", "race", "comment")
        return Case.objects.select_related(*about).with_counts()

    @admin.display(description=gettext_lazy("author"))
    def who(self, case: Case) -> str:
        """Return the author's username."""
        return case.author.get_username() if case.author else "–"

    @admin.display(description=gettext_lazy("current content"))
    def beginning(self, case: Case) -> str:
        """Return the beginning of the text."""
        return Truncator(case.text).chars(_SHORT) or "–"

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
        return self._case_response(request, Case.objects.with_details().get(pk=found.pk))

    def get_urls(self) -> list[Any]:
        """Put the URL that opens a case first; otherwise the admin would read it as a key."""
        view = self.admin_site.admin_view(self.open_view)
        return [path("open/<slug:kind>/<int:key>/", view, name="studies_case_open"), *super().get_urls()]

    def open_view(self, request: HttpRequest, kind: str, key: int) -> HttpResponse:
        """By POST, open the case about a person, a table or a message without a report, and show it.

        With an action, decide it as on its page, and redirect to the page named in the form. A GET leads to the queue.
        """
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseRedirect(reverse("admin:studies_case_changelist"))
        subject = _find_subject(kind, key)
        if subject is None:
            raise Http404
        try:
            case = open_case(subject=subject, by=cast(User, request.user))
        except StudyRefusal:  # deleted this moment
            raise Http404 from None
        if "act" in request.POST:
            return self._case_response(request, Case.objects.with_details().get(pk=case.pk), own_next(request))
        return HttpResponseRedirect(reverse("admin:studies_case_change", args=[case.pk]))

    def _case_response(self, request: HttpRequest, case: Case, back: str = "") -> HttpResponse:
        acts = possible_actions(case) if may_decide(case, cast(User, request.user)) else []
        form = JudgeForm(
            request.POST if request.method == "POST" else None, acts, kind=case.kind, seen=last_decision(case)
        )
        status = HTTPStatus.OK
        if form.is_bound:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
            if not acts and not may_decide(case, cast(User, request.user)):
                form.add_error(None, refusal_words(StudyRefusalReason.NOT_ALLOWED))
                status = HTTPStatus.FORBIDDEN
            elif _is_outdated(form, case):
                form.add_error(None, refusal_words(StudyRefusalReason.DECIDED))
                # The page now shows the decision, so the form may be sent again.
                form.data = {**request.POST.dict(), "seen": last_decision(case)}
                status = HTTPStatus.CONFLICT
            elif form.is_valid():
                try:
                    return self._decision_response(request, case, form, back)
                except StudyRefusal as refusal:
                    form.add_error(None, refusal_words(refusal.reason))
                    status = HTTPStatus.CONFLICT
        return TemplateResponse(
            request, "admin/studies/case/moderate.html", self._context(request, case, form), status=status
        )

    def _context(self, request: HttpRequest, case: Case, form: JudgeForm) -> dict[str, Any]:
        allowed = may_decide(case, cast(User, request.user))
        return {
            **self.admin_site.each_context(request),
            "title": _("Review report"),
            "subtitle": str(case),
            "opts": self.opts,
            "original": case,
            "thing": case.content,
            "text": case.text,
            "links": links_of(case),
            "person": person_in_case(case, cast(User, request.user)),
            # Nobody learns who has reported them.
            "reports": () if case.author_id == request.user.pk else case.reports.all(),
            "decisions": case.decisions.all(),
            "refusal": "" if allowed else refusal_words(StudyRefusalReason.NOT_ALLOWED),
            "form": form if form.errors or form.fields["act"].choices else None,  # type: ignore[attr-defined]
        }

    def _decision_response(self, request: HttpRequest, case: Case, form: JudgeForm, back: str) -> HttpResponse:
        assert request.user.is_authenticated
        decision = judge(case=case.pk, by=request.user, **form.decision())
        self.log_change(request, case, f"{decision.act}: {decision.words}")
        by = request.user.get_username()
        about = case.author or AnonymousUser()
        audit.record(audit.AuditEvent.MODERATED, request, about, act=form.cleaned_data["act"], case=case.pk, by=by)
        messages.success(request, _("Done."))
        return HttpResponseRedirect(back or reverse("admin:studies_case_changelist"))


def _is_outdated(form: JudgeForm, case: Case) -> bool:
    """Return True if a case has been decided since the form was shown."""
    seen = form["seen"].value()
    return bool(seen) and str(seen) != str(last_decision(case))


def _find_subject(kind: str, key: int) -> Subject | None:
    """Return a person, a table or a message that a moderator can open a case about, or None."""
    if key >= 2**63:
        return None
    match kind:
        case ReportedKind.PERSON:
            return User.objects.filter(pk=key, erased_at=None).first()
        case ReportedKind.TABLE:
            return Table.objects.filter(pk=key).first()
        case ReportedKind.MESSAGE:
            return Message.objects.filter(pk=key).first()
    return None
