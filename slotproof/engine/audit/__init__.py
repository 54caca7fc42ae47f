"""Whether the claims say enough, and whether each is needed."""
