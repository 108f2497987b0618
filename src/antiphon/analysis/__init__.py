"""Looking at a conversation instead of continuing it: one transcript in, one strict answer out. Pure."""
