"""Everything on one machine in one terminal: what `make run` starts, watches and ends.

`plan.py` says which programs there are, `program.py` keeps one of them alive, `supervisor.py` brings them up
in order and takes them down; `leftovers.py` ends what a killed run left, `console.py` merges the logs.
"""
