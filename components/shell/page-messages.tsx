import { type Messages, NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { firstLoadMessages } from '#lib/client/messages/first-load-messages.ts'

type PageMessagesProps = { namespaces: readonly (keyof Messages)[]; children: ReactNode }

/**
 * Gives client components the page's namespaces and `Ui`. The home page does not use it, because its dialogs
 * load all messages.
 */
export async function PageMessages({ namespaces, children }: PageMessagesProps) {
  const all = await getMessages()
  const own = Object.fromEntries(['Ui' as const, ...namespaces].map((name) => [name, all[name]]))
  return (
    <NextIntlClientProvider messages={{ ...firstLoadMessages(all), ...own }}>
      {children}
    </NextIntlClientProvider>
  )
}
