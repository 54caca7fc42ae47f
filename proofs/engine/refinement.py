"""What is now `slotproof.declare`, under its old name: for declarations of others, until the next release."""

from slotproof.declare import *  # noqa: F403 - every name
