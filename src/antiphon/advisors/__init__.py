"""Who speaks: advisors, panels, phases, and how an advisor's system prompt is composed."""
