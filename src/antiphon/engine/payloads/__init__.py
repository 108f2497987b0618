"""What each advisor would be sent: the one way from the store to the bytes, and what they may cost."""
