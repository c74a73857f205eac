"""A seeded random stream that lives in the state: splitmix64, so forks and processes agree."""

_MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """The first stream position for a seed (any integer)."""
    return (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK


def advance(position: int) -> tuple[int, int]:
    """`(64-bit number, next position)`."""
    position = (position + 0x9E3779B97F4A7C15) & _MASK
    z = position
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31), position


def below(position: int, n: int) -> tuple[int, int]:
    """`(a number in 0..n-1, next position)`; n must be positive."""
    value, position = advance(position)
    return value % n, position
