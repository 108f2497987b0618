"""What is sent: pure functions from the conversation to the payload of one advisor."""
