"""Text messages and calls through the system's providers."""

from devices.phoneworld.functions import digits
from devices.phoneworld.state import Frozen


class Telephony:
    """Sends and receives; every app that reads `messages` or `calls` sees the same rows."""

    def __init__(self, phone):
        self.phone = phone

    def send(self, step, number, text):
        """A message from this phone."""
        airplane = step.Y["settings"].get("global.airplane_mode_on") == "1"
        self._add(step, str(number), str(text), True, "failed" if airplane else "sent")

    def receive(self, step, sender, text):
        """A message to this phone: a row, a notification of the messages app, and each app that listens."""
        key = self._add(step, sender, text, False, "received")
        handlers = [(p, a.receives["sms"]) for p, a in self.phone.apps.items() if "sms" in a.receives]
        name = next(
            (
                c["name"]
                for c in step.Y["contacts"].values()
                if digits(c["phone"]) == digits(sender) and digits(sender)
            ),
            sender,
        )
        reader = next(
            (p for p, a in self.phone.apps.items() if "sms" in a.accepts and p in step.Y["packages"]), None
        )
        if reader:
            screen, build, *_ = self.phone.apps[reader].accepts["sms"]
            params = build(step.apps[reader], {}, step.Y, step.N, Frozen({"number": sender, "text": ""}))
            step.post(reader, name, text, screen=screen, id=f"sms-{digits(sender) or sender}", params=params)
        for package, handler in handlers:
            if package in step.Y["packages"]:
                self.phone.run_in(step, package, handler, Frozen({"id": key, "sender": sender, "text": text}))

    @staticmethod
    def _add(step, number, text, mine, status):
        return step.insert(
            "Y", "messages", address=number, text=text, at=step.now, mine=mine, read=mine, status=status
        )
