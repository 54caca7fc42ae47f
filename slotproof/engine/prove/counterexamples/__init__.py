"""A proof that failed, as a small state on which the real code goes wrong."""
