"""The phone's shell: a small parser, an interpreter, and one file per family of verbs."""
