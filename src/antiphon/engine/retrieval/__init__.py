"""Documents are read, indexed, and found by their words and their meaning."""
