"""System properties, as getprop shows them."""

import hashlib


def properties(phone, serialno, seed):
    """{name: value} of a fresh phone. A stand-in for a real phone (seed None) does not tell its seed."""
    build = hashlib.sha256(serialno.encode()).hexdigest()[:7].upper()
    density = getattr(phone, "dpi", None) or 240
    return {
        "dalvik.vm.heapsize": "512m",
        "dev.bootcomplete": "1",
        "gsm.operator.alpha": "PhoneWorld",
        "gsm.sim.state": "LOADED",
        "init.svc.adbd": "running",
        "init.svc.bootanim": "stopped",
        "persist.sys.locale": getattr(phone, "locale", "en-US"),
        "persist.sys.timezone": "UTC",
        "ro.boot.qemu": "0",
        "ro.build.characteristics": "default",
        "ro.build.display.id": f"PhoneWorld 15 {build}",
        "ro.build.fingerprint": f"phonebuddy/phoneworld/phoneworld:15/PW1/{build}:user/release-keys",
        "ro.build.id": "PW1",
        "ro.build.type": "user",
        "ro.build.version.codename": "REL",
        "ro.build.version.release": "15",
        "ro.build.version.sdk": "35",
        "ro.build.version.security_patch": "2025-01-05",
        "ro.debuggable": "0",
        **(
            {"ro.phonebuddy.stand_in": "1"}
            if seed is None
            else {"ro.phonebuddy.mock": "1", "ro.phonebuddy.seed": str(seed)}
        ),
        "ro.product.board": "phoneworld",
        "ro.product.brand": "PhoneBuddy",
        "ro.product.cpu.abi": "arm64-v8a",
        "ro.product.cpu.abilist": "arm64-v8a",
        "ro.product.device": "phoneworld",
        "ro.product.locale": "en-US",
        "ro.product.manufacturer": "PhoneBuddy",
        "ro.product.model": "PhoneWorld",
        "ro.product.name": "phoneworld",
        "ro.secure": "1",
        "ro.serialno": serialno,
        "ro.sf.lcd_density": str(density),
        "sys.boot_completed": "1",
    }
