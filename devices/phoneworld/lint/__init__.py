"""What a person would send back: mistakes in an app's spec, and in how its screens look."""
