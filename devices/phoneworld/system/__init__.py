"""The phone's own screens: status bar, launcher, keyboard, shade, recents, dialogs."""
