"""A PhoneWorld phone behind the adbd protocol and a scrcpy server, so one code path serves real and mock phones."""
