"""Rules of the family roles; one file a rule."""
