"""What goes over HTTP. Thin: find what the person may see, call a verb."""
