import { useLocale } from 'next-intl'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'

/** Separate from `useFormats`, which the first page loads. */
export function useFileSize(): (bytes: number) => string {
  const locale = useLocale()
  const formatLocale = formatLocales[isLocale(locale) ? locale : defaultLocale]
  return (bytes) => formatFileSize(bytes, formatLocale)
}

const units = ['Bytes', 'KB', 'MB', 'GB'] as const

/** The size in Bytes, KB, MB or GB with at most two decimals. @param bytes a whole number */
export function formatFileSize(bytes: number, formatLocale: string): string {
  const step = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0)
  const amount = new Intl.NumberFormat(formatLocale, { maximumFractionDigits: 2 }).format(
    bytes / 1024 ** step,
  )
  return `${amount} ${units[step]}`
}
