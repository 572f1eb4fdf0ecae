const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'])

/** Returns whether a text has the shape of a YouTube video's id. */
export function isYoutubeId(text: string): boolean {
  return VIDEO_ID.test(text)
}

/** An address as people copy it by hand: a host's name, without what comes before it. */
const WITHOUT_SCHEME = /^(?:[a-z-]+\.)*[a-z-]+\.[a-z]+\//i

/** What stands in the place of an id in the address of a player for a list, or for whatever a channel shows live. */
const NO_IDS = new Set(['videoseries', 'live_stream'])

/** Signs that nobody sees, as messengers put around what is copied. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}]/gu

/**
 * The id in a YouTube address, or null. The recognised forms are watch, shorts, embed and youtu.be, with http:// or https:// in
 * front or without.
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
  // Something shared twice has a second question mark: watch?v=ID?si=x.
  else if (section === 'watch') id = searchParams.get('v')?.split('?')[0]
  else if (section === 'shorts' || section === 'embed') id = second
  return id && VIDEO_ID.test(id) && !NO_IDS.has(id) ? id : null
}

/** The one address under which a video is kept, whatever form it came in and whatever tracked it there. */
export function youtubeWatchAddress(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`
}

/** The picture that YouTube has for every video, told or not. */
export function youtubePicture(id: string): string {
  return `https://i.ytimg.com/vi/${id}/hqdefault.jpg`
}
