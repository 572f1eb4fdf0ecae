import { createElement, type ReactNode } from 'react'

/** Lets an email break before the @ instead of anywhere. Copied text is unchanged. */
export function breakingEmail(words: string): ReactNode {
  const at = words.lastIndexOf('@')
  if (at < 1) return words
  // The key lets React replace text that the browser has translated.
  return createElement('span', { key: words }, words.slice(0, at), createElement('wbr'), words.slice(at))
}
