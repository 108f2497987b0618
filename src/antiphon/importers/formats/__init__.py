"""The formats we know, one file each; a format with parts of its own has a second one beside it."""
