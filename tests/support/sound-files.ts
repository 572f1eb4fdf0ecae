import { Mp3Encoder } from '@breezystack/lamejs'

const SAMPLE_RATE = 16_000
const KILOBITS = 48

/** Returns a tone as MP3, one or two frames longer than `seconds`. */
export function mp3Of(seconds: number): Uint8Array {
  const tone = Int16Array.from({ length: SAMPLE_RATE * seconds }, (_, at) =>
    Math.round(8_000 * Math.sin(at / 20)),
  )
  const encoder = new Mp3Encoder(1, SAMPLE_RATE, KILOBITS)
  const parts = [encoder.encodeBuffer(tone), encoder.flush()].map((part) => Uint8Array.from(part))
  return new Uint8Array(Buffer.concat(parts))
}

export function wavOf(seconds: number): Uint8Array {
  const sound = Buffer.alloc(SAMPLE_RATE * seconds * 2, 7)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + sound.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(SAMPLE_RATE, 24)
  head.writeUInt32LE(SAMPLE_RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(sound.length, 40)
  return Buffer.concat([head, sound])
}

/** Returns an ID3 tag with text frames, such as TIT2 and TCON. */
export function id3Tag(frames: Readonly<Record<string, string>>): Uint8Array {
  const body = Buffer.concat(
    Object.entries(frames).map(([name, text]) => {
      const words = Buffer.from(`\x03${text}`, 'utf8')
      const head = Buffer.alloc(10)
      head.write(name, 0, 'latin1')
      head.writeUInt32BE(words.length, 4)
      return Buffer.concat([head, words])
    }),
  )
  // Tag sizes have seven bits per byte.
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f)
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, ...size]), body])
}

/**
 * Returns an encoder's silent first frame, which claims `frames` frames. MPEG 2, mono, 16 kHz, as in `mp3Of`.
 */
export function infoFrame(frames: number): Uint8Array {
  const frame = Buffer.alloc(216)
  // A header for 48 kbit/s at 16 kHz, so 216 bytes.
  frame.writeUInt32BE(0xff_f3_68_c4, 0)
  frame.write('Xing', 13)
  // The flags say that two of four optional values follow: frames and bytes.
  frame.writeUInt32BE(3, 17)
  frame.writeUInt32BE(frames, 21)
  frame.writeUInt32BE((frames * frame.length) % 2 ** 32, 25)
  return frame
}

/** Returns the same random bytes each time. */
export function noise(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 13) & 0xff)
}
