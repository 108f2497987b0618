"""The nouns: what a conversation is made of, and what may happen to it.

Everything here is a frozen value or a pure function. Other rooms bring these values to life; this one
imports only the standard library.
"""
