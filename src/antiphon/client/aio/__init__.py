"""The client for code that runs in an event loop, one file per noun.

`antiphon.client.sync` is made from these files by `just client` and is never edited. One file for each noun of the
API, which is why there are many.
"""
