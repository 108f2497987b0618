"""What the server answers, one file per noun. Keys not named here are ignored; `raw` still has them.

One file for each noun of the API, which is why there are many.
"""
