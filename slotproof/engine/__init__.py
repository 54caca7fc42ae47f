"""The judges; they know no container."""
