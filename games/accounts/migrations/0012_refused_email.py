from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0011_hidden_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="email_refused_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="address refuses mail since"
            ),
        ),
    ]
