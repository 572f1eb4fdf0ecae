import type { Messages } from 'next-intl'

const loading = new Map<string, Promise<Messages>>()

export function loadMessages(locale: string): Promise<Messages> {
  const known = loading.get(locale)
  if (known) return known
  const started: Promise<Messages> = import(`../../../messages/${locale}.json`).then(
    (module) => module.default,
  )
  loading.set(locale, started)
  // After a failure, such as offline, the next caller retries.
  started.catch(() => loading.delete(locale))
  return started
}
