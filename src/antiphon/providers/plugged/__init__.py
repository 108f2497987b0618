"""Wires that other packages speak: they write requests and read answers, and everything between is ours."""
