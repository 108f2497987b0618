"""The nouns: what a conversation is made of, and what may happen to it.

Everything here is a frozen value or a pure function. Other rooms bring these values to life; this one
imports only the standard library.

One file for each noun and none below another: every room above knows them by their own name, `conversation.turn`,
`conversation.receipt`, and a shelf between would only have to be guessed. What comes in many kinds of its own, events
and failures, has a folder.
"""
