import { useLocale } from 'next-intl'
import { monthTitle } from '#messages/month-title.ts'

/** Returns a month's title in the page's language. */
export function useMonthTitle(): (title: string) => string {
  const locale = useLocale()
  return (title) => monthTitle(title, locale)
}
