"""One plug-in of each kind."""
