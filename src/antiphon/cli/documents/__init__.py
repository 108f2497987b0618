"""Commands about documents."""
