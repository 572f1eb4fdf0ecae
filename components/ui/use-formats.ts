'use client'

import { useLocale } from 'next-intl'
import { formatCount, formatShillings } from '#lib/client/formats.ts'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'

/** Counts and money as the page's language writes them. */
export function useFormats() {
  const locale = useLocale()
  const formatLocale = formatLocales[isLocale(locale) ? locale : defaultLocale]
  return {
    count: (value: number) => formatCount(value, formatLocale),
    shillings: (value: number) => formatShillings(value, formatLocale),
  }
}
