"""Questions, one file per noun. They change nothing and see one consistent snapshot.

More than forty files lie side by side on purpose: a file bears the name of the noun it asks about, and no question
needs another room than the tables.
"""
