"""Rules of the family pairing; one file a rule."""
