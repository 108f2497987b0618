"""Questions, one file each. They change nothing and see one consistent snapshot."""
