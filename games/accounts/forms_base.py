"""What all forms of the site share."""

from django import forms


class CartoForm(forms.Form):
    """A form that puts the caret into the first field in error; hints and errors are tied to fields by their ids."""

    def full_clean(self) -> None:
        """Check every field, then mark the first one to mend."""
        super().full_clean()
        wrong = [field for name, field in self.fields.items() if self.has_error(name)]
        if wrong:
            for field in self.fields.values():
                field.widget.attrs.pop("autofocus", None)
            wrong[0].widget.attrs["autofocus"] = True
