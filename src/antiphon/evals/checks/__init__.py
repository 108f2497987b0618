"""What can be said about an answer without asking anybody: each check is a pure function of the evidence."""
