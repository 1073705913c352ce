"""Rules of the family structure; one file a rule."""
