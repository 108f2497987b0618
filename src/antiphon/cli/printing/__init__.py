"""How things are put on a terminal or into a pipe, for every command."""
