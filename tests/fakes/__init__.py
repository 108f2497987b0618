"""Stand-ins with behaviour: they act like the real thing, and remember what they were asked."""
