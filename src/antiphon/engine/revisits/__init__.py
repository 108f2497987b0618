"""What somebody once asked is asked of a panel, question after question."""
