"""Rooms read by hand: questions, what several voices answered, and who claims what in which words.

A model that wants to judge claims is put to the test with them; `score` says how well it does beside ways that ask
nobody.
"""
