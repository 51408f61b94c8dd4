"""Default names of tables no longer contain words of the language in which a table was created."""

from typing import Any, Final

from django.db import migrations, models
from django.db.models import CharField, F, OuterRef, Subquery, Value
from django.db.models.functions import Concat

FORMS: Final = (("", "\u2019s table"), ("Table : ", ""), ("Table\u00a0: ", ""))
"""Words before and after the host's display name, in English and French; names in forks kept no-break spaces."""


def mark_default_names(apps: Any, _editor: Any) -> None:
    """Keep only the host's name of default names. Names with another name in them stay as they are."""
    tables, users = apps.get_model("tables", "Table").objects, apps.get_model("accounts", "User").objects
    host = Subquery(users.filter(pk=OuterRef("host")).values("display_name")[:1])
    for before, after in FORMS:
        default = Concat(Value(before), F("host__display_name"), Value(after), output_field=CharField())
        tables.filter(is_default_name=False, name=default).update(name=host, is_default_name=True)


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0001_initial"),
        ("tables", "0027_end_reason_label"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="is_default_name",
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="default name"),
        ),
        migrations.RunPython(mark_default_names, migrations.RunPython.noop, elidable=True),
    ]
