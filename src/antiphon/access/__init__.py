"""Who may do what. One local principal for now; accounts will add principals, not change this room's shape."""
