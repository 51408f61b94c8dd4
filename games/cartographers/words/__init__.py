"""The words that several rooms share."""
