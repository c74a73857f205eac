"""skia, with a plain-words message where a slim Linux image lacks what its wheel links to."""

try:
    import skia
except ImportError as error:
    if "libGL" in str(error) or "libEGL" in str(error):
        raise ImportError(
            f"PhoneWorld draws with skia-python, whose wheel links to libGL.so.1 and libEGL.so.1: {error}. "
            "Nothing is drawn with OpenGL, but the libraries must be there. "
            "On Debian or Ubuntu: apt-get install libgl1 libegl1"
        ) from error
    raise

__all__ = ["skia"]
