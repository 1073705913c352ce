"""What can be wrong: one file a rule, by family. Rules read outlines and know no provider."""
