"""Deeds, one file per noun: what people may ask of the engine, and when it refuses."""
