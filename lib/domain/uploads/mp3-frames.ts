/** Some recorders and sites write bytes before the first frame. */
export const LEAD_MAX = 64 * 1024

/** Frames in a row that prove that the bytes are sound. */
const RUN = 3

/** Kilobits per second by the header's index: MPEG 1, then MPEG 2 and 2.5. */
const kilobits1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const kilobits2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const rates1 = [44_100, 48_000, 32_000]

/** Limits the time for hostile files; real sound has fewer false frames. */
const FALSE_FRAMES_MAX = 100_000

const [TAG, ID3, APE] = [bytesOf('TAG'), bytesOf('ID3'), bytesOf('APE')]
const [XING, INFO, VBRI] = [bytesOf('Xing'), bytesOf('Info'), bytesOf('VBRI')]

type Frame = { bytes: number; samples: number; rate: number; isMono: boolean; isMpeg1: boolean }

/**
 * Adds up the seconds of an MP3's frames. Ignores headers about the length, which are wrong in a cut file.
 * @returns null if no sound starts within LEAD_MAX bytes, or there are too many false frames
 */
export function secondsOfFrames(file: Uint8Array): number | null {
  const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const begin = afterTag(bytes, 0)
  const tries: Tries = { left: FALSE_FRAMES_MAX }
  let at = findRun(bytes, begin, begin + LEAD_MAX, tries)
  if (at === null) return null
  let seconds = 0
  let isFirst = true
  while (at !== null) {
    const frame = frameAt(bytes, at)
    if (!frame || at + frame.bytes > file.byteLength) {
      at = findRun(bytes, afterTag(bytes, at), file.byteLength, tries)
      isFirst = true
      continue
    }
    if (!isFirst || !isAboutTheFile(bytes, at, frame)) seconds += frame.samples / frame.rate
    isFirst = false
    at += frame.bytes
  }
  return tries.left > 0 ? seconds : null
}

export function endOfTag(file: Uint8Array): number {
  return afterTag(new DataView(file.buffer, file.byteOffset, file.byteLength), 0)
}

type Tries = { left: number }

function findRun(bytes: DataView, from: number, to: number, tries: Tries): number | null {
  const last = Math.min(to, bytes.byteLength - 4)
  for (let at = from; at <= last && tries.left > 0; at++) {
    // Eleven sync bits and layer 3.
    if (bytes.getUint8(at) !== 0xff || (bytes.getUint8(at + 1) & 0xe6) !== 0xe2) continue
    if (isRun(bytes, at)) return at
    tries.left -= 1
  }
  return null
}

function isRun(bytes: DataView, from: number): boolean {
  const first = frameAt(bytes, from)
  if (!first) return false
  let at = from
  for (let count = 0; count < RUN; count++) {
    if (count > 0 && isEnd(bytes, at)) return true
    const frame = frameAt(bytes, at)
    if (!frame || frame.rate !== first.rate || at + frame.bytes > bytes.byteLength) return false
    at += frame.bytes
  }
  return true
}

function isEnd(bytes: DataView, at: number): boolean {
  return (
    at >= bytes.byteLength || hasText(bytes, at, TAG) || hasText(bytes, at, ID3) || hasText(bytes, at, APE)
  )
}

/** @returns null unless the frame is layer 3 and has a bit rate */
function frameAt(bytes: DataView, at: number): Frame | null {
  if (at + 4 > bytes.byteLength) return null
  const header = bytes.getUint32(at)
  const [version, layer] = [(header >>> 19) & 3, (header >>> 17) & 3]
  if (header >>> 21 !== 0x7ff || version === 1 || layer !== 1) return null
  const isMpeg1 = version === 3
  const kilobits = (isMpeg1 ? kilobits1 : kilobits2)[(header >>> 12) & 15] ?? 0
  const rate1 = rates1[(header >>> 10) & 3]
  if (kilobits === 0 || rate1 === undefined) return null
  const rate = rate1 / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  const samples = isMpeg1 ? 1_152 : 576
  const padding = (header >>> 9) & 1
  return {
    bytes: Math.floor(((samples / 8) * kilobits * 1_000) / rate) + padding,
    samples,
    rate,
    isMono: ((header >>> 6) & 3) === 3,
    isMpeg1,
  }
}

/** Whether the first frame has the file's length instead of sound (Xing, Info, VBRI). Players skip it. */
function isAboutTheFile(bytes: DataView, at: number, { isMono, isMpeg1 }: Frame): boolean {
  const side = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  const head = at + 4 + side
  return hasText(bytes, head, XING) || hasText(bytes, head, INFO) || hasText(bytes, at + 36, VBRI)
}

/** The offset after an ID3v2 tag, or `at`. */
function afterTag(bytes: DataView, at: number): number {
  if (!hasText(bytes, at, ID3) || at + 10 > bytes.byteLength) return at
  const hasFooter = (bytes.getUint8(at + 5) & 0x10) !== 0
  // The size has seven bits per byte.
  const size = [6, 7, 8, 9].reduce((sum, byte) => sum * 128 + (bytes.getUint8(at + byte) & 0x7f), 0)
  return at + 10 + size + (hasFooter ? 10 : 0)
}

function hasText(bytes: DataView, at: number, text: Uint8Array): boolean {
  return (
    at + text.length <= bytes.byteLength && text.every((byte, index) => bytes.getUint8(at + index) === byte)
  )
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
