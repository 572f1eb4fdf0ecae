import { firstPageOf } from '#lib/client/videos/first-page.ts'
import type { HomeView } from '#lib/client/videos/home-view.ts'
import type { CurrentChallenge, LeaderboardRow } from '#lib/contract/challenges/calls.ts'
import type { VideoPage } from '#lib/contract/videos/calls.ts'
import { defaultLocale, isLocale } from '#messages/locales.ts'
import { ChallengeStrip } from './challenge-strip.tsx'
import { HomeAside } from './home-aside.tsx'
import { HomeScreen } from './home-screen.tsx'

type HomePageProps = {
  locale: string
  view: HomeView
  challenge: CurrentChallenge | null
  /** The first page where `view` is a feed; null where there was no database to ask. */
  page: VideoPage | null
  rows: LeaderboardRow[]
  at: Date
}

/** Home, composed: the month's band, the two tabs, and on a desk what the contest is about beside them. */
export function HomePage({ locale, view, challenge, page, rows, at }: HomePageProps) {
  const language = isLocale(locale) ? locale : defaultLocale
  return (
    <>
      <ChallengeStrip challenge={challenge} at={at} locale={language} />
      <div className="mx-auto grid max-w-6xl gap-x-10 px-3 sm:px-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <HomeScreen
            initialView={view}
            first={page ? firstPageOf(page, at) : null}
            rows={view === 'leaderboard' ? rows : null}
          />
        </div>
        <HomeAside challenge={challenge} rows={rows.slice(0, 5)} locale={language} />
      </div>
    </>
  )
}
