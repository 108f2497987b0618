"""The formats that come with the house."""
