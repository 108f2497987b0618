"""Who may do what: principals, roles, verbs, scopes. What passwords and tokens look like, and how often one may try."""
