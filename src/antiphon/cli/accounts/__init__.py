"""Commands about people: signing in here, and looking after accounts on the machine that has the database."""
