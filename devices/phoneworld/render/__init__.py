"""Pixels for PhoneWorld: display lists in, RGBA out. Knows nothing of apps, state or layout."""
