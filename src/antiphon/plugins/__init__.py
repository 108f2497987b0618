"""What other packages add, and the one door it comes in by.

Nothing here knows what a plug-in does. A kind says under which entry point it is offered and what each must say of
itself; the room that uses a kind describes it. A package that nobody named is listed and never loaded.
"""
