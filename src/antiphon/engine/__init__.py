"""What happens. The only room that writes, and the only one that knows the durable engine."""
