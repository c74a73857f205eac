"""How long tests wait for what must come. It says how slow a machine may be, and nothing else: whoever waits
goes on as soon as it is there."""

PATIENCE_S = 240
