"""The command line: a typed line is read, and answered in sentences or carried out."""
