"""The figures of an evaluation, and how sure they are. Numbers in, numbers out; no database.

`rates` (how often it succeeds), `paired` (which of two is better on the same tasks), `agreement` (do people
judge alike), `judging` (how good is a judge, and what its verdicts are worth).
"""
