"""A PhoneWorld phone behind adbd and a scrcpy server: one code path serves real and mock phones."""
