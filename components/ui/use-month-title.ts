import { useLocale } from 'next-intl'
import { monthTitle } from '#messages/month-title.ts'

export function useMonthTitle(): (title: string) => string {
  const locale = useLocale()
  return (title) => monthTitle(title, locale)
}
