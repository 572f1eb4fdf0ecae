import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { serverClock } from '#lib/client/browser/server-clock.ts'
import { shareRequests } from '#lib/client/browser/share-requests.ts'
import { daysLeft, daysTo } from '#lib/client/formats/amounts.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { OwnStanding as Standing } from '#lib/contract/leaderboard/own-standing.ts'

/** Polls while the page is visible. */
const POLL_MS = 30_000

export function useOwnStanding() {
  return useQuery({ ...apiQuery('GET /leaderboard/mine/'), refetchInterval: POLL_MS })
}

export function OwnStanding() {
  const standing = useOwnStanding()
  const { data } = standing
  if (!data?.challenge || !data.video) return null
  return (
    <>
      <Band standing={data} challenge={data.challenge} video={data.video} />
      <StaleNote of={standing} className="mt-2" />
    </>
  )
}

type BandProps = {
  standing: Standing
  challenge: NonNullable<Standing['challenge']>
  video: NonNullable<Standing['video']>
}

function Band({ standing, challenge, video }: BandProps) {
  const t = useTranslations('Standing')
  const monthTitle = useMonthTitle()
  const formats = useFormats()
  const { rank, votes_to_prize: missing } = standing
  const daysUntil = challenge.current_phase === 'voting' ? daysLeft : daysTo
  const days = daysUntil(challenge.phase_ends_at, serverClock.at())
  const prize = formats.shillings(challenge.prize_per_winner)
  return (
    <section
      aria-label={t('label', { month: monthTitle(challenge.title) })}
      className="mt-8 overflow-hidden rounded-3xl bg-night text-on-night"
    >
      <div className="grid gap-5 px-5 pt-6 pb-5 sm:px-7 lg:grid-cols-[1fr_auto] lg:items-center">
        <div className="min-w-0">
          <dl className="figures flex flex-wrap gap-x-8 gap-y-3">
            <Fact word={t('rank')} value={rank === null ? '–' : t('place', { rank })} />
            <Fact word={t('votes')} value={formats.count(video.vote_count)} />
            <Fact word={t(`ends.${challenge.current_phase}`)} value={t('days', { days })} />
          </dl>
          {missing === null ? null : (
            <p className="mt-4 text-lg">
              {missing === 0
                ? t('winning', { prize, winners: challenge.winners })
                : t('missing', { missing, shown: formats.count(missing), winners: challenge.winners, prize })}
            </p>
          )}
          <p className="mt-1 text-sm text-on-night-soft">
            <Link href={`/video/${video.id}`} prefetch={false} className="underline underline-offset-4">
              {video.title}
            </Link>
          </p>
        </div>
        {challenge.current_phase === 'voting' ? (
          <Button
            tone="loud"
            size="large"
            onClick={() => shareRequests.emit({ title: video.title, videoId: video.id })}
          >
            <Share2 aria-hidden="true" className="size-5" /> {t('share')}
          </Button>
        ) : null}
      </div>
      <div aria-hidden="true" className="pindo" />
    </section>
  )
}

function Fact({ word, value }: { word: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-on-night-soft">{word}</dt>
      <dd className="font-display text-4xl leading-tight font-extrabold text-marigold">{value}</dd>
    </div>
  )
}
