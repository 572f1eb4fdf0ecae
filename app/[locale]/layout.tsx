import type { Metadata, Viewport } from 'next'
import { notFound } from 'next/navigation'
import { NextIntlClientProvider } from 'next-intl'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { GiftHost } from '#components/gifts/gift-host.tsx'
import { SessionHost } from '#components/session/session-host.tsx'
import { DeferredHost } from '#components/shell/deferred-host.tsx'
import { SiteHeader } from '#components/shell/site-header.tsx'
import { cn } from '#components/ui/cn.ts'
import { ToastHost } from '#components/ui/toast-host.tsx'
import { ShareHost } from '#components/videos/sharing/share-host.tsx'
import { inlineScript } from '#lib/client/browser/inline-script.ts'
import { firstLoadMessages } from '#lib/client/messages/first-load-messages.ts'
import { env } from '#lib/core/env.ts'
import { defaultLocale, isLocale, locales, openGraphLocales } from '#messages/locales.ts'
import { faces } from './fonts.ts'
import './globals.css'

export function generateStaticParams() {
  return locales.map((locale) => ({ locale }))
}

type LocaleProps = { params: Promise<{ locale: string }> }

export async function generateMetadata(): Promise<Metadata> {
  const [t, asked] = await Promise.all([getTranslations('Site'), getLocale()])
  const locale = isLocale(asked) ? asked : defaultLocale
  return {
    metadataBase: new URL(env.PUBLIC_URL),
    title: { default: t('title'), template: `%s · ${t('name')}` },
    description: t('description'),
    applicationName: t('name'),
    manifest: locale === defaultLocale ? '/manifest.webmanifest' : `/manifests/${locale}.webmanifest`,
    openGraph: {
      siteName: t('name'),
      type: 'website',
      locale: openGraphLocales[locale],
      alternateLocale: locales.filter((other) => other !== locale).map((other) => openGraphLocales[other]),
    },
    twitter: { card: 'summary_large_image' },
    formatDetection: { telephone: false },
    icons: { icon: '/icons/icon.svg', apple: '/icons/apple-touch-180.png' },
    appleWebApp: { title: t('name') },
  }
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fffaf2' },
    { media: '(prefers-color-scheme: dark)', color: '#150b1d' },
  ],
}

export default async function RootLayout({ children, params }: LocaleProps & { children: ReactNode }) {
  const { locale } = await params
  // next.config.mjs gives every path a language.
  if (!isLocale(locale)) notFound()
  const [t, messages] = await Promise.all([getTranslations('Site'), getMessages()])
  return (
    <html lang={locale} className={cn(faces)} suppressHydrationWarning>
      <body>
        <InlineScript />
        <NextIntlClientProvider messages={firstLoadMessages(messages)}>
          <a href="#main" className="skip-link">
            {t('skip')}
          </a>
          <SiteHeader />
          <main id="main" tabIndex={-1} className="outline-none">
            {children}
          </main>
          <GiftHost />
          <ShareHost />
          <ToastHost />
          <SessionHost />
          <DeferredHost />
        </NextIntlClientProvider>
      </body>
    </html>
  )
}

/** First in the body, so that colours are right and no early press is lost. */
function InlineScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant without data
  return <script dangerouslySetInnerHTML={{ __html: inlineScript }} />
}
