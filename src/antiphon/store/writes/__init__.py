"""Facts, one file per noun or deed. Only the engine calls them.

Almost forty files lie side by side on purpose: a file bears the name of the noun it writes, as `reads` and
`engine/commands` do, or of the one step in the life of a turn that it is.
"""
