"""The routes about people and their accounts. They are there only when accounts are on."""
