import { parseBuffer } from 'music-metadata'
import { cutText } from '#lib/contract/cut-text.ts'
import { endOfTag, secondsOfFrames } from '#lib/domain/uploads/mp3-frames.ts'

/** What is read from an MP3. */
export type Mp3 = { seconds: number; genre: string }

const GENRE_MAX = 60
/** Tags are before the sound and behind it, and the library would read all the sound. */
const EDGE = 64 * 1024

/**
 * Reads a whole file: its length is counted frame by frame. The library's own length is that of the file's header, if it has one.
 * The format comes from the bytes, not from the file's name or its declared type.
 * @returns null for what is no MP3, or has no sound in it
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
    // The sound was counted already. Tags that cannot be read are no tags.
    if (error instanceof Error) return ''
    throw error
  }
}

function edgesOf(file: Uint8Array): Uint8Array {
  const begun = Math.min(endOfTag(file) + EDGE, file.byteLength)
  return Buffer.concat([file.subarray(0, begun), file.subarray(Math.max(begun, file.byteLength - EDGE))])
}
