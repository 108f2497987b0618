"""Load as it comes: mixed work at an arrival rate on two nodes, feeds that stay open, and a verdict with pictures.

`python -m bench.load`, or `just load`. What is measured beside it is a bare relay, in the same run.
"""
