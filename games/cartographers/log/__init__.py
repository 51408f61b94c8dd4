"""What happened: the log as a viewer may read it, and in words."""
