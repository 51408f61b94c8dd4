"""Command line input: vocabulary, commands, and the maps they refer to."""
