"""What is needed to find text by its meaning: models that turn text into vectors, and ways to compare and rank.

Nothing here is needed to find text by its words. Everything that needs numpy or a model is imported when it is used,
so that a house without the extra `recall` opens all the same.
"""
