"""Judges: what a machine says of a run, criterion by criterion. No database here.

`text` decides what can be read off the UI trees and says "can't tell" of the rest; `vision` asks a model that
sees pictures. A judge is scored against people and verifiers before its word counts for anything.
"""
