"""A client of scrcpy-server 3.3.4: one screen as H.264, one control socket back."""
