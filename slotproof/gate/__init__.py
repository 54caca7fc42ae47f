"""The gate: tells a port in any language, over a pipe, whether it still is the container."""
