"""How secrets are kept: sealed under a data key, which is sealed under a key that stands in a file and in no database.

Knows no database: what was kept is handed in, what is to be kept is handed out.
"""
