import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseBuffer } from 'music-metadata'
import { headObject, putObject } from '#lib/core/storage.ts'
import { songKey, songs } from './songs.ts'

export interface SongFile {
  /** Bytes. */
  size: number
  seconds: number
}

/**
 * Stores missing MP3s of `files/` in the media bucket.
 * @returns the files by key
 */
export async function storeSongs(): Promise<Map<string, SongFile>> {
  const stored = songs.map(async (song): Promise<[string, SongFile]> => {
    const key = songKey(song)
    const body = await readFile(path.join(import.meta.dirname, 'files', path.basename(key)))
    if (!(await headObject({ bucket: 'media', key })))
      await putObject({ bucket: 'media', key }, { body, contentType: 'audio/mpeg' })
    const { format } = await parseBuffer(body, { mimeType: 'audio/mpeg' }, { duration: true })
    return [key, { size: body.byteLength, seconds: format.duration ?? 0 }]
  })
  return new Map(await Promise.all(stored))
}
