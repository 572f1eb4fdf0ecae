/** What an MP3's own tags say; '' where they say nothing. */
export type SongTags = { title: string; artist: string }

/** Reads a picked file's tags. The reader is loaded only now; a file that it can't read has no tags. */
export async function readSongTags(file: Blob): Promise<SongTags> {
  try {
    const { parseBlob } = await import('music-metadata')
    const { common } = await parseBlob(file, { skipCovers: true, duration: false })
    return { title: common.title?.trim() ?? '', artist: common.artist?.trim() ?? '' }
  } catch {
    return { title: '', artist: '' }
  }
}
