import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import en from '#messages/en.json' with { type: 'json' }
import sw from '#messages/sw.json' with { type: 'json' }

const messages = { en, sw }

export function InLanguage({
  language = 'en',
  children,
}: {
  language?: keyof typeof messages
  children: ReactNode
}) {
  return (
    <NextIntlClientProvider locale={language} timeZone="Africa/Nairobi" messages={messages[language]}>
      {children}
    </NextIntlClientProvider>
  )
}
