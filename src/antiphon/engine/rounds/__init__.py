"""Advisors answer each other, round after round."""
