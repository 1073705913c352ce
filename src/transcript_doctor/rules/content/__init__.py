"""Rules of the family content; one file a rule."""
