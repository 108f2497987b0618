"""Exports of other programs, read: a file in, a stream of conversations out.

Nothing here knows a database or a network. Formats are found by the entry point group `antiphon.importers`, ours like
anybody's; each fills nodes, and `fold.py` makes turns of them. All of it runs in a child process.
"""
