"""What is known of claims, for people and other tools: pictures, traces, reports."""
