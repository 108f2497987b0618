"""Wires of their own, spoken by a library: Anthropic Messages and Gemini.

pydantic-ai knows how these wires write a conversation and what their streams mean, and is kept up to date by people
who can ask the real servers. What it never gets is the last word about the bytes: it draws up a request, the house
takes it from the transport, keeps it, and sends exactly that.
"""
