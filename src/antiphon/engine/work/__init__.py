"""Lasting work: taken from one table by whichever node is free, and seen to its end."""
