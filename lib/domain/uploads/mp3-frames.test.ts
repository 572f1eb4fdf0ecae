import { expect, test } from 'vitest'
import { id3Tag, infoFrame, mp3Of, noise } from '#tests/support/sound-files.ts'
import { LEAD_MAX, secondsOfFrames } from './mp3-frames.ts'

const sound = mp3Of(3)
/** 576 samples at 16 kHz, in 216 bytes. */
const FRAME_SECONDS = 0.036
const FRAME_BYTES = 216
const seconds = (sound.byteLength / FRAME_BYTES) * FRAME_SECONDS
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

test.each([
  ['sound alone', sound, seconds],
  ['sound and half a frame', joined(sound, sound.subarray(0, FRAME_BYTES / 2)), seconds],
  ['a frame about the file, which is not played', joined(infoFrame(9_000_000), sound), seconds],
  [
    'two files, each with a frame about itself',
    joined(infoFrame(84), sound, id3Tag({ TIT2: 'b' }), infoFrame(84), sound),
    2 * seconds,
  ],
  ['sound behind a tag and other bytes', joined(id3Tag({ TIT2: 'a' }), noise(LEAD_MAX), sound), seconds],
])('the length is that of the frames: %s', (_what, file, length) => {
  expect(secondsOfFrames(file)).toBeCloseTo(length, 6)
})

test.each([
  ['nothing', new Uint8Array()],
  ['other bytes', noise(9_000)],
  ['sound behind too many other bytes', joined(noise(LEAD_MAX + 1), sound)],
])('without frames at the beginning there is no length: %s', (_what, file) => {
  expect(secondsOfFrames(file)).toBeNull()
})
