"""What a port is asked, and how it is counted."""
