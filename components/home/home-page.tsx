import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'
import { daysLeft, formatShillings } from '#lib/client/formats/amounts.ts'
import { firstPageOf } from '#lib/client/videos/first-page.ts'
import type { HomeView } from '#lib/client/videos/home-view.ts'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import type { ListedRow } from '#lib/contract/leaderboard/calls.ts'
import type { FeedBeginning } from '#lib/contract/videos/calls.ts'
import { defaultLocale, isLocale, type Locale } from '#messages/locales.ts'
import { monthTitle } from '#messages/month-title.ts'
import { HomeAside } from './home-aside.tsx'
import { HomeScreen } from './home-screen.tsx'
import { HowItWorks } from './how-it-works.tsx'

type HomePageProps = {
  locale: string
  view: HomeView
  challenge: CurrentChallenge | null
  /** Null if the database is unreachable; likewise `rows`. */
  page: FeedBeginning | null
  rows: ListedRow[] | null
  at: Date
  /** Only in the leaderboard's view. */
  children?: ReactNode
}

export async function HomePage({ locale, view, challenge, page, rows, at, children }: HomePageProps) {
  const language = isLocale(locale) ? locale : defaultLocale
  const t = await getTranslations('Home')
  return (
    <>
      <a href="#home-panel" className="skip-link">
        {t('skip')}
      </a>
      <ChallengeStrip challenge={challenge} at={at} locale={language} />
      <div className="mx-auto grid max-w-6xl gap-x-10 px-3 sm:px-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <HomeScreen
            initialView={view}
            first={page ? firstPageOf(page, at) : null}
            takesGifts={challenge?.current_phase === 'voting'}
            how={<HowItWorks challenge={challenge} isForPhones />}
          >
            {children}
          </HomeScreen>
        </div>
        <HomeAside challenge={challenge} rows={rows?.slice(0, 5) ?? []} />
      </div>
    </>
  )
}

type ChallengeStripProps = { challenge: CurrentChallenge | null; at: Date; locale: Locale }

async function ChallengeStrip({ challenge, at, locale }: ChallengeStripProps) {
  const t = await getTranslations('Strip')
  return (
    <section aria-label={t('label')} className="home-strip bg-night text-on-night">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-3 py-1 sm:px-6 md:pt-3 md:pb-2.5 lg:py-4">
        <h1 className="text-base md:text-xl lg:text-3xl">
          {challenge ? monthTitle(challenge.title, locale) : t('between')}
        </h1>
        {challenge ? (
          <p className="figures flex flex-wrap items-center gap-x-2.5 text-[0.8125rem] lg:gap-x-4 lg:text-base">
            <span
              className={cn(
                'font-semibold text-marigold',
                // Hidden on phones: the Gift buttons show that voting is open, and the days need the room.
                challenge.current_phase === 'voting' && 'max-md:hidden',
              )}
            >
              {t(`phases.${challenge.current_phase}`)}
            </span>
            <span>{t('daysLeft', { days: daysLeft(challenge.phase_ends_at, at) })}</span>
            <span className="max-md:hidden text-on-night-soft">
              {t('prize', {
                winners: challenge.winners,
                prize: formatShillings(challenge.prize_per_winner),
              })}
            </span>
          </p>
        ) : (
          <p className="text-sm text-on-night-soft">{t('betweenDetail')}</p>
        )}
      </div>
      <div aria-hidden="true" className="pindo rotate-180" />
    </section>
  )
}
