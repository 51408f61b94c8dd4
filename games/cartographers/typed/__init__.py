"""The command line of a table: a line of text is read, and answered in sentences or carried out."""
