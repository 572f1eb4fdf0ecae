import type { Readable } from 'node:stream'
import { parseStream } from 'music-metadata'
import { cutText } from '#lib/contract/cut-text.ts'

/** What is read from an MP3. */
export type Mp3 = { seconds: number; genre: string }

const LAYER_3 = /^MPEG [12](\.5)? Layer 3$/
const GENRE_MAX = 60

/**
 * Reads a whole file frame by frame, and counts its length instead of believing its header. The format comes from the
 * bytes, not from the file's name or its declared type.
 * @param size bytes
 * @returns null for what is no MP3, or has no sound in it
 * @throws the stream's own error where the bytes stopped coming, which says nothing about the file
 */
export async function readMp3(file: Readable, size: number): Promise<Mp3 | null> {
  let broken: Error | undefined
  file.once('error', (error: Error) => {
    broken = error
  })
  try {
    const { format, common } = await parseStream(file, { size }, { duration: true, skipCovers: true })
    if (broken) throw broken
    const isMp3 = format.container === 'MPEG' && LAYER_3.test(format.codec ?? '')
    if (!isMp3 || !format.duration) return null
    const genre = cutText((common.genre?.[0] ?? '').replaceAll('\0', '').trim(), GENRE_MAX)
    return { seconds: Math.max(1, Math.round(format.duration)), genre }
  } catch (error) {
    if (broken) throw broken
    // Any other error of the parser is caused by the file.
    if (error instanceof Error) return null
    throw error
  } finally {
    file.destroy()
  }
}
