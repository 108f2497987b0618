"""Commands about what packages beside ours add."""
