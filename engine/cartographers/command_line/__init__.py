"""Command line of the rules, in English: it reads and writes the text forms of docs/notation.md and docs/record.md.

The rules don't know about this package. It alone reads files and writes to the user; its texts are in `words`.
"""
