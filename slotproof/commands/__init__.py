"""The commands of `slotproof`, one module for those that belong together."""
