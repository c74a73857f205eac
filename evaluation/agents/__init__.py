"""Agents: how a model is asked (prompts), what it answers (dialects), who answers (policies).

Nothing in this folder knows Django, the database or a task queue: training imports it as it is.
"""
