"""Task templates, their tasks, the oracle player and the checks. No Django here. See README.md."""
