"""Rules of the family types; one file a rule."""
