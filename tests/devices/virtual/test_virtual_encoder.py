"""Sizes, colours and order of what the encoder gives."""

import av
import numpy as np
import pytest

from devices.virtual.encoder import Encoder, video_size


@pytest.mark.parametrize(
    ("screen", "max_size", "video"),
    [
        ((540, 1200), 0, (544, 1200)),
        ((1080, 2400), 0, (1080, 2400)),
        ((1200, 540), 0, (1200, 544)),
        ((1080, 2400), 1200, (544, 1200)),
        ((1080, 2340), 0, (1080, 2336)),
        ((720, 720), 0, (720, 720)),
    ],
)
def test_sizes_as_scrcpy_computes_them(screen, max_size, video):
    assert video_size(*screen, max_size) == video


@pytest.mark.parametrize("size", [(540, 1200), (545, 1203), (1080, 2400)])
def test_every_frame_comes_at_once_and_in_its_colours(size):
    width, height = size
    video = video_size(width, height)
    encoder = Encoder(*video)
    decoder = av.CodecContext.create("h264", "r")
    decoder.thread_type = "NONE"
    decoder.flags |= av.codec.context.Flags.low_delay
    for number, colour in enumerate([(255, 0, 0), (0, 128, 0), (250, 250, 250), (103, 80, 164)]):
        picture = np.full((height, width, 4), 255, np.uint8)
        picture[..., :3] = colour
        packets = encoder.encode(picture, number * 1000, key=number == 2)
        assert len(packets) == 1
        key, data = packets[0]
        assert key == (number in (0, 2))
        frame = decoder.decode(av.Packet(encoder.config + data if number == 0 else data))[0]
        assert (frame.width, frame.height) == video
        assert (frame.colorspace, frame.color_range) == (1, 1)  # BT.709, limited: said in the stream
        got = frame.to_ndarray(format="rgb24").reshape(-1, 3).astype(int)
        assert np.abs(got - np.array(colour)).max() <= 6
