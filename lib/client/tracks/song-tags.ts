/** Title and artist from an MP3's own tags; '' where it has none. */
export type SongTags = { title: string; artist: string }

/** Reads a picked file's tags, with a library that is loaded only now. A file that it can not read has no tags. */
export async function readSongTags(file: Blob): Promise<SongTags> {
  try {
    const { parseBlob } = await import('music-metadata')
    const { common } = await parseBlob(file, { skipCovers: true, duration: false })
    return { title: common.title?.trim() ?? '', artist: common.artist?.trim() ?? '' }
  } catch {
    return { title: '', artist: '' }
  }
}
