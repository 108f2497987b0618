"""What is being said now.

News that travels faster than the database: deltas as they arrive and facts just after their commit. Nothing here is
the only copy of anything, so losing it costs latency and never text. Inside one process news goes from hand to hand;
between processes it goes through Redis Streams.
"""
