"""Foreign data of a registry: what it may be, and what `from_dict` must answer."""
