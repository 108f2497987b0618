"""The Chat Completions wire: one dialect, spoken by nearly everyone who serves models."""
