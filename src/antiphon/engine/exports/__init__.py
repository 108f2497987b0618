"""Files that people take along: written from one look at the store, kept to be fetched, signed."""
