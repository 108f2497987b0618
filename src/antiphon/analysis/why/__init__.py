"""Which parts of what was sent made the difference: what is tried, how answers are compared, and what chance does."""
