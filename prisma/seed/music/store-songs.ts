import { headObject, putObject } from '#lib/core/storage.ts'
import { type Song, songKey, songs } from './songs.ts'
import { songSeconds } from './sound/perform.ts'
import { renderSongs } from './sound/render-songs.ts'

/** What the object store holds of a song. */
export interface SongFile {
  /** Bytes. */
  size: number
  seconds: number
}

/**
 * Sees to it that every song's MP3 is in the media bucket; those that are there are left alone.
 * @returns the files by key
 */
export async function storeSongs(): Promise<Map<string, SongFile>> {
  const files = new Map<string, SongFile>()
  const keep = (song: Song, size: number) =>
    files.set(songKey(song), { size, seconds: songSeconds(song.title, song.genre) })
  const missing: Song[] = []
  await Promise.all(
    songs.map(async (song) => {
      const head = await headObject({ bucket: 'media', key: songKey(song) })
      if (head) keep(song, head.size)
      else missing.push(song)
    }),
  )
  await renderSongs(missing, async (song, body) => {
    await putObject({ bucket: 'media', key: songKey(song) }, { body, contentType: 'audio/mpeg' })
    keep(song, body.byteLength)
  })
  return files
}
