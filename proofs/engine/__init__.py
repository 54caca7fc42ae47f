"""Where declarations found `refinement` until it became `slotproof.declare`; it goes with the next release."""
