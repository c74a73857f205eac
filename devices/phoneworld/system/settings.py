"""Android's settings provider, as tools outside the phone reach it."""

from devices.phoneworld.effects import Step


class Settings:
    """Android's settings provider: namespaces system, secure, global; values are text."""

    def __init__(self, phone):
        self._phone = phone

    def get(self, namespace: str, key: str):
        """The value, None if unset."""
        return self._phone.state["sys"]["settings"].get(f"{namespace}.{key}")

    def put(self, namespace: str, key: str, value):
        """Set a value."""
        self._phone._do(0, Step.set_setting, f"{namespace}.{key}", value)

    def delete(self, namespace: str, key: str) -> bool:
        """Unset a value; False if it was not set."""
        table = self._phone.state["sys"]["settings"]
        name = f"{namespace}.{key}"
        if name in table:
            self._phone.change_system("settings", table.without(name))
        return name in table

    def list(self, namespace: str) -> dict:
        """All keys of a namespace."""
        start = namespace + "."
        return {
            k[len(start) :]: v for k, v in self._phone.state["sys"]["settings"].items() if k.startswith(start)
        }
