// Loaded by pages in Swahili alone, and by those only when the server has said something.

import { monthTitle } from '#lib/contract/challenges/month-title.ts'

export { serverWords } from '#messages/server-words-sw.ts'

/** Titles a month that the server has named. */
export function titleOfMonth(title: string): string {
  return monthTitle(title, 'sw')
}
