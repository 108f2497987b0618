"""People come, sign in and go: what is done with accounts, each deed in one transaction with the line about it."""
