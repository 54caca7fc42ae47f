"""One run of the judges: what depends on what, who is asked, and what is known of each claim."""
