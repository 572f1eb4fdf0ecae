'use client'

import { NextIntlClientProvider, useLocale } from 'next-intl'
import { type ReactNode, use } from 'react'
import { loadMessages } from '#lib/client/messages/load-messages.ts'

/** Gives a part that was loaded late its sentences: the page's own first load doesn't carry them. */
export function LateMessages({ children }: { children: ReactNode }) {
  const locale = useLocale()
  return (
    <NextIntlClientProvider locale={locale} messages={use(loadMessages(locale))}>
      {children}
    </NextIntlClientProvider>
  )
}
