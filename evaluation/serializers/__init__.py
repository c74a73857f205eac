"""The shapes that HTTP and sockets carry."""
