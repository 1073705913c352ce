"""What goes to the screen or into a file, safe to print."""
