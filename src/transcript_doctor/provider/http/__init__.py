"""What comes in and goes out by HTTP: the door to the APIs, the server's own pages, and the server itself."""
