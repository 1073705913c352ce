"""What a person asks for: options, the project's configuration, names as people type them."""
