"""What would be sent, what it would cost and what it did cost. Nothing is written."""
