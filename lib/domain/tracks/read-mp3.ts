import type { Readable } from 'node:stream'
import { parseStream } from 'music-metadata'

/** What an MP3 tells of itself. */
export type Mp3 = { seconds: number; genre: string }

const LAYER_3 = /^MPEG [12](\.5)? Layer 3$/
const GENRE_MAX = 60

/**
 * Reads a whole file frame by frame: its length is counted, not believed. What it is comes from its bytes; neither its
 * name nor the type it was put with is asked.
 * @param size bytes
 * @returns null for what is no MP3, or has no sound in it
 * @throws the stream's own error where the bytes stopped coming: that says nothing of the file
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
    const genre = (common.genre?.[0] ?? '').replaceAll('\0', '').trim().slice(0, GENRE_MAX)
    return { seconds: Math.max(1, Math.round(format.duration)), genre }
  } catch (error) {
    if (broken) throw broken
    // Whatever else the parser stumbles over lies in the file.
    if (error instanceof Error) return null
    throw error
  } finally {
    file.destroy()
  }
}
