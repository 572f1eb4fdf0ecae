import { createElement, type ReactNode } from 'react'

/** With a group, so that `split` keeps the name. */
const name = /(M-PESA)/

/**
 * Keeps M-PESA on one line: browsers would break it at its hyphen. The text stays as it is written, also where it is copied.
 * Other words are another element: React can replace that also after the browser's translation has put its own nodes inside.
 */
export function unbroken(words: ReactNode): ReactNode {
  if (typeof words !== 'string' || !name.test(words)) return words
  const parts = words
    .split(name)
    .map((part) => (name.test(part) ? createElement('span', { className: 'whitespace-nowrap' }, part) : part))
  return createElement('span', { key: words }, ...parts)
}
