/**
 * What an uploaded track has to be, for the server that checks it and the browser that
 * says so first. Apart from the schemas: no validation library comes with it.
 */
import { cutText } from '#lib/contract/cut-text.ts'
import { trimToVisible } from '#lib/contract/visible-text.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

/** Bytes; a file has to be smaller. */
export const TRACK_FILE_LIMIT = 50 * 1024 * 1024

export const TRACK_NOT_MP3 = codedSentence('invalid_file_type.track')
export const TRACK_TOO_LARGE = codedSentence('file_too_large.track')

/** The comment that every approval carries. */
export const TRACK_APPROVED_COMMENT = 'Approved by compliance officer'
export const TRACK_REASON_REQUIRED = codedSentence('reason_required.track')

/** Characters and numbers that the fields take after trimming. */
export const trackTextMax = { title: 120, artist: 120, description: 2_000, tag: 30, tags: 10 } as const

export const MP3_TYPE = 'audio/mpeg'

/** Whether a type is one of the two names that browsers and phones have for MP3. */
export function isMp3Type(contentType: string): boolean {
  return contentType === MP3_TYPE || contentType === 'audio/mp3'
}

/** Whether a file calls itself an MP3: by its type or its extension. What is in it is looked at later. */
export function isMp3Name(fileName: string, contentType: string): boolean {
  return isMp3Type(contentType) || /\.mp3$/i.test(fileName.trim())
}

/** How many tracks have to go before one more fits; 0 where one does. @param count tracks that hold a place */
export function tracksToDelete(count: number, limit: number): number {
  return Math.max(0, count - limit + 1)
}

/** Says how many tracks too many there are. */
export function trackLimitMessage(count: number, limit: number): string {
  return codedSentence('track_limit_reached', { limit, count: tracksToDelete(count, limit) })
}

/** A title for a file whose tags name none: its name without folder, extension and underscores. */
export function titleOfFile(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? ''
  const words = name.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[_\s]+/g, ' ')
  return cutText(words.trim(), trackTextMax.title)
}

/** Tags as people type them, by commas: trimmed, without doubles and empty ones. */
export function tagsOf(typed: string): string[] {
  const tags = new Map<string, string>()
  for (const tag of typed.split(',').map((one) => trimToVisible(one.trim().replace(/^#/, ''))))
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  return [...tags.values()]
}
