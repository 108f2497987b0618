"""What survives a crash: leases, taking over from a node that is gone, and forgetting."""
