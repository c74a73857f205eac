"""One virtual phone: a PhoneWorld phone and everything around it that adb can reach."""

import asyncio

import numpy as np

from devices.virtual.faults import Faults
from devices.virtual.files import FileSystem
from devices.virtual.live import Live
from devices.virtual.logcat import LogBuffer
from devices.virtual.processes import Processes
from devices.virtual.properties import properties

SHORT_PERMISSIONS = {
    "READ_CONTACTS": "contacts",
    "WRITE_CONTACTS": "contacts",
    "CAMERA": "camera",
    "RECORD_AUDIO": "microphone",
    "ACCESS_FINE_LOCATION": "location",
    "ACCESS_COARSE_LOCATION": "location",
    "READ_SMS": "sms",
    "SEND_SMS": "sms",
    "RECEIVE_SMS": "sms",
    "CALL_PHONE": "phone",
    "READ_PHONE_STATE": "phone",
    "READ_CALENDAR": "calendar",
    "WRITE_CALENDAR": "calendar",
    "READ_EXTERNAL_STORAGE": "storage",
    "WRITE_EXTERNAL_STORAGE": "storage",
    "READ_MEDIA_IMAGES": "photos",
    "POST_NOTIFICATIONS": "notifications",
}

WIPE_STRIDE = 100_003  # from one seed to the next: no two phones of a process ever meet


class VirtualDevice:
    """`phone` is the PhoneWorld façade; `index` numbers the phones of one process.

    stand_in: it stands in for a real phone, so no door shows its state, judges it or resets it.
    """

    def __init__(self, phone, index=0, seed=0, stand_in=False, pace=1.0):
        self.phone, self.stand_in = phone, stand_in
        self.serialno = f"stand-in-{index}" if stand_in else f"pw-{seed}-{index}"
        self.seed = seed
        self.wipes = 0
        self.transports = set()
        self.sockets = {}  # abstract socket name -> queue of streams that a server accepts
        self.processes = Processes()
        self.faults = Faults(self)
        self.fs = FileSystem(self)
        self.live = Live(phone, pace)
        self.props = properties(phone, self.serialno, None if stand_in else seed)
        self.logs = LogBuffer()
        self.mark = None
        self.display_on = True  # the panel's power (scrcpy can switch it off while mirroring)
        self.overrides = {}  # wm size and density that were asked for
        self._natural = (phone.pixels().shape[1], phone.pixels().shape[0])
        self._capture = (None, None)
        self._driver = None
        self.log("I", "ActivityManager", f"PhoneWorld {self.serialno} started")

    def start(self):
        """Let the wall clock run (needs a running loop)."""
        self._driver = asyncio.get_running_loop().create_task(self.live.run())

    def stop(self):
        if self._driver:
            self._driver.cancel()
        for process in list(self.processes.commands):
            process.kill()
        for transport in list(self.transports):
            transport.drop()

    def banner(self, features):
        names = ("ro.product.name", "ro.product.model", "ro.product.device")
        return "device::" + "".join(f"{name}={self.props[name]};" for name in names) + f"features={features}"

    def log(self, priority, tag, message):
        self.logs.add(self.phone.now, priority, tag, message, self.pid("system_server"))

    def pid(self, name):
        return self.processes.app_pid(name)

    def touched(self):
        """Whatever was done may have changed the picture."""
        self.live.poke()

    # --- screen

    @property
    def size(self):
        """(width, height) of the screen as it is turned now."""
        width, height = self._natural
        return (height, width) if self.rotation & 1 else (width, height)

    @property
    def natural_size(self):
        return self._natural

    @property
    def rotation(self):
        return self.phone.state["rotation"]

    def rotate(self, rotation):
        """Turn the screen to 0..3 quarter turns."""
        self.phone.settings.put("system", "user_rotation", str(rotation % 4))
        self.phone.rotate(rotation % 4)
        self.log("I", "WindowManager", f"rotation {rotation % 4}")
        self.touched()

    @property
    def secure(self):
        return self.faults.is_on("secure") or self.phone.secure

    def capture(self):
        """The screen now: a read-only (height, width, 4) RGBA array, black if off or secure, as on Android.

        The array is shared by all who look before the next change.
        """
        key = (self.phone.version, self.secure, self.phone.screen_on)
        if self._capture[0] != key:
            pixels = self.phone.pixels()
            if self.secure or not self.phone.screen_on:
                picture = np.zeros(pixels.shape, np.uint8)
                picture[..., 3] = 255
            else:
                picture = pixels.copy()
            picture.flags.writeable = False
            self._capture = (key, picture)
        return self._capture[1]

    # --- things done from outside

    def set_battery(self, level=None, charging=None):
        battery = dict(self.phone.battery)
        if level is not None:
            battery["level"] = int(level)
        if charging is not None:
            battery["charging"] = bool(charging)
        self.phone.battery = battery
        self.touched()

    def put_setting(self, namespace, key, value):
        self.phone.settings.put(namespace, key, value)
        locked = self.phone.settings.get("system", "accelerometer_rotation") in (None, "0")
        if (namespace, key) == ("system", "user_rotation") and value in {"0", "1", "2", "3"} and locked:
            self.rotate(int(value))
        self.touched()

    def package(self, name):
        """The package's entry, or None."""
        return next((entry for entry in self.phone.packages() if entry["package"] == name), None)

    def running(self):
        """Packages with a task, the one in front first."""
        front = self.phone.foreground["package"]
        tasks = [task["package"] for task in self.phone.state["tasks"]]
        return list(dict.fromkeys([front, *tasks]))

    def process_table(self):
        """[(pid, user, name)] of what runs."""
        return self.processes.table(self.running())

    def permissions(self, package):
        """Sorted names of the runtime permissions a package has."""
        table = self.phone.state["sys"]["permissions"]
        return sorted(
            name.partition("/")[2]
            for name, value in table.items()
            if name.startswith(f"{package}/") and value == "granted"
        )

    def set_permission(self, package, permission, granted):
        """Grant or refuse, under Android's name and under the short one that mock apps ask for."""
        table = self.phone.state["sys"]["permissions"]
        short = SHORT_PERMISSIONS.get(permission.rpartition(".")[2])
        value = "granted" if granted else "denied"
        names = [f"{package}/{name}" for name in (permission, short) if name]
        self.phone.change_system("permissions", table.merge(dict.fromkeys(names, value)))
        self.touched()

    def notify(self, title, text, package="android"):
        """A notification from outside."""
        self.phone.post_notification(package, title, text)
        self.touched()

    def open_panel(self, name):
        """Pull down "notifications" or "settings" from the top, or close either with None."""
        if self.phone.state["shade"] is not None:
            self.phone.key("BACK")
        if name:
            self.phone.key("NOTIFICATION")
        if name == "settings":
            width, height = self.size
            self.phone.swipe(width // 2, 1, width // 2, height // 2)
        self.touched()

    def open_app(self, package):
        self.pid(package)
        self.phone.open_app(package)
        self.log("I", "ActivityTaskManager", f"START u0 {{act=android.intent.action.MAIN cmp={package}}}")
        self.touched()

    def was_reset(self):
        """The phone went back to a known state: what is kept beside it starts afresh too."""
        self.mark = None
        self.overrides.clear()
        self.live.fingers.clear()
        self.processes.forget_apps()
        self.fs.forget_droppings()
        self.touched()

    def wipe(self):
        """A factory reset: everything that its holder did is gone."""
        self.wipes += 1
        self.phone.reset(seed=self.seed + WIPE_STRIDE * self.wipes)
        self.was_reset()
        self.log("I", "RecoverySystem", "factory reset")

    def force_stop(self, package):
        self.phone.force_stop(package)
        self.processes.stopped(package)
        self.log("I", "ActivityManager", f"Force stopping {package}")
        self.touched()
