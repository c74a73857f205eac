"""python -m devices.phoneworld.tasks check | stats | tasks | play | freeze, without Django."""

import argparse
import sys

from devices.phoneworld.errors import SpecError
from devices.phoneworld.tasks import check, generate, play, stats, suite

COMMANDS = {"check": check, "stats": stats, "tasks": generate, "play": play, "freeze": suite}


def main(argv=None) -> int:
    """Run a command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m devices.phoneworld.tasks")
    chosen = parser.add_subparsers(dest="command", required=True)
    for name, module in COMMANDS.items():
        module.add_arguments(chosen.add_parser(name, help=module.HELP))
    options = parser.parse_args(argv)
    try:
        return COMMANDS[options.command].main(options)
    except SpecError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
