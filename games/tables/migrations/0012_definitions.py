import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A place for what many games are played with; the events move there in the next."""

    dependencies = [("tables", "0011_incidents")]

    operations = [
        migrations.CreateModel(
            name="Definition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True, verbose_name="digest")),
                ("data", models.JSONField(verbose_name="data")),
            ],
            options={"verbose_name": "definition", "verbose_name_plural": "definitions"},
        ),
        migrations.AddField(
            "tableevent",
            "definition",
            models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.definition",
            ),
        ),
        migrations.AddIndex(
            "table",
            models.Index(
                condition=models.Q(("commitment", ""), _negated=True), fields=["commitment"], name="tables_promised"
            ),
        ),
    ]
