"""What each form of Python means: one place for each."""
