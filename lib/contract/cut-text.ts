/** Returns at most `most` UTF-16 units, without half a character at the end, which stores would replace. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}
