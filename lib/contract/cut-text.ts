/**
 * Returns the beginning of a text, at most so many UTF-16 units of it, without half a character at its end: that half alone is none,
 * and whoever stores or sends it puts another sign in its place.
 */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}
