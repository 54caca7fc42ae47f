"""Both sides beside each other: where a proof starts, how they go on together, and what is owed where they end."""
