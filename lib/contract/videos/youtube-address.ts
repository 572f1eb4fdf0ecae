const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'])

/** Returns whether a text has the shape of a YouTube video's id. */
export function isYoutubeId(text: string): boolean {
  return VIDEO_ID.test(text)
}

/** An address as people copy it by hand: a host's name, without what comes before it. */
const WITHOUT_SCHEME = /^(?:[a-z-]+\.)*[a-z-]+\.[a-z]+\//i

/**
 * The id in a YouTube address, or null. The recognised forms are watch, shorts, embed and youtu.be, with http:// or https:// in
 * front or without.
 */
export function youtubeIdOf(given: string): string | null {
  const address = WITHOUT_SCHEME.test(given) ? `https://${given}` : given
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

/** The one address under which a video is kept, whatever form it came in and whatever tracked it there. */
export function youtubeWatchAddress(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`
}

/** The picture that YouTube has for every video, told or not. */
export function youtubePicture(id: string): string {
  return `https://i.ytimg.com/vi/${id}/hqdefault.jpg`
}
