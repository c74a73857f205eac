"""What the screen showed at one moment, made safe to keep: picture, tree, element, foreground."""

import io
from dataclasses import dataclass, field

from PIL import Image

from evaluation import pictures, trees
from phonebuddy import blobs

JPEG = b"\xff\xd8"


@dataclass(slots=True)
class Capture:
    """``picture``: encoded image of the screen or None. Sizes in device px."""

    width: int
    height: int
    picture: bytes | None = None
    nodes: list[dict] | None = None
    stale: bool = False
    foreground: dict | None = None
    secrets: set[str] = field(default_factory=set)

    def take_tree(self, tree) -> None:
        """From a ``devices.adb.uitree.UiTree``."""
        self.nodes, self.stale = trees.to_nodes(tree), tree.stale
        self.foreground = self.foreground or foreground_of(self.nodes)

    @property
    def safe_nodes(self) -> list[dict] | None:
        if self.nodes is None:
            return None
        return trees.without_keyboard(trees.without_secrets(self.nodes, self.secrets))


def foreground_of(nodes: list[dict], activity: str = "") -> dict | None:
    """The app whose elements cover the most of the screen."""
    cover: dict[str, int] = {}
    for node in nodes:
        package = node.get("package", "")
        if package and package != "com.android.systemui" and not trees.is_keyboard(node):
            left, top, right, bottom = node["bounds"]
            cover[package] = max(cover.get(package, 0), (right - left) * (bottom - top))
    return {"package": max(cover, key=cover.get), "activity": activity} if cover else None


def store(capture: Capture) -> dict:
    """Put picture, thumbnail and tree into the blob store; the fields of a Step that hold them."""
    nodes = capture.safe_nodes
    picture = small = tree = None
    if capture.picture:
        data = _safe_picture(capture)
        picture = blobs.put_bytes(data, "image/jpeg")
        small = blobs.put_bytes(pictures.thumbnail(data), "image/webp")
    if nodes is not None:
        tree = blobs.put_bytes(trees.dump(nodes, capture.stale), "application/json")
    return {
        "screenshot": picture,
        "thumbnail": small,
        "tree": tree,
        "tree_stale": capture.stale,
        "foreground": capture.foreground,
        "width": capture.width,
        "height": capture.height,
    }


def _safe_picture(capture: Capture) -> bytes:
    secret = any(node.get("password") for node in capture.nodes or ())
    if not secret and capture.picture.startswith(JPEG):
        return capture.picture
    image = Image.open(io.BytesIO(capture.picture))
    scale = image.width / capture.width if capture.width else 1.0
    safe = trees.blacked_out(image.convert("RGB"), capture.nodes or [], scale)
    return pictures.jpeg(safe)
