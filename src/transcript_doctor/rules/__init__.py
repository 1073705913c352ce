"""What can be wrong with a transcript: one file a rule, by family. Rules read outlines and know no provider."""
