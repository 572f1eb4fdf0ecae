import { NextIntlClientProvider, useLocale } from 'next-intl'
import { type ReactNode, use } from 'react'
import { loadMessages } from '#lib/client/messages/load-messages.ts'

/** Loads the whole catalogue for what is inside: a page's first load has only the sentences that it shows at once. */
export function WithAllMessages({ children }: { children: ReactNode }) {
  const locale = useLocale()
  return (
    <NextIntlClientProvider locale={locale} messages={use(loadMessages(locale))}>
      {children}
    </NextIntlClientProvider>
  )
}
