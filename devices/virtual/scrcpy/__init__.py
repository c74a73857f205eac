"""scrcpy's server, version 3.3.4, on a virtual phone."""
