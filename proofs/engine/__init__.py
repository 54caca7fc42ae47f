"""The judges, which know no container."""
