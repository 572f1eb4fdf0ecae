import type { Messages } from 'next-intl'

const loading = new Map<string, Promise<Messages>>()

/** Loads all messages of a language once, for parts that are loaded after the first paint. */
export function loadMessages(locale: string): Promise<Messages> {
  const known = loading.get(locale)
  if (known) return known
  const started: Promise<Messages> = import(`../../../messages/${locale}.json`).then(
    (module) => module.default,
  )
  loading.set(locale, started)
  // Without a line the next one who needs them asks again.
  started.catch(() => loading.delete(locale))
  return started
}
