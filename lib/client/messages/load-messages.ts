import type { Messages } from 'next-intl'

const loading = new Map<string, Promise<Messages>>()

/** The whole catalogue of a language, for parts that are loaded after the first paint; loaded once. */
export function loadMessages(locale: string): Promise<Messages> {
  const known = loading.get(locale)
  if (known) return known
  const started: Promise<Messages> = import(`../../../messages/${locale}.json`).then(
    (module) => module.default,
  )
  loading.set(locale, started)
  return started
}
