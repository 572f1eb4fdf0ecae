import { createElement, type ReactNode } from 'react'

/** Lets a line end before the @ of an email, where it would else be broken at any letter. The text stays as it is written. */
export function breakingEmail(words: string): ReactNode {
  const at = words.lastIndexOf('@')
  if (at < 1) return words
  // The key makes other words another element, which React can replace in a page that the browser has translated.
  return createElement('span', { key: words }, words.slice(0, at), createElement('wbr'), words.slice(at))
}
