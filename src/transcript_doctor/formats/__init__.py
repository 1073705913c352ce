"""One file a wire format: how its messages are read. None knows another."""
