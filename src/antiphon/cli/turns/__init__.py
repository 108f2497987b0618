"""Commands about turns: send, show as they are answered, mark, restore."""
