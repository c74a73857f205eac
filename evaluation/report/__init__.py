"""What a campaign found: `collect` reads its rows, `figures` computes, `documents` writes it down."""
