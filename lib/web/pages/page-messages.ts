import { locale as localeOfPath } from 'next/root-params'
import { getRequestConfig } from 'next-intl/server'
import { defaultLocale, isLocale } from '#messages/locales.ts'

/** Takes the language from the `[locale]` segment, never from a cookie or header. */
export default getRequestConfig(async ({ locale: asked }) => {
  const requested = asked ?? (await localeOfPath())
  const locale = requested && isLocale(requested) ? requested : defaultLocale
  const catalogue = await import(`../../../messages/${locale}.json`)
  return { locale, messages: catalogue.default, timeZone: 'Africa/Nairobi' }
})
