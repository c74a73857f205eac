"""Datasets, backbones, rollouts, supervised fine-tuning and reinforcement learning, and the jobs that run
them."""
