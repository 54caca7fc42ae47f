"""The shapes from which the contracts of each container start."""
