"""What every room of the engine stands on: options, limits, tools, ids, calibration, retries and failpoints."""
