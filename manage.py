#!/usr/bin/env python
"""The one command line of PhoneBuddy: `./manage.py help` lists the verbs."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    # platform/ is a source root and no package: a package of that name would shadow the standard one.
    for folder in (ROOT / "platform", ROOT):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phonebuddy.settings")
    from django.core.management import execute_from_command_line

    from phonebuddy.services.process import end_after_starter

    end_after_starter()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
