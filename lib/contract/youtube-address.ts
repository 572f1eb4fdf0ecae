const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'])

/** Whether a text has the shape of a YouTube video's id. */
export function isYoutubeId(text: string): boolean {
  return VIDEO_ID.test(text)
}

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

/** The one address under which a video is kept, whatever form it came in and whatever tracked it there. */
export function youtubeWatchAddress(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`
}

/** The picture that YouTube has for every video, told or not. */
export function youtubePicture(id: string): string {
  return `https://i.ytimg.com/vi/${id}/hqdefault.jpg`
}
