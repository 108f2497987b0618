"""One file per command; `cli.main` gives them their names."""
