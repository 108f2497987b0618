"""What happens. The only room that writes."""
