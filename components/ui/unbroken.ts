import { createElement, type ReactNode } from 'react'

/** With a group, so that `split` retains the name. */
const name = /(M-PESA)/

/**
 * Prevents a line break in M-PESA without changing the text. Keys let React replace text that the browser has
 * translated.
 */
export function unbroken(words: ReactNode): ReactNode {
  if (typeof words !== 'string' || !name.test(words)) return words
  const parts = words
    .split(name)
    .map((part) => (name.test(part) ? createElement('span', { className: 'whitespace-nowrap' }, part) : part))
  return createElement('span', { key: words }, ...parts)
}
