"""How somebody proves who they are. Knows no database: what was kept is handed in, what is to be kept is handed out."""
