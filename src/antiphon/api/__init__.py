"""The front door: HTTP in, JSON and server-sent events out. It decides nothing; it asks the engine and the feed."""
