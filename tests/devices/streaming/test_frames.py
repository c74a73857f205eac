"""The last visually distinct picture before a moment, decoded only while somebody needs it."""

import numpy as np
from moving_square import film

from devices.streaming.frames import FrameKeeper, jpeg, png


def fed(packets, **options) -> FrameKeeper:
    keeper = FrameKeeper(**options)
    keeper.need()
    for packet in packets:
        keeper.feed(packet)
    assert keeper.settle(10)
    return keeper


def test_only_distinct_pictures_are_kept():
    keeper = fed(film(count=30, every=5))
    assert keeper.number == 6
    keeper.close()


def test_the_picture_before_a_touch_is_the_one_on_the_screen_then():
    packets = film(count=30, every=5, start=100.0)
    keeper = fed(packets)
    before = keeper.before(100.0 + 11.5 / 30)  # frame 11 is on the screen; it looks as frame 10 does
    assert before.seq == 11 and before.at <= 100.0 + 11.5 / 30
    image = before.image
    assert image.shape == (320, 176, 3)
    assert image[80, 16 * 2 + 16].min() > 200, "the square's third place"
    assert keeper.before(1000.0).seq == 26
    keeper.close()


def test_the_encoders_noise_is_no_new_picture():
    once, again = film(count=10, every=100), film(count=10, every=100, start=1.0)
    keeper = fed(once + again)  # an encoder restart in the middle: config, key frame, same picture
    assert keeper.number == 1
    assert keeper.latest.last_at > 1.0
    keeper.close()


def test_nothing_is_decoded_while_nobody_asks():
    started = []
    keeper = FrameKeeper(on_start=lambda: started.append(1))
    packets = film(count=5)
    for packet in packets:
        keeper.feed(packet)
    assert not keeper.running and keeper.latest is None
    keeper.need()
    keeper.need()
    assert started == [1], "one decoder for both, and one key frame asked for"
    keeper.done()
    assert keeper.running
    keeper.done()
    assert not keeper.running and keeper.latest is None


def test_a_start_in_the_middle_waits_for_a_key_frame():
    packets = film(count=10)
    keeper = FrameKeeper()
    keeper.need()
    for packet in packets[3:]:
        keeper.feed(packet)
    assert keeper.settle(5) and keeper.number == 0
    for packet in film(count=3, start=50.0):
        keeper.feed(packet)
    assert keeper.settle(5) and keeper.number == 1
    keeper.close()


def test_a_damaged_frame_does_not_end_the_decoder():
    packets = film(count=6, every=1)
    broken = [
        *packets[:3],
        packets[3].__class__(1, False, False, b"\0\0\0\1\x41garbage", at=0.05),
        *packets[4:],
    ]
    keeper = fed(broken + film(count=3, start=9.0))
    assert keeper.latest.at >= 9.0
    keeper.close()


def test_new_size_is_a_new_picture():
    keeper = fed(film(176, 320, 2) + film(320, 176, 2, start=5.0))
    assert (keeper.latest.width, keeper.latest.height) == (320, 176)
    keeper.close()


def test_pictures_for_files():
    keeper = fed(film(count=1, start=1.0))
    frame = keeper.latest
    assert jpeg(frame).startswith(b"\xff\xd8") and png(frame).startswith(b"\x89PNG")
    small = jpeg(frame, max_size=160)
    assert len(small) < len(jpeg(frame))
    assert np.asarray(frame.image).dtype == np.uint8
    keeper.close()


def test_whether_a_place_still_looks_the_same():
    keeper = fed(film(count=10, every=5))
    last, size = keeper.latest, (352, 640)  # a screen twice the size of its picture
    assert not keeper.unchanged(1, last, (0, 96, 200, 320), size), "the square was there"
    assert keeper.unchanged(1, last, (0, 400, 352, 640), size), "below it nothing moved"
    assert not keeper.unchanged(99, last, (0, 400, 352, 640), size), "a picture that is not kept"
    keeper.close()
