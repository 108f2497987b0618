"""Commands about filter lines and the commands behind their colon."""
