"""OpenID Connect, as far as a server needs it that lets others vouch for people. Speaks through `egress` alone."""
