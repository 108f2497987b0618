"""What happened in which order, for a program elsewhere that draws it: spans, their names, and how they are written.

The other rooms know `spans` and `names`. Nothing is recorded unless the operator names a receiver, and nothing that is
recorded holds a word of a person or of a model.
"""
