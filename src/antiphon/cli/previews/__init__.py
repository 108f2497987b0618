"""Commands about what each advisor would be sent."""
