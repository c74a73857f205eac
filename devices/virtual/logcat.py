"""The phone's log, as logcat shows it."""

import collections
import datetime

SIZE = 4000


class LogBuffer:
    """A bounded ring of log lines, with followers."""

    def __init__(self):
        self.lines = collections.deque(maxlen=SIZE)
        self.total = 0

    def add(self, now_ms, priority, tag, message, pid):
        for line in message.splitlines() or [""]:
            self.lines.append((now_ms, priority, tag, pid, line))
            self.total += 1

    def since(self, number):
        """(lines added after the first `number` ones, the new total)."""
        new = min(self.total - number, len(self.lines))
        return (list(self.lines)[-new:] if new else []), self.total


def form(entry, layout):
    """One log line in logcat's `-v` layout: threadtime, time, brief, tag or raw."""
    now_ms, priority, tag, pid, message = entry
    when = (
        datetime.datetime.fromtimestamp(now_ms / 1000, datetime.UTC).strftime("%m-%d %H:%M:%S.")
        + f"{now_ms % 1000:03d}"
    )
    if layout == "raw":
        return message
    if layout == "brief":
        return f"{priority}/{tag:<8}({pid:5d}): {message}"
    if layout == "tag":
        return f"{priority}/{tag:<8}: {message}"
    if layout == "time":
        return f"{when} {priority}/{tag:<8}({pid:5d}): {message}"
    return f"{when} {pid:5d} {pid:5d} {priority} {tag:<8}: {message}"
