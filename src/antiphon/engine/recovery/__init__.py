"""What survives a crash: leases, the durable engine, taking over from a node that is gone, and forgetting."""
