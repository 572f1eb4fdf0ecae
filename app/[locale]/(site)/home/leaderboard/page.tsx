import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import { HomePage } from '#components/home/home-page.tsx'
import { LeaderboardFirst } from '#components/leaderboard/leaderboard-first.tsx'
import { alternatesOf } from '#components/shell/page-metadata.ts'
import { addressOf } from '#lib/client/videos/home-view.ts'
import { readHomeContent } from '#lib/web/pages/page-content.ts'

export const revalidate = 5
export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  return { alternates: await alternatesOf(addressOf('leaderboard')) }
}

/** next.config.mjs rewrites `/?tab=leaderboard` to this page. */
export default async function HomeLeaderboard({ params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params
  const [content, { Leaderboard, Live, Ui }] = await Promise.all([readHomeContent(null), getMessages()])
  const takesGifts = content.challenge?.current_phase === 'voting'
  return (
    <HomePage locale={locale} view="leaderboard" {...content}>
      <NextIntlClientProvider messages={{ Leaderboard, Live, Ui }}>
        <LeaderboardFirst rows={content.rows} takesGifts={takesGifts} />
      </NextIntlClientProvider>
    </HomePage>
  )
}
