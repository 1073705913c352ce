"""Rules of the family ids; one file a rule."""
