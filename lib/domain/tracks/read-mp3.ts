import { parseBuffer } from 'music-metadata'
import { cutText } from '#lib/contract/cut-text.ts'
import { endOfTag, secondsOfFrames } from '#lib/domain/uploads/mp3-frames.ts'

export type Mp3 = { seconds: number; genre: string }

const GENRE_MAX = 60
/** Tags are at the edges of a file. The library gets only these bytes: it would read all the sound. */
const EDGE = 64 * 1024

/**
 * Reads an MP3's length, frame by frame, because the library trusts the file's header. Detects the format by
 * the bytes, not by name or declared type.
 * @returns null if the file is no MP3 or has no sound
 */
export async function readMp3(file: Uint8Array): Promise<Mp3 | null> {
  const seconds = secondsOfFrames(file)
  if (!seconds) return null
  return { seconds: Math.max(1, Math.round(seconds)), genre: await readGenre(file) }
}

async function readGenre(file: Uint8Array): Promise<string> {
  try {
    const { common } = await parseBuffer(edgesOf(file), { mimeType: 'audio/mpeg' }, { skipCovers: true })
    return cutText((common.genre?.[0] ?? '').replaceAll('\0', '').trim(), GENRE_MAX)
  } catch (error) {
    // Ignores unreadable tags: the sound is readable.
    if (error instanceof Error) return ''
    throw error
  }
}

function edgesOf(file: Uint8Array): Uint8Array {
  const begun = Math.min(endOfTag(file) + EDGE, file.byteLength)
  return Buffer.concat([file.subarray(0, begun), file.subarray(Math.max(begun, file.byteLength - EDGE))])
}
