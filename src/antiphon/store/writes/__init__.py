"""Facts, one file each. Only the engine calls them."""
