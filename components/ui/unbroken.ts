import { createElement, type ReactNode } from 'react'

/** The group makes `split` keep the name. */
const name = /(M-PESA)/

/**
 * Prevents a line break inside M-PESA; the text stays the same. The key lets React replace text that the
 * browser has translated.
 */
export function unbroken(words: ReactNode): ReactNode {
  if (typeof words !== 'string' || !name.test(words)) return words
  const parts = words
    .split(name)
    .map((part) => (name.test(part) ? createElement('span', { className: 'whitespace-nowrap' }, part) : part))
  return createElement('span', { key: words }, ...parts)
}
