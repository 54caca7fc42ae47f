"""A whole run on a port: its parts, its processes, and what becomes of a failure."""
