"""What clients are told: live news and stored facts as one ordered stream that can be resumed anywhere."""
