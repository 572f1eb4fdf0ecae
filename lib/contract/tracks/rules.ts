/** Rules of an uploaded track, for server and browser. No zod here. */
import { cutText } from '#lib/contract/cut-text.ts'
import { trimToVisible } from '#lib/contract/visible-text.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

/** Bytes; files must be smaller. */
export const TRACK_FILE_LIMIT = 50 * 1024 * 1024

export const TRACK_NOT_MP3 = codedSentence('invalid_file_type.track')
export const TRACK_TOO_LARGE = codedSentence('file_too_large.track')

/** The comment of every approval. */
export const TRACK_APPROVED_COMMENT = 'Approved by compliance officer'
export const TRACK_REASON_REQUIRED = codedSentence('reason_required.track')

/** Characters after trimming, and number of tags. */
export const trackTextMax = { title: 120, artist: 120, description: 2_000, tag: 30, tags: 10 } as const

export const MP3_TYPE = 'audio/mpeg'

/** Browsers and phones have two names for MP3. */
export function isMp3Type(contentType: string): boolean {
  return contentType === MP3_TYPE || contentType === 'audio/mp3'
}

/** By type or extension; the content is checked later. */
export function isMp3Name(fileName: string, contentType: string): boolean {
  return isMp3Type(contentType) || /\.mp3$/i.test(fileName.trim())
}

/** Returns how many tracks must go before one more fits. @param count tracks that take a place */
export function tracksToDelete(count: number, limit: number): number {
  return Math.max(0, count - limit + 1)
}

export function trackLimitMessage(count: number, limit: number): string {
  return codedSentence('track_limit_reached', { limit, count: tracksToDelete(count, limit) })
}

/** A file's name without folder, extension and underscores. */
export function titleOfFile(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? ''
  const words = name.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[_\s]+/g, ' ')
  return cutText(words.trim(), trackTextMax.title)
}

/** The tags typed with commas: trimmed, unique, not empty. */
export function tagsOf(typed: string): string[] {
  const tags = new Map<string, string>()
  for (const tag of typed.split(',').map((one) => trimToVisible(one.trim().replace(/^#/, ''))))
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  return [...tags.values()]
}
