"""The only way out of the house.

Every byte sent to another machine goes through here, under one address policy: which addresses may be
reached, that redirects are never followed, and how much of an answer is read. No other room imports an HTTP
client, nor its exceptions; what goes wrong out there arrives as one of the failures in `egress.errors`.
"""
