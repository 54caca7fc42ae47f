"""The Python that `prove` accepts: an allow list, its check, its tables. Standard library only."""
