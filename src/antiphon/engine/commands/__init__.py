"""Deeds, one file each: what people may ask of the engine, and when it refuses."""
