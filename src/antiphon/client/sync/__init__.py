"""The client for code that waits. Every file is made from `antiphon.client.aio` by `just client`.

It has as many files as that one, and for the same reason: one for each noun of the API.
"""
