"""Command line: parses typed lines, then answers in sentences or executes them."""
