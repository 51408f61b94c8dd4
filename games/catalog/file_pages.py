"""The page on which a file of cards is taken in: read, shown with what would come of it, then taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalog.catalog_import import ImportOutcome, Step, plan, take_in
from games.catalog.files import MOST_BYTES, FileFaults, read


class FileForm(forms.Form):
    """A file that is uploaded, or its text."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("The JSON file exported from the component list; 2 MB at most."),
        required=False,
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Take the file's text where there is one."""
        cleaned = super().clean() or {}
        upload = cleaned.get("file")
        if upload is not None and upload.size > MOST_BYTES:
            self.add_error("file", _("The file is larger than %(most)s MB.") % {"most": MOST_BYTES // 1_000_000})
        elif upload is not None:
            try:
                cleaned["text"] = upload.read().decode()
            except UnicodeDecodeError:
                self.add_error("file", _("The file isn’t UTF-8 text."))
        elif cleaned.get("text", "").strip():
            # Browsers send these line breaks whatever the file contains. The length is counted without them.
            cleaned["text"] = cleaned["text"].replace("\r\n", "\n")
        else:
            self.add_error("text", _("Choose a file or paste its text."))
        return cleaned


@dataclass(frozen=True, slots=True)
class FilePage:
    """The form; once a file was read `steps` with `summary`, or what is wrong with it; `text` is what was read."""

    title: str
    form: FileForm
    steps: tuple[Step, ...] = ()
    faults: tuple[str, ...] = ()
    summary: str = ""
    text: str = ""
    can_take: bool = False


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """A page with its status; or, once drafts were made, what is to be said."""

    page: FilePage
    status: int = 200
    said: str = ""


def file_answer(data: Any, files: Any, user: Any) -> FileAnswer:
    """Return the response to an uploaded card file, or the upload page if there is no data."""
    form = FileForm(data, files)
    title = _("Import file")
    if data is None:
        return FileAnswer(FilePage(title, FileForm()))
    if not form.is_valid():
        return FileAnswer(FilePage(title, form), 422)
    text = form.cleaned_data["text"]
    try:
        entries = read(text)
        if data.get("do") == "take":
            made = len(take_in(entries, by=user))
            words = ngettext("%(count)s draft imported.", "%(count)s drafts imported.", made) % {"count": made}
            return FileAnswer(FilePage(title, form), said=words)
        steps = plan(entries)
    except FileFaults as found:
        return FileAnswer(FilePage(title, FileForm(initial={"text": text}), faults=found.sentences), 422)
    return FileAnswer(_shown(title, steps, text))


def _shown(title: str, steps: list[Step], text: str) -> FilePage:
    count = {fate: sum(step.fate is fate for step in steps) for fate in ImportOutcome}
    summary = _("%(new)s new, %(changed)s changed, %(same)s unchanged.") % {
        "new": count[ImportOutcome.NEW],
        "changed": count[ImportOutcome.CHANGED],
        "same": count[ImportOutcome.SAME],
    }
    can_take = count[ImportOutcome.SAME] < len(steps)
    return FilePage(title, FileForm(), tuple(steps), summary=summary, text=text, can_take=can_take)
