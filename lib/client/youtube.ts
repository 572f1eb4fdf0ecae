const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'])

/** The id in a YouTube address of a recognised form (watch, shorts, embed, youtu.be: spec 1, section 2), or null. */
export function youtubeIdOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, pathname, searchParams } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const [section, second] = pathname.split('/').filter(Boolean)
  let id: string | null | undefined = null
  if (hostname === 'youtu.be') id = section
  else if (!HOSTS.has(hostname) && hostname !== 'www.youtube-nocookie.com') id = null
  else if (section === 'watch') id = searchParams.get('v')
  else if (section === 'shorts' || section === 'embed') id = second
  return id && VIDEO_ID.test(id) ? id : null
}

/** What a card or the modal can play. */
export type Playable = { kind: 'youtube'; id: string } | { kind: 'file'; url: string }

/** How a video plays, or null for an address of neither kind: then it says 'Video not available'. */
export function playableOf(video: {
  youtube_video_id: string | null
  youtube_url: string | null
  video_file_url: string | null
}): Playable | null {
  if (video.video_file_url) return { kind: 'file', url: video.video_file_url }
  const id = video.youtube_video_id ?? (video.youtube_url ? youtubeIdOf(video.youtube_url) : null)
  return id && VIDEO_ID.test(id) ? { kind: 'youtube', id } : null
}
