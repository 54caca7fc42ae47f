"""Theorems about machine words, at every width asked for: the judge `bits`."""
