import { createElement, type ReactNode } from 'react'

/** Allows a line break before the @ instead of anywhere. The text is unchanged. */
export function breakingEmail(words: string): ReactNode {
  const at = words.lastIndexOf('@')
  if (at < 1) return words
  // A key, so that React can replace translated text.
  return createElement('span', { key: words }, words.slice(0, at), createElement('wbr'), words.slice(at))
}
