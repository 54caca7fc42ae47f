"""Small changes of sources, made and taken back in a running process."""
