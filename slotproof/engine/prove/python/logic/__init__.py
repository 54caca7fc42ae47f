"""What the words of claims mean."""
