import type { Messages } from 'next-intl'
import { NextIntlClientProvider, useLocale } from 'next-intl'
import { type ReactNode, use } from 'react'
import { loadWithRetry } from '#lib/client/browser/lazy-parts.ts'
import { loadMessages } from '#lib/client/messages/load-messages.ts'

const loading = new Map<string, Promise<Messages>>()

function messagesOf(locale: string): Promise<Messages> {
  const known = loading.get(locale)
  if (known) return known
  const started = loadWithRetry(() => loadMessages(locale))
  loading.set(locale, started)
  return started
}

/** Gives its children all messages; the page itself loads only those it needs first. */
export function WithAllMessages({ children }: { children: ReactNode }) {
  const locale = useLocale()
  return (
    <NextIntlClientProvider locale={locale} messages={use(messagesOf(locale))}>
      {children}
    </NextIntlClientProvider>
  )
}
