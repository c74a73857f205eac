"""PostgreSQL and Valkey of our own, for whoever has none: found, started and stopped here."""
