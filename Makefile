# `make help` lists the verbs. They set up what they need themselves.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
PHONES ?= 4
SEEDS ?= 1
VENV := .venv/bin
export PYTHONPATH := $(CURDIR):$(CURDIR)/platform

.DEFAULT_GOAL := help
.PHONY: help run test lint format shell bench-phoneworld bench-stream bench-evaluation bench-training demo-campaign recipe clean

help: ## This list
	@echo "PhoneBuddy: annotate, evaluate and train assistants that operate phones."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Start everything here: `make run HOST=0.0.0.0 PORT=8000 PHONES=4`; Ctrl-C stops it
	@$(PYTHON) bootstrap.py run
	@exec $(VENV)/python manage.py up --host $(HOST) --port $(PORT) --phones $(PHONES)

test: ## All checks and tests: Python, front end, browser
	@$(PYTHON) bootstrap.py test
	@$(VENV)/python tests/all.py

lint: ## Style, types and who may import whom
	@$(PYTHON) bootstrap.py test
	@$(VENV)/python tests/all.py lint

format: ## Rewrite the code in the house style
	@$(PYTHON) bootstrap.py test
	@$(VENV)/ruff check --fix --quiet . && $(VENV)/ruff format .
	@cd frontend && npm run --silent fix

shell: ## Django's shell, on the database of `make run`
	@$(PYTHON) bootstrap.py run
	@$(VENV)/python manage.py shell

bench-phoneworld: ## Steps per second of the mock phone, beside a Chromium page
	@$(PYTHON) bootstrap.py test
	@$(VENV)/python -m devices.phoneworld.bench

bench-stream: ## From tap to changed pixel, beside a bare bridge
	@$(PYTHON) bootstrap.py test
	@$(VENV)/python -m tests.bench.stream

bench-evaluation: ## How fast runs, grade sheets and queues are read, and what the runner takes of a step
	@$(PYTHON) bootstrap.py test
	@$(VENV)/python -m pytest tests/evaluation/bench_runner.py tests/evaluation/campaigns/bench_pages.py -q -o python_functions=bench -p no:cacheprovider

bench-training: ## What trainers and rollouts cost beside the model, beside bare TRL and a plain loop
	@$(PYTHON) bootstrap.py test
	@$(VENV)/python -m training.bench

demo-campaign: ## 450 runs on four virtual phones, graded by machine: does the report find what is true?
	@$(PYTHON) bootstrap.py test
	@$(VENV)/python -m tests.bench.campaign --keep var/demo-campaign.html

recipe: ## Demonstrations, SFT, real-app RL and mixed RL, PhoneWorld-150: `make recipe SEEDS=3`; goes on where it stopped
	@$(PYTHON) bootstrap.py test
	@$(VENV)/python -m training.recipe --seeds $(SEEDS) --out var/recipe --docs docs/recipe.md

clean: ## Remove what was built; data in var/ stays
	rm -rf .venv frontend/node_modules frontend/dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
