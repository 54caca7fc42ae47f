"""Small reproductions of the originals, mistakes included: what our containers are compared with."""
