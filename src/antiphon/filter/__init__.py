"""The line a person types to shape what is shown and therefore what is sent. Empty until the grammar arrives."""
