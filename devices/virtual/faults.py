"""Faults a test or a drill can switch on: what breaks on real phones, on demand."""

import asyncio

# A number as the value of the first three ends them after so many seconds: they cut off adb itself.
KINDS = {
    "unauthorised": "adb asks for a key that is never accepted",
    "offline": "connections open but never answer",
    "frozen": "the phone stops answering, its connection stays",
    "slow": "every packet waits (milliseconds)",
    "secure": "the top window is FLAG_SECURE: black video and screencap",
    "storage_full": "every write fails with no space left",
    "dump_fails": "uiautomator dump finds no idle state, with exit status 0",
    "drop": "drop every adb connection now",
    "scrcpy_dies": "the scrcpy server's process ends now",
    "rotate": "turn the screen (0 to 3)",
    "battery_low": "battery at 4 percent, not charging",
    "crash": "the app in the foreground dies now",
}
ALIASES = {
    "unauthorized": "unauthorised",
    "flag_secure": "secure",
    "dropped": "drop",
    "rotation": "rotate",
    "low_battery": "battery_low",
    "process_dies": "crash",
}
SELF_ENDING = {"unauthorised", "offline", "frozen"}
MOMENTARY = {"drop", "scrcpy_dies", "rotate", "battery_low", "crash"}


class UnknownFault(ValueError):
    """There is no fault of that name."""


class Faults:
    """The faults of one phone."""

    def __init__(self, device):
        self._device = device
        self._on = {}
        self._running = asyncio.Event()
        self._running.set()

    def is_on(self, name):
        return name in self._on

    def active(self):
        """{name: value} of the lasting faults that are on."""
        return dict(self._on)

    async def gate(self):
        """Wait as a frozen or a slow phone makes its peer wait."""
        await self._running.wait()
        if "slow" in self._on:
            await asyncio.sleep(int(self._on["slow"]) / 1000)

    def set(self, name, value="on"):
        """Switch a fault: "on", "off" or its value. Raises UnknownFault, ValueError for a bad value."""
        name = ALIASES.get(name, name)
        if name not in KINDS:
            raise UnknownFault(name)
        if name in MOMENTARY:
            getattr(self, f"_{name}")(value)
            return
        was = name in self._on
        if value == "off":
            self._on.pop(name, None)
        elif name in SELF_ENDING and value != "on":
            asyncio.get_running_loop().call_later(float(value), self.set, name, "off")
            self._on[name] = value
        else:
            if name == "slow":
                value = str(int(value)) if value != "on" else "300"
            self._on[name] = value
        now = name in self._on
        if name == "frozen":
            (self._running.clear if now else self._running.set)()
        elif name in ("unauthorised", "offline") and now and not was:
            self._drop(value)  # only a new connection can be refused
        elif name in ("unauthorised", "offline") and was and not now:
            for transport in list(self._device.transports):
                if not transport.online:
                    transport.admit() if name == "unauthorised" else transport.drop()
        self._device.touched()

    def _drop(self, value):
        for transport in list(self._device.transports):
            transport.drop()

    def _scrcpy_dies(self, value):
        for process in self._device.processes.named("app_process"):
            process.kill()

    def _rotate(self, value):
        self._device.rotate(int(value) if value not in ("on", "off") else (self._device.rotation & 1) ^ 1)

    def _battery_low(self, value):
        self._device.set_battery(level=100 if value == "off" else 4, charging=value == "off")

    def _crash(self, value):
        package = self._device.phone.foreground["package"]
        self._device.log(
            "E",
            "AndroidRuntime",
            f"FATAL EXCEPTION: main\nProcess: {package}, PID: "
            f"{self._device.pid(package)}\njava.lang.IllegalStateException: fault on demand",
        )
        self._device.phone.force_stop(package)
        self._device.touched()
