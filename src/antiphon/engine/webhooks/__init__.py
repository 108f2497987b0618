"""Other programs are told what has ended: found, written down, signed and sent until it has arrived."""
