"""Why each implementation means what its specification says."""
