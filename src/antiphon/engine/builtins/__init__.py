"""Tools of the house, which advisors may use in a conversation."""
