"""What makes the sound: an endpoint somewhere else, or a program on this machine, always in a process of its own."""
