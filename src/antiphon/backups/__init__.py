"""How an installation is kept and brought back: everything in one file, sealed if asked, read back before it counts.

Knows where things lie only by being told. What a database says is for `store`, what seals is for `secrets`.
"""
