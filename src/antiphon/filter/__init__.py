"""The line a person types to shape what is shown and therefore what is sent: its words, its tree, its meaning."""
