import { Mp3Encoder } from '@breezystack/lamejs'
import { SAMPLE_RATE } from './voices.ts'

/** Fewer would not be smaller by much, and the encoder searches longer for what to leave out. */
const KILOBITS = 48
const FRAMES_AT_ONCE = 1_152 * 32

/** One channel of 16 bits as an MP3 file. */
export function encodeMp3(samples: Int16Array): Uint8Array {
  const encoder = new Mp3Encoder(1, SAMPLE_RATE, KILOBITS)
  const parts: Uint8Array[] = []
  for (let from = 0; from < samples.length; from += FRAMES_AT_ONCE) {
    parts.push(Uint8Array.from(encoder.encodeBuffer(samples.subarray(from, from + FRAMES_AT_ONCE))))
  }
  parts.push(Uint8Array.from(encoder.flush()))
  return new Uint8Array(Buffer.concat(parts))
}
