const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'])

export function isYoutubeId(text: string): boolean {
  return VIDEO_ID.test(text)
}

/** An address copied without its scheme. */
const WITHOUT_SCHEME = /^(?:[a-z-]+\.)*[a-z-]+\.[a-z]+\//i

/** Words that replace the id in addresses of playlists and live streams. */
const NO_IDS = new Set(['videoseries', 'live_stream'])

/** Invisible characters that messengers add. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}]/gu

/**
 * Returns the id in a YouTube address, or null. Accepts watch, shorts, embed and youtu.be, with or without
 * http(s)://.
 */
export function youtubeIdOf(given: string): string | null {
  const seen = given.replace(UNSEEN, '').trim()
  const address = WITHOUT_SCHEME.test(seen) ? `https://${seen}` : seen
  if (!URL.canParse(address)) return null
  const { protocol, hostname, pathname, searchParams } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const [section, second] = pathname.split('/').filter(Boolean)
  let id: string | null | undefined = null
  if (hostname === 'youtu.be') id = section
  else if (!HOSTS.has(hostname) && hostname !== 'www.youtube-nocookie.com') id = null
  // Sharing twice adds a second question mark: watch?v=ID?si=x.
  else if (section === 'watch') id = searchParams.get('v')?.split('?')[0]
  else if (section === 'shorts' || section === 'embed') id = second
  return id && VIDEO_ID.test(id) && !NO_IDS.has(id) ? id : null
}

/** The address that is stored for a video. */
export function youtubeWatchAddress(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`
}

/** The address of a picture that YouTube has for every video. */
export function youtubePicture(id: string): string {
  return `https://i.ytimg.com/vi/${id}/hqdefault.jpg`
}
