"""The rules at the command line: the text forms of docs/notation.md and docs/record.md, in and out.

A room of its own, built on the rules: nothing of them knows of it, and it alone reads files and speaks to people. It
speaks English only; its words are in `words`.
"""
