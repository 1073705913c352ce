"""Rules of the family limits; one file a rule."""
