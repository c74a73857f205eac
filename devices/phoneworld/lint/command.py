"""`manage.py phoneworld lint`: every app walked through and looked at."""

HELP = "Find mistakes in the apps' specs and screens; allowances stand in lint.yaml beside an app."


def add_arguments(parser):
    """The options of the command."""
    parser.add_argument("--app", action="append", help="the folder or label of an app; all without it")
    parser.add_argument("--jobs", type=int, default=1, help="processes to use")
    parser.add_argument("--json", action="store_true", help="the last line as JSON")
    parser.add_argument("--checks", action="store_true", help="list what is looked for")


def main(options) -> int:
    """Print findings; 1 if there are any."""
    from devices.phoneworld.lint import run

    return run.report(options)
