"""How other programs are started: with what they are told, and nothing of what this process knows."""
