"""Rules of the family reasoning; one file a rule."""
