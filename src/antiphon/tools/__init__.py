"""What advisors may use: tools of other programs over the Model Context Protocol, and what built-in tools look like."""
