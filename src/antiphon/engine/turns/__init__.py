"""A turn and its replies, from the claim to the settled text."""
