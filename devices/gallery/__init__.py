"""The gallery: anyone with the right plays any app of the mock phone, its state and spec beside it."""
