def log_entries(seated):
    return []
