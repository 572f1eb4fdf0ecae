import { useLocale } from 'next-intl'
import { formatFileSize } from '#lib/client/formats/file-size.ts'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'

/** Writes sizes of files in the page's language. Apart from `useFormats`, which the first page loads and sizes are not on. */
export function useFileSize(): (bytes: number) => string {
  const locale = useLocale()
  const formatLocale = formatLocales[isLocale(locale) ? locale : defaultLocale]
  return (bytes) => formatFileSize(bytes, formatLocale)
}
