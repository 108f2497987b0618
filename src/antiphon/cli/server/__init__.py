"""Commands about running and looking after Antiphon."""
