"""Commands about what models were asked about a conversation."""
