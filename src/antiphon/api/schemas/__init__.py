"""What clients may say. Unknown fields are refused, and nothing the server owns can be set."""
