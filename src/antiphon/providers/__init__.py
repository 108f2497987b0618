"""How models are reached.

A provider turns a payload into the exact bytes of a request, and those bytes into a stream of outputs. It
never retries, never waits for a rate limit and never edits text: the engine decides about all three.
"""
