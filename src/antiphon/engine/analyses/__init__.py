"""A model is asked about a conversation instead of in it: maps, syntheses, titles, memory scans."""
