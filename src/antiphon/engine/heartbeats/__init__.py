"""Advisors that speak unasked: when one is due, and what comes of it."""
