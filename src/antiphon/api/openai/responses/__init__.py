"""The wire of responses: an item for every voice, answers that can be asked for again, streams that can be resumed."""
