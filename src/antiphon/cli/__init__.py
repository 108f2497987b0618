"""The side door: a terminal client of the API.

Every command that reads or changes a conversation speaks HTTP, to the server that is running or, when there
is none, to one started inside the command itself. So the terminal sees what the browser sees and nothing
else, and an SQLite file never has two writers.
"""
