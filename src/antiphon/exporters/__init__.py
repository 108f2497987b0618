"""How conversations leave: a document in, bytes out; formats behind an entry point, ours like anybody's.

Writers are handed what is to be written and yield bytes as they go. They reach neither store nor network.
"""
