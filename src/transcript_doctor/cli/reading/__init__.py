"""Which files are meant, and the transcripts in them."""
