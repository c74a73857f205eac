"""Android's intents in PhoneWorld's words: which action they mean, with which fields."""

from urllib.parse import parse_qs, unquote, urlsplit

EXTRA = "android.intent.extra."
ACTION = "android.intent.action."


def meaning(intent):
    """(PhoneWorld action, fields) of an intent, or None."""
    action = intent.action.removeprefix(ACTION)
    if action == "SEND":
        return _share(intent)
    if action == "SET_ALARM":
        minutes = int(intent.extras.get(EXTRA + "alarm.HOUR") or 0) * 60
        minutes += int(intent.extras.get(EXTRA + "alarm.MINUTES") or 0)
        return "set_alarm", {"minutes": minutes, "label": intent.extras.get(EXTRA + "alarm.MESSAGE") or ""}
    if action == "INSERT":
        return _insert(intent)
    if action in ("VIEW", "DIAL", "CALL", "SENDTO"):
        return _open(intent.data, intent.extras)
    return None


def _share(intent):
    fields = {
        "text": intent.extras.get(EXTRA + "TEXT") or "",
        "subject": intent.extras.get(EXTRA + "SUBJECT") or "",
    }
    stream = intent.extras.get(EXTRA + "STREAM")
    return "share", fields | ({"file": _path(stream)} if stream else {})


def _insert(intent):
    extras = intent.extras
    if "event" in intent.type or "calendar" in intent.data:
        return "create_event", {
            "title": extras.get("title") or "",
            "start": int(extras.get("beginTime") or 0),
        }
    if "contact" in intent.type or "contacts" in intent.data:
        return "create_contact", {
            "name": extras.get("name") or "",
            "phone": extras.get("phone") or "",
            "email": extras.get("email") or "",
        }
    return None


def _open(data, extras):
    scheme, _, rest = data.partition(":")
    target, _, query = rest.partition("?")
    more = {key: values[0] for key, values in parse_qs(query).items()}
    if scheme == "tel":
        return "dial", {"number": unquote(target)}
    if scheme in ("sms", "smsto", "mms", "mmsto"):
        return "sms", {"number": unquote(target), "text": extras.get("sms_body") or more.get("body", "")}
    if scheme == "mailto":
        fields = {"to": unquote(target), "subject": more.get("subject", ""), "text": more.get("body", "")}
        return "email", fields | {
            key: extras[EXTRA + key.upper()] for key in fields if EXTRA + key.upper() in extras
        }
    if scheme in ("http", "https"):
        return "view_url", {"uri": data}
    if scheme == "file":
        return "view_file", {"path": _path(data)}
    return None


def _path(uri):
    path = unquote(urlsplit(uri).path)
    return path.replace("/storage/emulated/0", "/sdcard", 1)
